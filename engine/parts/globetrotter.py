"""The Globetrotter: a bonus for the most completed tickets (W10)."""

from collections.abc import Iterator
from typing import Final

from engine.model import Feature, Phase, ScoringAccount
from engine.parts.claims import BoardPosition
from engine.parts.scoring import each_line, scored
from engine.parts.turns import PointsScored

GLOBETROTTER: Final = "globetrotter"
GLOBETROTTER_POINTS: Final = 15


def score_globetrotter(state: BoardPosition, points: int = GLOBETROTTER_POINTS) -> Iterator[PointsScored]:
    """Score the Globetrotter for every seat that has completed the most tickets, if any has one (W10)."""
    completed = [scored(state, seat).completed for seat in range(state.seats)]
    for seat, count in enumerate(completed):
        if count and count == max(completed):
            yield PointsScored(seat, points, GLOBETROTTER, str(count))


FEATURE: Final = Feature(accounts={GLOBETROTTER: ScoringAccount(Phase.BONUSES, each_line)})
