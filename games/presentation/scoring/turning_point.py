"""The turning point of a game: the entry with which its winner took the lead for good."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.presentation.replay.timeline import Timeline


@dataclass(frozen=True)
class TurningPoint:
    """`entry` put `seat`, the winner, ahead of everybody else until the end.

    `passed` are the seats that had been ahead, none if it had been level with the best. `in_scoring`: the points came
    with the final scoring.
    """

    entry: int
    seat: int
    passed: Sequence[int]
    in_scoring: bool


def find_turning_point(timeline: Timeline, winner: int, others: Collection[int]) -> TurningPoint | None:
    """Return where the winner took the lead; None if it won level, or only the final scoring gave points."""
    counting = sorted(timeline.counting)
    turned = None
    for before, after in pairwise(counting):
        points, in_scoring = timeline.points(before), after == timeline.scoring
        if not _leads(timeline.points(after), winner, others):
            turned = None
        elif not _leads(points, winner, others) and (any(points) or not in_scoring):
            passed = [seat for seat in others if points[seat] > points[winner]]
            turned = TurningPoint(after, winner, passed, in_scoring)
    return turned


def _leads(points: Sequence[int], winner: int, others: Collection[int]) -> bool:
    return all(points[seat] < points[winner] for seat in others)
