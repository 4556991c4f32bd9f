"""The building blocks of plans' words: what a seat sees, orders, conditions, and the record that a module offers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import ClassVar, Final, NamedTuple

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
    """All that a plan decides from.

    `view` is what its seat may know of the position, `news` the log since the plan was given, as told to the seat.
    `played` is how many questions the plan has answered that began something, `lacking_cards` the cards that its orders
    lack, `today` the day in UTC.
    """

    rules: engine.Ruleset
    view: engine.View
    news: Sequence[LoggedEntry] = ()
    played: int = 0
    today: date = date.min
    lacking_cards: Sequence[Card] = ()
    _best: list[engine.Move] = field(default_factory=list, init=False, repr=False, compare=False)

    def best(self, options: Choices) -> engine.Move:
        """Return what the stand-in would answer: thought out once, however many lines ask for it."""
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
        """Return what the seat is asked, if anything."""
        return sight.question(self.view)

    @cached_property
    def ground(self) -> Ground:
        """Return the seat's own routes, and those open to it. Only for games with a board."""
        return ground(self.rules, self.view, ())

    def events(self) -> Iterator[LoggedEvent]:
        """Return the facts since the plan was given."""
        return (event for entry in self.news for event in entry["events"])


class PlanOrder:
    """An order of a plan. One that does not last is carried out once and then struck out."""

    lasting: ClassVar[bool] = False

    def move(self, situation: Seen, options: Choices) -> engine.Move | None:
        """Return the move that carries the order out, if that is one of the options now."""
        raise NotImplementedError

    def trouble(self, situation: Seen) -> EngineError | None:
        """Return why the order can never be carried out now, as far as the seat knows."""
        return None

    def refusal(self, situation: Seen) -> EngineError | None:
        """Return why nobody should give such an order now."""
        return self.trouble(situation)

    def done(self, situation: Seen) -> bool:
        """Check whether the order's aim has been reached, one way or another."""
        return False

    def wants(self, situation: Seen) -> Sequence[Card]:
        """Return the kinds of cards that the order lacks, the most wanted first."""
        return ()


class Condition:
    """A condition on the position: a plan's line waits for it or stops at it."""

    def holds(self, situation: Seen) -> bool:
        """Check whether the condition holds, as far as the seat knows."""
        raise NotImplementedError

    def refusal(self, situation: Seen) -> EngineError | None:
        """Return why nobody should ask for it now."""
        return None


OrderReader = Callable[[engine.Ruleset, list[str]], PlanOrder]


def everywhere(rules: engine.Ruleset) -> bool:
    """Return True: for words that every game knows."""
    return True


def on_boards(rules: engine.Ruleset) -> bool:
    """Check whether the game has routes, for words about them."""
    return bool(rules.board.routes)


class ConditionReader(NamedTuple):
    """A reader of a condition: `read` makes it of the words behind its first one, or raises EngineError.

    `where`: in which games.
    """

    read: Callable[[engine.Ruleset, list[str]], Condition]
    where: Callable[[engine.Ruleset], bool] = everywhere


@dataclass(frozen=True)
class PlanWords:
    """The words that a module of `games.table.plans.words` has to offer.

    `orders`: what an order means that begins with a verb of the moves' notation, instead of the move itself, in every
    game that knows the verb. `conditions`: by their first word.
    """

    orders: Mapping[str, OrderReader] = field(default_factory=dict)
    conditions: Mapping[str, ConditionReader] = field(default_factory=dict)


NUMBER_MISSING: Final = "number_missing"


def only_number(words: list[str], expected: str) -> int:
    """Return the one number that these words are. Raises MalformedMove."""
    if len(words) != 1:
        raise engine.MalformedMove(NUMBER_MISSING, expected=expected)
    return engine.notation.number(words[0])
