"""The legal moves nearest to a line that is not an order; they are suggested, never played."""

from collections.abc import Collection
from typing import Final

from rapidfuzz import fuzz, process

from notifications.inbox.orders import words
from notifications.inbox.orders.kinds import Offered

MOST: Final = 3
NEAR: Final = 66
"""A rapidfuzz score out of 100: texts that share about two words in three."""
AS_NEAR: Final = 12
"""A move whose score is lower than the best by this much was not meant."""
LIKE: Final = 84
"""The score from which a line looks like that move."""
LIKE_A_VERB: Final = 75


def near(line: str, offered: Offered) -> tuple[str, ...]:
    """Return the legal moves most similar to a line."""
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
    """Return the legal moves with the same verb and the same route or city."""
    beginning = f"{' '.join(notation.split()[:2])} "
    return tuple(move for move in offered.moves or () if move.startswith(beginning))[:MOST]


def is_like_a_move(line: str, offered: Offered) -> bool:
    """Check whether a line is so close to a legal move that it was probably meant as one."""
    match = process.extractOne(_make_comparable(line), offered.comparable, scorer=fuzz.ratio, score_cutoff=LIKE)
    return match is not None


def is_like_one_of(word: str, verbs: Collection[str]) -> bool:
    """Check whether a word is one of these, apart from a typing error."""
    return (
        len(word) > 2 and process.extractOne(word, list(verbs), scorer=fuzz.ratio, score_cutoff=LIKE_A_VERB) is not None
    )
