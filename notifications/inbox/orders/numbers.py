"""Numbers of the email's list with the words that people put around them: "2 please", "the first one", "1. 2". Pure.

Every word must be known to change nothing. Two numbers are two readings, and a doubt beside a number is one, too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from notifications.inbox.orders import words
from notifications.inbox.orders.vocabulary import LANGUAGES, Phrases

LONGEST: Final = 80
"""Characters; a longer line is a story."""
_LIST_MARK: Final = re.compile(r"(?:\d{1,2}[.)]) +(?=[#(]?\d{1,2}[.):]?$)")
"""The number that a mail program puts before the first line of a list."""
_SMILES: Final = re.compile(
    r"(?:(?<=\s)|(?<=\d))(?:[:;=]-?[)dp]|<3|\^\^|xd)(?=\s|$)|[\ufe0f\u20e3]"
    r"|[\U0001f600-\U0001f60e\U0001f642\U0001f643\U0001f389\U0001f386\U0001f682-\U0001f689\U0001f64f\U0001f44d\U0001f44c"
    r"\U0001f44f\U0001f917\u270c\u2764\u263a\U0001f3fb-\U0001f3ff]"
)
_OURS: Final = re.compile(r"[a-z0-9 ,.;:()#*=_?-]*")
_JOINED: Final = re.compile(r"\d[.,:/-]\d")
_SORRY: Final = re.compile(r"(?:(?:oh|oops|whoops|ah|no|nope|sorry)[,.;:!-]* +)+")
"""What may stand before the choice that is meant instead."""
_PIECES: Final = re.compile(r"\d{1,3}(?:st|nd|rd|th)\b|[a-z]+|\d+")


@dataclass(frozen=True, slots=True)
class NumberWritten:
    """The numbers in a line that says nothing else; `may_be_card` if its verb may also draw the card in this place."""

    values: frozenset[int]
    may_be_card: bool = False
    is_doubtful: bool = False


def read(line: str, count: int) -> NumberWritten | None:
    """Return what a line says about the numbers of a list of this length; None if it says anything else."""
    text = without_smiles(words.plain(line[: LONGEST + 1]))
    if len(text) > LONGEST or not _OURS.fullmatch(text):
        return None
    text = _LIST_MARK.sub("", text.strip()) if text.strip().startswith(("1.", "1)")) else text
    return next((number for phrases in LANGUAGES if (number := _read_in(phrases, text, count))), None)


def without_smiles(text: str) -> str:
    """Return a text without the small pictures that change nothing about it."""
    return _SMILES.sub(" ", text)


def _read_in(phrases: Phrases, text: str, count: int) -> NumberWritten | None:
    text = phrases.numero.sub("number ", phrases.asking.sub(r"\1", text))
    pieces = [phrases.typos.get(piece, piece) for piece in _PIECES.findall(phrases.kind_phrases.sub(" ", text))]
    values = frozenset(_find_values(phrases, pieces, count))
    is_about_another = bool(pieces) and pieces[0] in phrases.no_choosers
    if not values or (is_about_another and (phrases.taking | phrases.choosing).isdisjoint(pieces[1:])):
        return None
    is_doubtful = is_about_another or "?" in text or bool(_JOINED.search(text)) or not phrases.doubts.isdisjoint(pieces)
    others = {piece for piece in pieces if not _is_number(phrases, piece)}
    if not others <= phrases.courtesies | phrases.taking | phrases.doubts | phrases.no_choosers:
        return None
    return NumberWritten(
        values, not phrases.taking.isdisjoint(pieces) and not _is_ordinal(phrases, pieces), is_doubtful
    )


def asks_politely(line: str) -> bool:
    """Check whether a line asks for a move as one asks a person, such as “can I have 2?”."""
    plain = words.plain(line)
    return any(phrases.asking.search(plain) for phrases in LANGUAGES)


def _find_values(phrases: Phrases, pieces: list[str], count: int) -> Iterator[int]:
    """Yield the numbers; “one” is one only where no other number is, and nothing comes before it but “number”."""
    others = [piece for piece in pieces if _is_number(phrases, piece) and piece not in phrases.ones]
    for piece in others:
        yield _value(phrases, piece, count)
    first = next((place for place, piece in enumerate(pieces) if piece in phrases.ones), None)
    if not others and first is not None and not {*pieces[:first]} - {"number", "option", "move", "choice", "nr"}:
        yield 1


def _value(phrases: Phrases, piece: str, count: int) -> int:
    if piece in phrases.last:
        return count
    value = phrases.cardinals.get(piece) or phrases.ordinals.get(piece)
    return value or int(piece.rstrip("stndrh"))


def _is_number(phrases: Phrases, piece: str) -> bool:
    return piece[0].isdigit() or piece in phrases.cardinals or piece in phrases.ordinals or piece in phrases.last


def _is_ordinal(phrases: Phrases, pieces: list[str]) -> bool:
    return any(
        piece in phrases.ordinals or piece in phrases.last or (piece[-1:] in "htd" and piece[0].isdigit())
        for piece in pieces
    )


def has_number(pieces: Sequence[str]) -> bool:
    """Check whether any of these words is a number."""
    return any(piece.isdigit() or _is_number(phrases, piece) for phrases in LANGUAGES for piece in pieces)


def is_chosen(line: str) -> bool:
    """Check whether a line says that it chooses, as a number among talk must."""
    pieces = {*_PIECES.findall(words.plain(line))}
    return any(not phrases.choosing.isdisjoint(pieces) for phrases in LANGUAGES)


def take_back(line: str) -> str | None:
    """Return what is left of a line that takes back what was written, without saying so; None for any other line."""
    text = words.plain(line)[: words.LONGEST]
    for phrases in LANGUAGES:
        start = phrases.retractions.match(text)
        if (start and start.end()) or phrases.instead.search(text):
            rest = phrases.retractions.sub("", text, count=1) if start else text
            rest = rest or _SORRY.sub("", text)
            return phrases.instead.sub("", rest).strip(" ,.;:-")
    return None
