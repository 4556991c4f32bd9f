"""Lanterns: some cities start with a lantern, and the first seat to claim a route to such a city takes it.

This module shows everything that a board's own feature needs: position, event, the cause of the event, and view.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, TypedDict

from engine.boards import City, Route
from engine.copies import copyable
from engine.model import Event, Feature, Phase, ScoringAccount, value
from engine.parts.claims import BoardPosition
from engine.parts.scoring import one_line
from engine.parts.turns import PointsScored
from engine.visibility import CityId

LANTERN: Final = "lantern"
LANTERN_POINTS: Final = 3


@copyable
class LanternPosition(BoardPosition):
    """A position of a board with lanterns; `lit` are the cities that still have theirs. A value, never changed."""

    lit: tuple[City, ...]


@value
class LanternTaken(Event):
    """A seat took the lantern of this city."""

    tag: ClassVar[str] = "lantern_taken"
    seat: int
    city: City


def _lantern_taken(state: LanternPosition, event: LanternTaken) -> None:
    state.lit = tuple(city for city in state.lit if city != event.city)


def taken(state: LanternPosition, seat: int, route: Route) -> Iterator[Event]:
    """Yield that the claimer takes the lanterns at the ends of the claimed route, and their points."""
    board = state.rules.board
    for city in board.routes[route].ends:
        if city in state.lit:
            yield LanternTaken(seat, city)
            yield PointsScored(seat, LANTERN_POINTS, LANTERN, board.cities[city].slug)


class LanternsView(TypedDict, total=False):
    """A board with lanterns."""

    lanterns: Annotated[list[CityId], "Cities that still have their lantern."]


def _lanterns_view(state: LanternPosition, viewer: int | None) -> LanternsView:
    cities = state.rules.board.cities
    return {"lanterns": [cities[city].slug for city in state.lit]}


def _recall_lanterns(state: LanternPosition, view: LanternsView) -> None:
    state.lit = tuple(state.rules.board.city_of[slug] for slug in view["lanterns"])


FEATURE: Final = Feature(
    reducers={
        LanternTaken: _lantern_taken,
    },
    table=_lanterns_view,
    accounts={LANTERN: ScoringAccount(Phase.PLAY, one_line)},
    recall=_recall_lanterns,
)
