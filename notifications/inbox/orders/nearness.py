"""What a line may have meant that is no order: the nearest of the legal moves. They are offered, never played."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from rapidfuzz import fuzz, process

from notifications.inbox.orders import words
from notifications.inbox.orders.kinds import Offered

MOST: Final = 3
NEAR: Final = 66
"""Out of 100, as rapidfuzz weighs it: what shares about two words of three."""
LIKE: Final = 84
"""From here on a line looks like that move."""
LIKE_A_VERB: Final = 75


def near(line: str, offered: Offered) -> tuple[str, ...]:
    """The legal moves that are most like a line, each with its number if the email has listed it."""
    legal = {move: _comparable(move) for move in offered.moves or ()}
    found = process.extract(
        _comparable(line), legal, scorer=fuzz.token_sort_ratio, limit=MOST, score_cutoff=NEAR, processor=None
    )
    return named((notation for _, _, notation in found), offered)


def _comparable(line: str) -> str:
    return " ".join(re.findall(r"[a-z]+|\d+", words.plain(line)))


def named(notations: Iterable[str], offered: Offered) -> tuple[str, ...]:
    """Some moves, each with its number if the email has listed it."""
    return tuple(_with_number(notation, offered.listed) for notation in list(notations)[:MOST])


def _with_number(notation: str, listed: Sequence[Sequence[str]]) -> str:
    numbers = [place for place, moves in enumerate(listed, 1) if list(moves) == [notation]]
    return f"{numbers[0]}: {notation}" if numbers else notation


def is_like_a_move(line: str, offered: Offered) -> bool:
    """Whether a line is so near to a legal move that it will have been meant as one."""
    legal = [_comparable(move) for move in offered.moves or ()]
    found = process.extractOne(_comparable(line), legal, scorer=fuzz.ratio, score_cutoff=LIKE)
    return found is not None


def is_like_one_of(word: str, verbs: Collection[str]) -> bool:
    """Whether a word is one of these, but for a slip of the hand."""
    return (
        len(word) > 2 and process.extractOne(word, list(verbs), scorer=fuzz.ratio, score_cutoff=LIKE_A_VERB) is not None
    )
