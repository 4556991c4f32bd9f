"""The building blocks of plans' vocabulary: what a seat sees, orders, conditions, and the record of a module."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Final, NamedTuple

import engine
from engine.boards import Board
from engine.cards import Card
from engine.errors import EngineError
from engine.logged_events import LoggedEvent
from engine.model import Choices
from engine.parts.tickets import HeldTicketView
from engine.stand_in import seen as sight
from engine.stand_in.ways import Ground, ground
from games.logged_entries import LoggedEntry


@dataclass(frozen=True)
class Seen:
    """Everything a plan decides from.

    `view` is what its seat may know of the position, `news` the log since the plan was given, as visible to the seat.
    `played` is the number of turns that the plan has begun, `lacking_cards` the cards that its orders lack, `today` the
    date in UTC.
    """

    rules: engine.Ruleset
    view: engine.View
    news: Sequence[LoggedEntry] = ()
    played: int = 0
    today: date = date.min
    lacking_cards: Sequence[Card] = ()
    _best: list[engine.Move] = field(default_factory=list, init=False, repr=False, compare=False)

    def best(self, options: Choices) -> engine.Move:
        """Return the stand-in's answer, computed once, however many lines need it."""
        if not self._best:
            self._best.append(engine.stand_in.choose(self.rules, self.view, options))
        return self._best[0]

    @property
    def board(self) -> Board:
        """Return the board: cities, routes and tickets."""
        return self.rules.board

    @property
    def seat(self) -> int:
        """Return the seat whose plan it is."""
        return sight.own_seat(self.view)

    @property
    def own(self) -> engine.SeatView:
        """Return what everybody may know of the seat."""
        return self.view["seats"][self.seat]

    @property
    def hand(self) -> list[int]:
        """Return how many cards of each kind the seat holds."""
        return sight.hand(self.view)

    @property
    def tickets(self) -> list[HeldTicketView]:
        """Return the seat's tickets."""
        return engine.own(self.view)["tickets"]

    @property
    def question(self) -> engine.PromptView | None:
        """Return the open question to the seat, if there is one."""
        return sight.question(self.view)

    @cached_property
    def ground(self) -> Ground:
        """Return the seat's own routes, and those open to it; only for games with a board."""
        return ground(self.rules, self.view, ())

    def events(self) -> Iterator[LoggedEvent]:
        """Yield the events since the plan was given."""
        return (event for entry in self.news for event in entry["events"])


class PlanOrder:
    """An order of a plan. Unless it is lasting, it is carried out once and then struck out."""

    @property
    def lasting(self) -> bool:
        """Check whether the order stands after it has been carried out."""
        return False

    def move(self, situation: Seen, options: Choices) -> engine.Move | None:
        """Return the move that carries out the order, if it is among the options now."""
        raise NotImplementedError

    def trouble(self, situation: Seen) -> EngineError | None:
        """Return why the order can no longer be carried out, as far as the seat knows; None if it can."""
        return None

    def refusal(self, situation: Seen) -> EngineError | None:
        """Return why the order makes no sense when given now; None if it does."""
        return self.trouble(situation)

    def done(self, situation: Seen) -> bool:
        """Check whether the order's aim has been reached, by whatever means."""
        return False

    def wants(self, situation: Seen) -> Sequence[Card]:
        """Return the kinds of cards that the order lacks, the most wanted first."""
        return ()


class Condition:
    """A condition of a plan's line, for its order or for stopping the plan."""

    def holds(self, situation: Seen) -> bool:
        """Check whether the condition holds, as far as the seat knows."""
        raise NotImplementedError

    def refusal(self, situation: Seen) -> EngineError | None:
        """Return why the condition makes no sense when given now; None if it does."""
        return None


OrderReader = Callable[[engine.Ruleset, list[str]], PlanOrder]


def everywhere(rules: engine.Ruleset) -> bool:
    """Return True, for words that every game knows."""
    return True


def on_boards(rules: engine.Ruleset) -> bool:
    """Check whether the game has routes, for words about routes."""
    return bool(rules.board.routes)


class ConditionReader(NamedTuple):
    """A reader of conditions: `read` parses the words after the first one, or raises EngineError.

    `where` checks whether a game knows the condition.
    """

    read: Callable[[engine.Ruleset, list[str]], Condition]
    where: Callable[[engine.Ruleset], bool] = everywhere


@dataclass(frozen=True)
class PlanWords:
    """The words defined by a module of `games.table.plans.words`.

    `orders`: readers of orders that begin with a verb of the moves' notation, used instead of the plain move in every
    game that knows the verb. `conditions`: readers of conditions, by their first word.
    """

    orders: Mapping[str, OrderReader] = field(default_factory=dict)
    conditions: Mapping[str, ConditionReader] = field(default_factory=dict)


NUMBER_MISSING: Final = "number_missing"


def only_number(words: list[str], expected: str) -> int:
    """Return the number that these words consist of. Raises MalformedMove."""
    if len(words) != 1:
        raise engine.MalformedMove(NUMBER_MISSING, expected=expected)
    return engine.notation.number(words[0])
