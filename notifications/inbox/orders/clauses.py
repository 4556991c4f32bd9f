"""An order with talk beside it on its line: "2. Sorry for the delay", "Happy birthday, Ben! I'll play 2". Pure.

A line is cut where a clause ends. Talk is what neither doubts the order beside it, nor names another choice.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from games import names
from notifications.inbox.orders import days, numbers, words
from notifications.inbox.orders.vocabulary import LANGUAGES, Phrases

LONGEST: Final = 600
"""Characters; a longer line is a story."""
MOST_CUTS: Final = 8
MOST_SENTENCES: Final = 12
LONGEST_ORDER: Final = 100
_END: Final = re.compile(
    r"(?<=[.!?;…])\s+|(?<=:\))\s+|(?<=:-\))\s+|(?<=^\d\))\s+|(?<=^\(\d\))\s+|\s+[-–—]+\s+"
    r"|,\s+(?=(?:and|so|sorry|good|happy|well|thanks|see)\b)"
    r"|(?<=^\d),\s+(?=(?:i|i['’]?m|it['’]?s|that['’]?s|hope|haha|lol)\b)",
    re.IGNORECASE,
)
_AND: Final = re.compile(r"\s+and\s+", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"(?<=[.!?;…])\s+|\s+[-–—]+\s+")
_BEGINNING: Final = 3
"""Words of a sentence in which it says on what it depends."""
_COUNTED: Final = re.compile(r"\d{1,3} ([a-z]{3,}) ")
"""The number and the noun at the beginning of a text that counts something."""
_WORDS: Final = re.compile(r"[a-z]+|\d+(?:st|nd|rd|th)?")


@dataclass(frozen=True, slots=True)
class Cut:
    """A line in two or three: what may be an order, and the talk around it."""

    line: str
    order: str
    before: str = ""
    after: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """The texts before and after the order."""
        return tuple(filter(None, (self.before, self.after)))

    @property
    def talk(self) -> tuple[str, ...]:
        """What is said beside the order: if it is on both sides, the whole line."""
        return self.parts if len(self.parts) < 2 else (self.line,)


def cut(line: str) -> Iterator[Cut]:
    """Yield the ways to read a line as an order with talk: first with the order at its head, then at its end."""
    if len(line) > LONGEST:
        return
    yield from (parts for parts in _cut_anywhere(line) if 0 < len(parts.order) <= LONGEST_ORDER)


def _cut_anywhere(line: str) -> Iterator[Cut]:
    ends = [(match.start(), match.end()) for match in islice(_END.finditer(line), MOST_CUTS)]
    for start, end in ends:
        yield Cut(line, line[:start].strip(" ,;"), after=line[end:].strip())
    for start, end in reversed(ends):
        before, rest = line[:start].strip(" ,;"), line[end:].strip()
        yield Cut(line, rest, before)
        if joined := _AND.search(rest):
            yield Cut(line, rest[: joined.start()], before, rest[joined.end() :])


def skip_opening(line: str, count: int) -> str | None:
    """Return a line without the words at its beginning that only greet, thank or agree; None if it has no such words.

    `count` is how many lines the email's list has.
    """
    openings = (phrases.openings.match(line) for phrases in LANGUAGES) if len(line) <= words.LONGEST else ()
    end = max((opening.end() for opening in openings if opening), default=0)
    rest = line[end:].strip()
    return rest if end and rest and is_talk(line[:end], count) else None


def is_to_others(line: str) -> bool:
    """Check whether a line that chooses also wishes others something."""
    plain = names.plain(line[:LONGEST])
    return any(phrases.to_others.search(plain) for phrases in LANGUAGES)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return _SENTENCE.split(text)


def is_talk_above(text: str, count: int) -> bool:
    """Check the same of a text before the order, which may begin with what it counts: "3 days left, great!"."""
    counted = _COUNTED.match(names.plain(text))
    is_counted = counted is not None and any(counted[1] in phrases.counted for phrases in LANGUAGES)
    return is_talk(text[counted.end() :] if counted and is_counted else text, count)


def is_talk(text: str, count: int) -> bool:
    """Check whether a text beside an order leaves it as it is, where the list has so many lines.

    A text that begins with a number or a month may make a date or a score of a number before it.
    """
    plain, parts = names.plain(text), sentences(text)
    if plain[:1].isdigit() or days.is_month(plain.partition(" ")[0]) or len(parts) > MOST_SENTENCES:
        return False
    plain_parts = [names.plain(part) for part in parts]
    return all(_is_talk_in(phrases, plain, plain_parts, count) for phrases in LANGUAGES)


def _is_talk_in(phrases: Phrases, plain: str, parts: list[str], count: int) -> bool:
    pieces_said = [_WORDS.findall(sentence) for sentence in parts]
    return not (
        any(numbers.take_back(sentence) is not None or phrases.put_off.search(sentence) for sentence in parts)
        or any(_doubts(phrases, pieces) for pieces in pieces_said)
        or phrases.instead.search(plain)
        or ("?" in plain and any(not phrases.judging.isdisjoint(pieces) for pieces in pieces_said))
        or any(_names_a_number(phrases, pieces, count) for pieces in pieces_said)
    )


def _doubts(phrases: Phrases, pieces: list[str]) -> bool:
    """Check whether a sentence doubts anything, or begins with what the order depends on."""
    doubts = phrases.doubts & {*pieces}
    return bool(doubts - phrases.conditions) or not phrases.conditions.isdisjoint(pieces[:_BEGINNING])


def _names_a_number(phrases: Phrases, pieces: list[str], count: int) -> bool:
    """Check whether a sentence has a number of the list that counts nothing, and is no age, day or hour."""
    for place, piece in enumerate(pieces):
        value = phrases.cardinals.get(piece) or phrases.ordinals.get(piece) or (int(piece) if piece.isdigit() else 0)
        if not 1 <= value <= count or piece in phrases.ones:
            continue
        before, after = pieces[place - 1] if place else "", next(iter(pieces[place + 1 :]), "")
        is_counted = after and not after.isdigit() and after not in phrases.courtesies | phrases.doubts | phrases.also
        is_judged = piece in phrases.ordinals and after in phrases.also
        if is_judged or (not is_counted and before not in phrases.measures):
            return True
    return False
