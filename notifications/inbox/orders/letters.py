"""Choices of tickets by the letters that the email gives them: "keep A and C", "A, C", "keep all but B".

Letters are read only while tickets are on offer, and only those of the offered tickets. Without "keep" they are read
only on the first line, like a number. Letters on several lines are ambiguous, one choice or two, so they are not an
order.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final

from notifications.inbox.orders import words
from notifications.inbox.orders.kinds import Offered
from notifications.inbox.orders.vocabulary import ENGLISH
from notifications.inbox.orders.words import COMMA

KEEP: Final = "keep"
_ALL: Final = frozenset({"all", "both", "everything"})
_EXCEPT: Final = frozenset({"but", "except", "without"})
_FILLERS: Final = frozenset(
    {"and", "ticket", "tickets", "the", "only", "just", "them", "of", COMMA}
    | {"please", "pls", "plz", "thanks", "thank", "you", "thx", "ta", "ty", "cheers"}
)
_BEFORE: Final = frozenset({"i", "ill", "id", "im", "will", "would", "want", "like", "to", "please", "going", "love"})
"""Words before a verb that change nothing."""
_GIVING: Final = frozenset({"give", "return", "discard", "drop"})
_TAKING: Final = "take"
"""A verb that means "keep" before letters, and the verb of cards before anything else."""
_COUNTS: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_FIRST, _LAST = "first", "last"
_ONES: Final = frozenset({"one", "ones"})
_BETWEEN_CITIES: Final = frozenset({"to", "from", "plus"})


def are_alone(line: str, offered: Offered) -> bool:
    """Check whether a line only chooses tickets on offer by their letters, without beginning with "keep"."""
    return not says_keep(line) and find(line, offered) is not None


def says_keep(line: str) -> bool:
    """Check whether a line begins with the verb for tickets on offer."""
    return (words.split_words(line) or ())[:1] == (KEEP,)


def find(line: str, offered: Offered) -> list[int] | None:
    """Return the numbers of the tickets that a line keeps by their letters; None if it says anything else."""
    tokens = _split(line)
    if (both := _find_beside_given(tokens, offered)) is not None:
        return both
    if tokens[:1] == (KEEP,):
        return kept(tokens[1:], offered)
    if tokens[:1] == (_TAKING,):
        tickets = _find_tickets(words.without(tokens[1:], _FILLERS), offered)
        return tickets if tickets and len(tickets) > 1 else None  # "a ticket" need not be A
    if tokens[:1] and tokens[0] in _GIVING:
        return _find_others(words.without(tokens[1:], _FILLERS | {"back"}), offered)
    if tokens[:1] and tokens[0] in _ALL:
        return kept(tokens, offered) if words.without(tokens[1:], frozenset({COMMA})) else None
    return _find_tickets(words.without(tokens, _FILLERS), offered)


def _find_beside_given(tokens: tuple[str, ...], offered: Offered) -> list[int] | None:
    """Return the tickets kept by “keep A and C, return B”, which must name each on offer; None for anything else."""
    verbs = [place for place, word in enumerate(tokens) if word in {KEEP, *_GIVING}]
    if len(verbs) != len((KEEP, _GIVING)) or verbs[0]:
        return None
    clauses = {
        clause[0] == KEEP: words.without(clause[1:], _FILLERS | _BEFORE | {"back"})
        for clause in (tokens[: verbs[1]], tokens[verbs[1] :])
    }
    kept_tickets, given = (_find_tickets(clauses.get(is_kept, ()), offered) or [] for is_kept in (True, False))
    return kept_tickets if sorted(kept_tickets + given) == sorted(_all_tickets(offered)) else None


def name_all(lines: Iterable[str], offered: Offered) -> list[str]:
    """Return the letters of the tickets that any of these lines keeps."""
    kept_numbers = {number for line in lines for number in find(line, offered) or ()}
    return [letter for letter, number in offered.letters.items() if number in kept_numbers]


def _split(line: str) -> tuple[str, ...]:
    """Return the words of a line, without those before its verb."""
    tokens = words.split_words(line) or ()
    place = next((place for place, word in enumerate(tokens) if word not in _BEFORE), 0)
    return tokens[place:] if tokens[place : place + 1] and tokens[place] in {KEEP, _TAKING, *_ALL, *_GIVING} else tokens


def seem_chosen(pieces: Sequence[str], offered: Offered) -> bool:
    """Check whether words begin like a choice of tickets on offer, and name one of them or leave some out."""
    if not offered.letters or pieces[0] not in {KEEP, *_ALL, *_GIVING, _FIRST, _LAST}:
        return False
    named = {piece.upper() for piece in pieces[1:]} & offered.letters.keys() - {"A", "I"}
    return bool(named) or not _EXCEPT.isdisjoint(pieces)


def unknown(line: str, offered: Offered) -> list[str]:
    """Return the letters in a choice of tickets that no offered ticket has; none if the line is not such a choice."""
    if find(line, offered) is not None:
        return []
    chosen = words.without(_split(line), _FILLERS | _ALL | _EXCEPT | _GIVING | {KEEP, "back"})
    if not offered.letters or not all(len(word) == 1 and word.isalpha() for word in chosen):
        return []
    return [word.upper() for word in chosen if word.upper() not in offered.letters]


def kept(tokens: Sequence[str], offered: Offered) -> list[int] | None:
    """Return the numbers of the tickets chosen by these words after "keep"; None if they do not choose by letters."""
    if not offered.letters:
        return None
    chosen = words.without(tuple(tokens), _FILLERS)
    if some := _find_at_end(chosen, offered) or _find_by_ordinals(chosen, offered) or _find_by_cities(chosen, offered):
        return some
    if not chosen or chosen[0] not in _ALL:
        return _find_tickets(chosen, offered)
    count = len(offered.letters)
    if len(chosen) == 1:
        return None if chosen[0] == "both" and count != len(("one", "other")) else _all_tickets(offered)
    if chosen[1] in _EXCEPT:
        return _find_others(chosen[2:], offered)
    says_count = len(chosen) == 2 and (_COUNTS.get(chosen[1]) or chosen[1]) in (count, str(count))
    return _all_tickets(offered) if says_count else None


def _find_others(tokens: Sequence[str], offered: Offered) -> list[int] | None:
    """Return the tickets without those of these letters; None if none are left, or these are none."""
    excluded = _find_at_end(tokens, offered) or _find_tickets(tokens, offered)
    return [number for number in _all_tickets(offered) if number not in excluded] or None if excluded else None


def _find_at_end(tokens: Sequence[str], offered: Offered) -> list[int] | None:
    """Return the "first two" or "last three" of the tickets, or the "last one"; None for anything else.

    The "first one" may be the first move of the list.
    """
    end, *said = tokens or ("",)
    count = 1 if [end, *said] in ([_LAST], [_LAST, "one"]) else _COUNTS.get(" ".join(said), 0)
    tickets = _all_tickets(offered)
    if end not in (_FIRST, _LAST) or not 0 < count <= len(tickets):
        return None
    return tickets[:count] if end == _FIRST else tickets[-count:]


def _find_by_ordinals(tokens: Sequence[str], offered: Offered) -> list[int] | None:
    """Return the tickets at several places, such as “first” and “third”; None for anything else."""
    tickets, tokens = _all_tickets(offered), [word for word in tokens if word not in _ONES]
    ordinals = {**ENGLISH.ordinals, _LAST: len(tickets)}
    places = [ordinals.get(word, 0) for word in tokens]
    if len(places) < len(("first", "third")) or len({*places}) < len(places):
        return None
    return [tickets[place - 1] for place in places] if all(0 < place <= len(tickets) for place in places) else None


def _find_by_cities(tokens: Sequence[str], offered: Offered) -> list[int] | None:
    """Return the tickets whose cities these words name one after the other, whichever comes first; None otherwise."""
    named: list[int] = []
    rest = tuple(word for word in tokens if word not in _BETWEEN_CITIES)
    while rest:
        ticket, count = next(_find_named_first(rest, offered), (0, 0))
        if not count or ticket in named:
            return None
        named, rest = [*named, ticket], rest[count:]
    return named or None


def _find_named_first(tokens: Sequence[str], offered: Offered) -> Iterator[tuple[int, int]]:
    """Yield each offered ticket that the first of these words name, and how many words do."""
    board = offered.rules.board
    for number in offered.letters.values():
        ends = [tuple(board.cities[end].slug.split("_")) for end in board.tickets[board.ticket_of[number]].ends]
        for first, second in permutations(ends, 2):
            if tuple(tokens[: len(first) + len(second)]) == (*first, *second):
                yield number, len(first) + len(second)


def _all_tickets(offered: Offered) -> list[int]:
    return list(offered.letters.values())


def _find_tickets(tokens: Sequence[str], offered: Offered) -> list[int] | None:
    """Return the tickets with these letters, each named once; None for anything else."""
    numbers = [offered.letters.get(word.upper()) for word in tokens]
    tickets = [number for number in numbers if number is not None]
    return tickets if tickets and len(set(tickets)) == len(numbers) else None
