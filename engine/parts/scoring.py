"""Standings from the ledger: every point has its line, ranks follow the rules (B21, B22, P1, P3, P4)."""

from collections.abc import Callable
from typing import Annotated, Final, NamedTuple, TypedDict

from engine.model import Feature, Points, Standing
from engine.parts.position import Position
from engine.parts.turns import GONE, RANKED

TICKET = "ticket"


class Score(NamedTuple):
    """The sum of one seat's lines of the ledger."""

    points: int
    completed: int
    ledger: tuple[Points, ...]

    def count(self, reason: str) -> int:
        """Return the number of lines with this reason."""
        return sum(1 for line in self.ledger if line.reason == reason)


def scored(state: Position, seat: int) -> Score:
    """Add up a seat's lines; points may be negative (B22)."""
    lines = tuple(line for line in state.ledger if line.seat == seat)
    completed = sum(1 for line in lines if line.reason == TICKET and line.points > 0)
    return Score(sum(line.points for line in lines), completed, lines)


def rank(state: Position, key: Callable[[Score], tuple[int, ...]]) -> list[Standing]:
    """Return standings by seat. Equal keys share a rank; players who left rank below all who stayed (P1).

    `key` returns the values to compare, most important first. Ranks are None without a result (running, abandoned,
    void).
    """
    scores = [scored(state, seat) for seat in range(state.seats)]
    keys = [(state.away.get(seat) not in GONE, key(score)) for seat, score in enumerate(scores)]
    ranked = state.outcome in RANKED
    ranks = [1 + sum(1 for other in keys if other > own) if ranked else None for own in keys]
    return [Standing(seat, ranks[seat], *score) for seat, score in enumerate(scores)]


class PointsView(TypedDict):
    """What a seat has scored."""

    points: Annotated[int, "What it has scored so far; tickets count at the end."]


def _points(state: Position, seat: int, viewer: int | None) -> PointsView:
    return {"points": sum([line.points for line in state.ledger if line.seat == seat])}


FEATURE: Final = Feature(seat=_points)
