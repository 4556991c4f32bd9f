"""Lanterns: some cities have one at the start, and who first claims a route to such a city takes it.

What a board has of its own is all here: what the position knows of it, the fact, what causes it, what everybody sees.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.boards import City, Route
from engine.claims import BoardPosition
from engine.core import Event, value
from engine.turns import PointsScored
from engine.views import View, board_view

LANTERN_POINTS: Final = 3


@dataclass(slots=True)
class LanternPosition(BoardPosition):
    """A position of a board with lanterns; `lit` are the cities that still have theirs. A value, never changed."""

    lit: tuple[City, ...]

    def copy(self) -> "LanternPosition":
        """A position that shares nothing changeable with this one."""
        return LanternPosition(
            self.rules,
            self.seats,
            self.options,
            self.entry,
            self.prompts,
            self.ledger,
            self.away,
            self.outcome,
            self.turn,
            self.passed,
            self.turns_left,
            self.cards.copy(),
            self.tickets,
            self.network,
            self.lit,
        )


@value
class LanternTaken(Event):
    """A seat took the lantern of this city."""

    tag: ClassVar[str] = "lantern_taken"
    seat: int
    city: City


def _lantern_taken(state: LanternPosition, event: LanternTaken) -> None:
    state.lit = tuple(city for city in state.lit if city != event.city)


REDUCERS: Final[dict[type[Event], Callable[[Any, Any], None]]] = {LanternTaken: _lantern_taken}


def taken(state: LanternPosition, seat: int, route: Route) -> Iterator[Event]:
    """After a claim: the lanterns in the ends of the route go to the claimer, each for its points."""
    board = state.rules.board
    for city in board.routes[route].ends:
        if city in state.lit:
            yield LanternTaken(seat, city)
            yield PointsScored(seat, LANTERN_POINTS, "lantern", board.cities[city].slug)


def lantern_view(state: LanternPosition, viewer: int | None) -> View:
    """The view of a board with lanterns: where they still shine is open to all."""
    cities = state.rules.board.cities
    return {**board_view(state, viewer), "lanterns": [cities[city].slug for city in state.lit]}
