"""How a game was scored in the end: one value for page, email and API."""

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from engine.parts.turns import GONE
from games.models import Seat
from games.presentation.replay.timeline import Timeline
from games.presentation.scoring.turning_point import TurningPoint, find_turning_point
from games.ratings.changes import RatingChange, changes_of
from games.table import store


@dataclass(frozen=True)
class SeatScore:
    """A seat's scoring, and what the game changed in its player's rating; None where it does not count."""

    scoring: engine.SeatScoring
    rating: RatingChange | None


@dataclass(frozen=True)
class FinalScore:
    """The scoring of all seats, the best first, and the turning point where one decided the game."""

    seats: Sequence[SeatScore]
    turning_point: TurningPoint | None


def final_score(table: store.LoadedGame, timeline: Timeline) -> FinalScore:
    """Return the scoring of a game that is over; `timeline` is its log as anyone may read it."""
    scorings = engine.final_scoring(table.state)
    changes = changes_of(table.game) if table.game.rated else {}
    return FinalScore(
        [SeatScore(scoring, changes.get(_player(table.seats[scoring.seat]))) for scoring in scorings],
        _turning_point(table.state, scorings, timeline),
    )


def _player(seat: Seat) -> str:
    return seat.player_id or ""


def _turning_point(
    state: engine.State, scorings: Sequence[engine.SeatScoring], timeline: Timeline
) -> TurningPoint | None:
    winners = [scoring.seat for scoring in scorings if scoring.rank == 1]
    if len(winners) != 1:
        return None
    stayed = [seat for seat in range(state.seats) if state.away.get(seat) not in GONE]
    return find_turning_point(timeline, winners[0], [seat for seat in stayed if seat != winners[0]])
