"""Lines in a form in which they can be compared: small letters without accents, words, numbers, commas."""

import re
from collections.abc import Sequence
from typing import Final

from games import names

LONGEST: Final = 200
"""Characters; no order is longer, but for words to an admin."""
COMMA: Final = ","
_BULLET: Final = re.compile("^[*•·-] ")
_OURS: Final = re.compile(r"[a-z0-9 ,.;:()&_-]*")
_TRACK: Final = re.compile(r"(?<=[a-z])-(?=\d(?!\d))")
_TRACK_NAMED: Final = re.compile(r",? track (?=\d\b)")
_PIECES: Final = re.compile(r"~\d|[a-z]+|\d+|,")
_LETTERS_AND_NUMBERS: Final = re.compile(r"[a-z]+|\d+")


def plain(line: str) -> str:
    """Return the line in small letters, without accents and a bullet, with one kind of dash."""
    return _BULLET.sub("", names.plain(line[: LONGEST + 1]))


def split_words(line: str) -> tuple[str, ...] | None:
    """Split a line into words, numbers, commas; a route's track as "~2". None if it has what no order has."""
    text = plain(line)
    if len(text) > LONGEST or not _OURS.fullmatch(text) or re.search(r"\d\.\d", text):
        return None
    text = _TRACK_NAMED.sub(" ~", text)
    commas = re.sub(r"[.;]+(?= )", COMMA, text.replace("&", " and "))
    return tuple(_PIECES.findall(_TRACK.sub(" ~", commas.replace("_", " "))))


def letters_and_numbers(line: str) -> list[str]:
    """Return what the line has of these, in the form in which lines are compared."""
    return _LETTERS_AND_NUMBERS.findall(plain(line))


def unordered(notation: str) -> tuple[str, ...]:
    """Return the words of a move, sorted where their order says nothing: the choice of tickets or colors."""
    verb, *rest = notation.split()
    return (verb, *(sorted(rest) if verb in ("keep", "complete", "place") and _is_a_set(rest) else rest))


def _is_a_set(rest: Sequence[str]) -> bool:
    return all(word.isdigit() for word in rest) or all(word.isalpha() for word in rest)


def without(tokens: tuple[str, ...], dropped: frozenset[str]) -> tuple[str, ...]:
    """Return the words but for these."""
    return tuple(word for word in tokens if word not in dropped)
