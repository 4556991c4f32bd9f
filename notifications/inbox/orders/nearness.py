"""What a line may have meant that is no order: the nearest of the legal moves. They are offered, never played."""

from collections.abc import Collection
from typing import Final

from rapidfuzz import fuzz, process

from notifications.inbox.orders import words
from notifications.inbox.orders.kinds import Offered

MOST: Final = 3
NEAR: Final = 66
"""Out of 100, as rapidfuzz weighs it: what shares about two words of three."""
AS_NEAR: Final = 12
"""A move that is less like a line than another one by this much was not meant."""
LIKE: Final = 84
"""From here on a line looks like that move."""
LIKE_A_VERB: Final = 75


def near(line: str, offered: Offered) -> tuple[str, ...]:
    """Return the legal moves that are most like a line."""
    matches = process.extract(
        _make_comparable(line),
        offered.comparable,
        scorer=fuzz.token_sort_ratio,
        limit=MOST,
        score_cutoff=NEAR,
        processor=None,
    )
    return tuple(notation for _, score, notation in matches if score > matches[0][1] - AS_NEAR)


def _make_comparable(line: str) -> str:
    return " ".join(words.letters_and_numbers(line))


def beginning_like(notation: str, offered: Offered) -> tuple[str, ...]:
    """Return the legal moves that do the same in another way: of the same verb, and the same route or city."""
    beginning = f"{' '.join(notation.split()[:2])} "
    return tuple(move for move in offered.moves or () if move.startswith(beginning))[:MOST]


def is_like_a_move(line: str, offered: Offered) -> bool:
    """Check whether a line is so near to a legal move that it will have been meant as one."""
    match = process.extractOne(_make_comparable(line), offered.comparable, scorer=fuzz.ratio, score_cutoff=LIKE)
    return match is not None


def is_like_one_of(word: str, verbs: Collection[str]) -> bool:
    """Check whether a word is one of these, but for a slip of the hand."""
    return (
        len(word) > 2 and process.extractOne(word, list(verbs), scorer=fuzz.ratio, score_cutoff=LIKE_A_VERB) is not None
    )
