"""Lines normalized for comparison: lowercase without accents, as words, numbers and commas."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games import names

LONGEST: Final = 200
"""Characters; only words to an admin are longer."""
COMMA: Final = ","
_BULLET: Final = re.compile("^[*•·-] ")
_OURS: Final = re.compile(r"[a-z0-9 ,.;:()&_-]*")
_TRACK: Final = re.compile(r"(?<=[a-z])-(?=\d(?!\d))")
_TRACK_NAMED: Final = re.compile(r",? track (?=\d\b)")
_PIECES: Final = re.compile(r"~\d|[a-z]+|\d+|,")
_PLEASE: Final = re.compile(r"(?:(?:please|pls|plz)\b[ ,:]*)+")
_THANKS: Final = re.compile(
    r"(?:[ ,.!;]+(?:please|pls|plz|thanks(?: a lot)?|thank you|many thanks|thx|cheers|ta))+[ .!]*$"
)
_LETTERS_AND_NUMBERS: Final = re.compile(r"[a-z]+|\d+")


def plain(line: str) -> str:
    """Return the line in lowercase, without accents and bullets, with one kind of dash."""
    return _make_plain(line[: LONGEST + 1])


@lru_cache(256)  # since each way to read a line asks for it
def _make_plain(line: str) -> str:
    return _BULLET.sub("", names.plain(line))


def without_courtesy(text: str) -> str:
    """Return a plain text without the polite words around it that change nothing about an order."""
    opening = _PLEASE.match(text)
    return _THANKS.sub("", text[opening.end() :] if opening else text).strip(" .!?,")


def split_words(line: str) -> tuple[str, ...] | None:
    """Split a line into words, numbers, commas; a track becomes "~2".

    Return None if it contains characters that no order has.
    """
    text = plain(line)
    if len(text) > LONGEST or not _OURS.fullmatch(text) or re.search(r"\d\.\d", text):
        return None
    text = _TRACK_NAMED.sub(" ~", text)
    commas = re.sub(r"[.;]+(?= )", COMMA, text.replace("&", " and "))
    return tuple(_PIECES.findall(_TRACK.sub(" ~", commas.replace("_", " "))))


def letters_and_numbers(line: str) -> list[str]:
    """Return the words and numbers of a line, normalized for comparison."""
    return _LETTERS_AND_NUMBERS.findall(plain(line))


def unordered(notation: str) -> tuple[str, ...]:
    """Return the words of a move, sorted where their order does not matter: in choices of tickets or colors."""
    verb, *rest = notation.split()
    return (verb, *(sorted(rest) if verb in ("keep", "complete", "place") and _is_a_set(rest) else rest))


def _is_a_set(rest: Sequence[str]) -> bool:
    return all(word.isdigit() for word in rest) or all(word.isalpha() for word in rest)


def without(tokens: tuple[str, ...], dropped: frozenset[str]) -> tuple[str, ...]:
    """Return the words that are not among the dropped ones."""
    return tuple(word for word in tokens if word not in dropped)
