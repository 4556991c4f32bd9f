"""What an email says beside its orders, without greetings and signatures. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from notifications.inbox.orders import words
from notifications.inbox.orders.kinds import Order, PlayMove
from notifications.inbox.orders.lines import OrdersRead
from notifications.inbox.orders.vocabulary import LANGUAGES

MOST_LINES: Final = 20
_COURTESIES: Final = frozenset[str]().union(
    {"all", "best", "dear", "good", "kind", "many", "mail", "morning", "evening", "day", "night", "sincerely", "so"},
    {"afternoon", "much", "very", "warm", "wishes", "yours", "everyone", "everybody", "soon", "take", "care", "see"},
    *(phrases.courtesies for phrases in LANGUAGES),
)
_GREETS: Final = frozenset({"hi", "hello", "hey", "dear", "hallo", "bonjour", "ciao", "hej", "moi", "good"})
_TO_ALL: Final = frozenset({"all", "everybody", "everyone", "folks", "friends", "guys"})
"""Whom a whole sentence of greeting means that is for the table; "Hi all," only opens an email."""
_CLOSING: Final = re.compile(
    r"(?:(?:many |kind |best |warm )?(?:thanks|thx|cheers|regards|wishes|greetings)|thank you|best|yours(?: sincerely)?"
    r"|all the best|take care|bye|love|see you(?: soon)?)[,.!]*"
)
_SIGNATURE: Final = re.compile(
    r"(?:\d[ ./()-]*){6}|@|\bwww\.|https?:|^--? ?$|^[-_=]{3,}$|^sent from my\b|^get outlook\b"
)
_LONGEST_NAME: Final = 2
"""Words of a signature's name."""
_FEWEST_SMALL: Final = 2
_SAID: Final = frozenset(
    {
        "awesome",
        "bravo",
        "brilliant",
        "congrats",
        "congratulations",
        "cool",
        "fun",
        "gg",
        "glhf",
        "great",
        "haha",
        "kudos",
    }
    | {"luck", "lucky", "nice", "nicely", "oh", "oops", "ouch", "phew", "sorry", "well", "welcome", "wow", "yay"}
)
"""Words that make a short line something said, which no name has."""


def find(read: OrdersRead[Order]) -> tuple[str, ...]:
    """Return what stands beside the orders that people at the table may be meant to read."""
    beside = [part for order in read.orders if isinstance(order, PlayMove) for part in order.talk]
    return (*(part for part in beside if not is_empty(part)), *find_in(read.skipped))


def find_in(lines: Sequence[str], most: int = MOST_LINES) -> tuple[str, ...]:
    """Return which of the first of these lines, none of them an order, people at the table may be meant to read."""
    return tuple(line for line in _without_signature(lines[:most]) if not is_empty(line))


def is_prose(line: str) -> bool:
    """Check whether a line has more small words than a name, an address or a number of a signature."""
    small = [word for word in line.split() if word[0].islower()]
    return len(small) >= _FEWEST_SMALL and not (_may_be_a_name(line) or _SIGNATURE.search(words.plain(line)))


def _without_signature(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines above a signature, which a closing or a name at the end begins."""
    above = list(takewhile(lambda line: not _SIGNATURE.search(words.plain(line)), lines))
    closing = next((place for place, line in enumerate(above) if _CLOSING.fullmatch(words.plain(line))), len(above))
    below = [line for line in above[closing + 1 :] if not _may_be_a_name(line)]
    kept = [*above[:closing], *below]
    yield from kept[:-1] if kept and closing == len(above) and _may_be_a_name(kept[-1]) else kept


def _may_be_a_name(line: str) -> bool:
    pieces = words.letters_and_numbers(line)
    is_short = len(line.split()) <= _LONGEST_NAME and _SAID.isdisjoint(pieces)
    return is_short and re.search(r"[?!:;)\d]|[^\x00-\u024f]", line) is None


def is_empty(text: str) -> bool:
    """Check whether a text only greets or thanks nobody in particular."""
    pieces = words.letters_and_numbers(text)
    if pieces and pieces[0] in _GREETS and not _TO_ALL.isdisjoint(pieces[1:]) and text.rstrip().endswith(("!", ".")):
        return False
    greets = bool(pieces) and pieces[0] in _GREETS and len(pieces) <= _LONGEST_NAME + 1
    is_said = any(ord(letter) > 0x2000 and letter not in "–—’“”…" for letter in text)
    return not is_said and (greets or _COURTESIES.issuperset(pieces))
