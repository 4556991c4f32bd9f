"""How a game was scored in the end: one value for page, email and API."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import engine
from games.models import Seat
from games.presentation.replay.timeline import Timeline
from games.presentation.scoring.turning_point import TurningPoint, find_turning_point
from games.ratings.changes import RatingChange

LEFT: Final = (Seat.Status.RESIGNED, Seat.Status.FORFEITED)


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


def final_score(
    seats: Sequence[Seat],
    scorings: Sequence[engine.SeatScoring],
    timeline: Timeline,
    changes: Mapping[str, RatingChange],
) -> FinalScore:
    """Return the scoring of a game that is over.

    `timeline`: its log as anyone may read it; `changes`: as `games.ratings.changes.changes_of` returns them.
    """
    return FinalScore(
        [SeatScore(scoring, changes.get(seats[scoring.seat].player_id or "")) for scoring in scorings],
        _turning_point(seats, scorings, timeline),
    )


def _turning_point(
    seats: Sequence[Seat], scorings: Sequence[engine.SeatScoring], timeline: Timeline
) -> TurningPoint | None:
    winners = [scoring.seat for scoring in scorings if scoring.rank == 1]
    if len(winners) != 1:
        return None
    stayed = [seat.number for seat in seats if seat.status not in LEFT and seat.number != winners[0]]
    return find_turning_point(timeline, winners[0], stayed)
