"""The orders that an email can give, the answers on offer, and the result of reading an email."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from functools import cached_property
from typing import Literal

import engine
from engine.errors import EngineError
from notifications.inbox.orders import words
from notifications.inbox.orders.lines import StoppedAt


@dataclass(frozen=True, slots=True)
class Title:
    """The text of a line of the email's list: its name, and with what the email says behind it."""

    name: str
    text: str


@dataclass(frozen=True)
class Offered:
    """The answers on offer: the legal moves in notation, and the meaning of each number in the email.

    `moves` is None if there are too many to list or the question is closed: then any move may be tried. `listed` has,
    for each number, the consecutive moves of a turn; none if there are many ways to play it. `suggested` is the number
    that a yes plays. `market` has the kinds of the open cards, slot by slot, if known; `letters` maps the letters of
    the tickets on offer to their numbers; `is_open` says whether the question is open, and
    `is_asked` whether any question is, as far as that matters; `today` is the player's date, and `language` theirs.
    `titles` returns the texts of the list, if it is still the same; `draws_left` is how many cards may still be drawn
    in a turn that draws.
    """

    moves: Collection[str] | None
    listed: Sequence[Sequence[str]]
    rules: engine.Ruleset
    today: date
    market: Sequence[str | None] = ()
    letters: Mapping[str, int] = field(default_factory=dict)
    suggested: int | None = None
    is_open: bool = True
    is_asked: bool = True
    language: str = "en"
    titles: Callable[[], Sequence[Title]] = tuple
    draws_left: int = 2

    @cached_property
    def by_words(self) -> Mapping[tuple[str, ...] | None, list[str]]:
        """The legal moves, grouped by the words in which the game writes them."""
        moves_by_words: dict[tuple[str, ...] | None, list[str]] = {}
        for move in self.moves or ():
            moves_by_words.setdefault(words.split_words(move), []).append(move)
        return moves_by_words

    @cached_property
    def comparable(self) -> Mapping[str, str]:
        """The legal moves, each in its normalized form for comparison with a line."""
        return {move: " ".join(words.letters_and_numbers(move)) for move in self.moves or ()}

    @cached_property
    def unordered(self) -> Mapping[str, tuple[str, ...]]:
        """The legal moves, each as words whose order no longer matters where the game ignores it."""
        return {move: words.unordered(move) for move in self.moves or ()}


@dataclass(frozen=True, slots=True)
class PlayMove:
    """An order to play a move, in notation.

    `line` is the typed text, `talk` what it says beside the move, and `otherwise` the move to play if the first is not
    possible.
    """

    notation: str
    line: str
    otherwise: str | None = None
    talk: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """An order to show something."""

    kind: Literal["board", "moves", "status", "log", "help"]
    line: str


@dataclass(frozen=True, slots=True)
class GoOn:
    """An order to play on: no pause, where the game is paused by agreement or a pause is proposed."""

    line: str


@dataclass(frozen=True, slots=True)
class TakeVacation:
    """An order to be away from now until the end of a day."""

    until: date
    line: str


@dataclass(frozen=True, slots=True)
class EndVacation:
    """An order to end the vacation on which the player is, or else to give up the next one."""

    line: str


@dataclass(frozen=True, slots=True)
class SetSleep:
    """An order to let the player's clock stand still between these hours, or never; `place`: in whose zone, if said."""

    begin: time | None
    end: time | None
    place: str
    line: str


@dataclass(frozen=True, slots=True)
class LeaveGame:
    """An order to resign, which is for good."""

    line: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """An order to let a stand-in play with one's seat."""

    line: str


@dataclass(frozen=True, slots=True)
class TakeSeatAgain:
    """An order to take one's own seat again."""

    line: str


@dataclass(frozen=True, slots=True)
class OpenRematch:
    """An order to play again with the same people, after the end of a game."""

    line: str


@dataclass(frozen=True, slots=True)
class AskAdmin:
    """An order to open a dispute with these words."""

    words: str
    line: str


@dataclass(frozen=True, slots=True)
class SayLine:
    """An order to say these words at the table."""

    words: str
    line: str


@dataclass(frozen=True, slots=True)
class NudgeThem:
    """An order to remind whoever the game waits for."""

    line: str


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A typed line of a plan, and what it means in a plan's own words, or why it means nothing."""

    typed: str
    means: tuple[str, ...] = ()
    refusal: EngineError | StoppedAt | None = None


@dataclass(frozen=True, slots=True)
class GivePlan:
    """An order to plan these lines; without lines, to switch the plan off.

    `read` has what each of them means. `below` are lines under the plan that are no part of it.
    """

    lines: tuple[str, ...]
    line: str
    read: tuple[PlanLine, ...] = field(default=(), compare=False)
    below: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Decline:
    """An order to do nothing that the email offers."""

    line: str


@dataclass(frozen=True, slots=True)
class ProposeThis:
    """A proposal to the table, in the form of `games.table.agreements.orders`, as far as the line determines it."""

    asked: Mapping[str, object]
    line: str


@dataclass(frozen=True, slots=True)
class WithdrawProposal:
    """An order to withdraw one's own proposal."""

    line: str


@dataclass(frozen=True, slots=True)
class TakeBackMove:
    """An order to take back one's own last move."""

    line: str


OfTheTable = ProposeThis | WithdrawProposal | TakeBackMove
Order = (
    Decline
    | PlayMove
    | Ask
    | GoOn
    | TakeVacation
    | EndVacation
    | SetSleep
    | HandOver
    | LeaveGame
    | TakeSeatAgain
    | OpenRematch
    | AskAdmin
    | GivePlan
    | SayLine
    | NudgeThem
    | OfTheTable
)
