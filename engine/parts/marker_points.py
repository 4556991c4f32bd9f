"""Points for routes at city markers, whoever claims them (W7)."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.boards import Route
from engine.model import Event, Feature, Phase, Points, ScoringAccount, ScoringLine
from engine.parts import claims
from engine.parts.markers import MarkedPosition
from engine.parts.scoring import one_line
from engine.parts.turns import PointsScored

MARKER: Final = "marker"


def owners_score(state: MarkedPosition, seat: int, route: Route) -> Iterator[Event]:
    """Score the route for the owner of each marker at its ends, or for the claimer if there is no marker (W7)."""
    fact = state.rules.board.routes[route]
    owners = [owner for owner in map(state.marked_by, fact.ends) if owner is not None]
    if not owners:
        yield from claims.claimer_scores(state, seat, route)
    for owner in owners:
        yield PointsScored(owner, state.rules.board.route_points[fact.length], MARKER, fact.slug)


def _count_marked_routes(state: MarkedPosition, seat: int, ledger: Sequence[Points]) -> Iterator[ScoringLine]:
    """Yield one line for the points of all routes at the seat's markers, and these routes."""
    board = state.rules.board
    for line in one_line(state, seat, ledger):
        yield line._replace(routes=sum(1 << board.route_of[slug] for slug in line.subjects))


FEATURE: Final = Feature(accounts={MARKER: ScoringAccount(Phase.PLAY, _count_marked_routes)})
