"""The turning point of a game: the entry with which its winner took the lead for good."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.presentation.replay.timeline import Timeline


@dataclass(frozen=True)
class TurningPoint:
    """`entry` put `seat`, the winner, ahead of everybody else until the end.

    `passed` are the seats that had been level or ahead. `in_scoring`: the points came with the final scoring.
    """

    entry: int
    seat: int
    passed: Sequence[int]
    in_scoring: bool


def find_turning_point(timeline: Timeline, winner: int, others: Collection[int]) -> TurningPoint | None:
    """Return where the winner passed these other seats; None if it won level with another."""
    counting = sorted(timeline.counting)
    turned = None
    for before, after in pairwise(counting):
        level = _not_behind(timeline.points(after), winner, others)
        rivals = _not_behind(timeline.points(before), winner, others)
        if rivals and not level:
            turned = TurningPoint(after, winner, rivals, after == timeline.scoring)
        elif level:
            turned = None
    return turned


def _not_behind(points: Sequence[int], winner: int, others: Collection[int]) -> list[int]:
    return [seat for seat in others if points[seat] >= points[winner]]
