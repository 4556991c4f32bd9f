"""Choices of tickets by the letters that the email gives them: "keep A and C", "A, C", "keep all but B".

Letters are read only while tickets are on offer, and only those of the offered tickets. Without "keep" they are read
only on the first line, like a number. Letters on several lines are ambiguous, one choice or two, so they are not an
order.
"""

from collections.abc import Sequence
from typing import Final

from notifications.inbox.orders import words
from notifications.inbox.orders.kinds import Offered
from notifications.inbox.orders.words import COMMA

KEEP: Final = "keep"
_ALL: Final = frozenset({"all", "both", "everything"})
_EXCEPT: Final = frozenset({"but", "except", "without"})
_FILLERS: Final = frozenset(
    {"and", "ticket", "tickets", "the", "only", "just", "please", "thanks", "them", "of", COMMA}
)


def are_alone(line: str, offered: Offered) -> bool:
    """Check whether a line consists only of letters of tickets on offer."""
    tokens = words.split_words(line)
    return bool(tokens) and _find_tickets(words.without(tokens or (), _FILLERS), offered) is not None


def says_keep(line: str) -> bool:
    """Check whether a line begins with the verb for tickets on offer."""
    return (words.split_words(line) or ())[:1] == (KEEP,)


def unknown(line: str, offered: Offered) -> list[str]:
    """Return the letters in a choice of tickets that no offered ticket has; none if the line is not such a choice."""
    tokens = words.split_words(line) or ()
    chosen = words.without(tokens[1:] if says_keep(line) else tokens, _FILLERS | _ALL | _EXCEPT)
    if not offered.letters or not all(len(word) == 1 and word.isalpha() for word in chosen):
        return []
    return [word.upper() for word in chosen if word.upper() not in offered.letters]


def kept(tokens: Sequence[str], offered: Offered) -> list[int] | None:
    """Return the numbers of the tickets chosen by these words after "keep"; None if they do not choose by letters."""
    if not offered.letters:
        return None
    chosen = words.without(tuple(tokens), _FILLERS)
    if not chosen or chosen[0] not in _ALL:
        return _find_tickets(chosen, offered)
    if len(chosen) == 1:
        return None if chosen[0] == "both" and len(offered.letters) != len(("one", "other")) else _all_tickets(offered)
    others = _find_tickets(chosen[2:], offered) if chosen[0] in _ALL and chosen[1] in _EXCEPT else None
    return [number for number in _all_tickets(offered) if number not in others] if others else None


def _all_tickets(offered: Offered) -> list[int]:
    return list(offered.letters.values())


def _find_tickets(tokens: Sequence[str], offered: Offered) -> list[int] | None:
    """Return the tickets with these letters, each named once; None for anything else."""
    numbers = [offered.letters.get(word.upper()) for word in tokens]
    tickets = [number for number in numbers if number is not None]
    return tickets if tickets and len(set(tickets)) == len(numbers) else None
