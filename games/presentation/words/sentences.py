"""Sentences about what a seat did: whole messages, one for its own player and one for everybody else.

A writer of sentences never gets a name. It returns something `Tellable`, which has every message that any reader could
need, and only `Tellable.speak` chooses among them and puts in names. So "You" cannot get into a message that was made
for names, and no message can be written for one reader and forgotten for the others. Languages differ where English
does not: the verb after "you", the case of a name, the order of words.

Messages about a seat are clauses, without a full stop, since a subject line or another clause may follow. `finish`
adds the stop, `introduce` a colon. A clause in which a message puts another one (`before`) begins with it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Final, Protocol

from django.utils.functional import Promise
from django.utils.translation import pgettext

from games.presentation.words.lists import all_of

Names = Callable[[int], str]
Facts = Mapping[str, object]

NAME_PLACE: Final = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for a name while the rest of a sentence is escaped; no name contains it."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Finished text that nothing can be added to."""

    text: str

    @property
    def html(self) -> str:
        """Return the text as HTML."""
        return escape(self.text)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause about one seat, in the words for one reader.

    `name` is that of its player, or "" for the reader's own; `write` puts it in. `write_after` puts another clause
    about the same player before this one, if that is possible. `more` are further sentences.
    """

    name: str
    write: Callable[[str], str]
    write_after: Callable[[str], str] | None = None
    more: str = ""

    @property
    def clause(self) -> str:
        """Return the clause alone, without a full stop."""
        return self.write(self.name)

    @property
    def text(self) -> str:
        """Return the clause as a sentence, with further ones."""
        return self._write_whole(self.name)

    @property
    def html(self) -> str:
        """Return the text as HTML, the name in bold."""
        html = escape(self._write_whole(NAME_PLACE if self.name else ""))
        return html.replace(NAME_PLACE, f"<strong>{escape(self.name)}</strong>", 1).replace(
            NAME_PLACE, escape(self.name)
        )

    def _write_whole(self, name: str) -> str:
        sentence = finish(self.write(name))
        return f"{sentence} {self.more}" if self.more else sentence


Spoken = Plain | Clause


class Tellable(Protocol):
    """What there is to say, before it is known to whom."""

    def speak(self, reader: int | None, names: Names) -> Spoken:
        """Return the words for the holder of a seat (None: anyone)."""
        ...


@dataclass(frozen=True, slots=True)
class Sentence:
    """The messages about something that a seat did: for its own player, and with the player's name.

    `then` goes on from a clause about the same player ("%(before)s and ..."), for what often follows something else.
    """

    you: Promise
    name: Promise
    then: Promise | None = None


@dataclass(frozen=True, slots=True)
class SeatDeed:
    """A sentence about a seat, with the facts that its messages need besides the name; `more`: what follows it."""

    seat: int
    sentence: Sentence
    facts: Facts = field(default_factory=dict)
    more: str = ""

    def speak(self, reader: int | None, names: Names) -> Clause:
        """Return the words for the holder of a seat (None: anyone)."""
        if self.seat == reader:
            return Clause("", lambda _name: str(self.sentence.you % self.facts), more=self.more)
        then = self.sentence.then
        return Clause(
            names(self.seat),
            lambda name: str(self.sentence.name % {**self.facts, "name": name}),
            None if then is None else lambda before: str(then % {**self.facts, "before": before}),
            self.more,
        )


@dataclass(frozen=True, slots=True)
class BetweenTwo:
    """The messages about something that a seat did to another: by the reader, to the reader, between two others."""

    you: Promise
    to_you: Promise
    name: Promise


@dataclass(frozen=True, slots=True)
class Encounter:
    """A sentence about two seats; its messages call the second one `other`."""

    seat: int
    other: int
    sentence: BetweenTwo
    facts: Facts = field(default_factory=dict)

    def speak(self, reader: int | None, names: Names) -> Clause:
        """Return the words for the holder of a seat (None: anyone)."""
        if self.seat == reader:
            facts = {**self.facts, "other": names(self.other)}
            return Clause("", lambda _name: str(self.sentence.you % facts))
        if self.other == reader:
            return Clause(names(self.seat), lambda name: str(self.sentence.to_you % {**self.facts, "name": name}))
        facts = {**self.facts, "other": names(self.other)}
        return Clause(names(self.seat), lambda name: str(self.sentence.name % {**facts, "name": name}))


@dataclass(frozen=True, slots=True)
class SentenceOfSeats:
    """The messages about one or several seats: the reader's alone; others, whose `names` it lists, with their number
    `n`; and the word for the reader among others.
    """

    you: Promise
    names: Promise
    you_among_others: Promise


@dataclass(frozen=True, slots=True)
class SeatsDeed:
    """A sentence about one or several seats."""

    seats: Collection[int]
    sentence: SentenceOfSeats

    def speak(self, reader: int | None, names: Names) -> Clause:
        """Return the words for the holder of a seat (None: anyone)."""
        if list(self.seats) == [reader]:
            return Clause("", lambda _name: str(self.sentence.you))
        you = self.sentence.you_among_others
        listed = all_of([str(you) if seat == reader else names(seat) for seat in self.seats])
        return Clause("", lambda _name: str(self.sentence.names % {"names": listed, "n": len(self.seats)}))


@dataclass(frozen=True, slots=True)
class Statement:
    """A finished text for every reader who may know of it: it is about nobody, or only its own player can read it."""

    text: str

    def speak(self, reader: int | None, names: Names) -> Plain:
        """Return the text."""
        return Plain(self.text)


def finish(clause: str) -> str:
    """Return a clause as a sentence."""
    return pgettext("a clause becomes a sentence", "%(clause)s.") % {"clause": clause}


def introduce(clause: str) -> str:
    """Return a clause as a sentence that leads to what follows it."""
    return pgettext("a clause leads to the sentences after it", "%(clause)s:") % {"clause": clause}


def join(first: Clause, second: Clause) -> Clause | None:
    """Return two clauses about one player as one; None if the second cannot go on from another."""
    write_after = second.write_after
    if write_after is None or first.more:
        return None
    return Clause(first.name, lambda name: write_after(first.write(name)), more=second.more)
