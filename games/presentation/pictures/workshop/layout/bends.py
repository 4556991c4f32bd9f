"""The bends of bundles of tracks: each as small as possible, and so that no two bundles overlap.

Costs are in square units of shared area. A bundle occupies a corridor, as long as its spaces and as wide as its tracks,
and its rails at both ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from games.presentation.pictures.shape import PARALLEL, RING
from games.presentation.pictures.workshop.layout.annealing import Costs, chosen
from games.presentation.pictures.workshop.layout.arrays import Points
from games.presentation.pictures.workshop.layout.curves import Curve
from games.presentation.pictures.workshop.layout.plan import Bundle, LayoutPlan

BENDS: Final = tuple(sorted((number * 0.03 for number in range(-10, 11)), key=abs))
AROUND: Final = 16.0
"""The width of a corridor of one track."""
CORRIDOR_FROM_CITY, RAIL_FROM_CITY = 19.0, 12.0
SHARED, NEAR_CITY, RAIL_NEAR_CITY, RAIL_OVER_CORRIDOR, OUTSIDE = 4.0, 30.0, 15.0, 12.0, 4.0


@dataclass(frozen=True)
class KeptFree:
    """Boxes of names that tracks should not run under, and the cost per square unit of doing so."""

    boxes: Sequence[BaseGeometry] = ()
    weight: float = 1.5


class Candidates:
    """The possible curves of one bundle, with the area that each covers."""

    def __init__(self, bundle: Bundle, at: Points) -> None:
        start, end = at[bundle.ends[0]], at[bundle.ends[1]]
        self.curves = [Curve(start, end, bend, bundle.lengths) for bend in BENDS]
        wide = ((bundle.width - 1) * PARALLEL + AROUND) / 2
        lines = shapely.linestrings([curve.corridor() for curve in self.curves])
        self.corridors = np.asarray(shapely.buffer(lines, wide, cap_style="flat"))
        self.rails = np.array([self._bare(curve) for curve in self.curves])
        self.reach = shapely.box(*shapely.total_bounds(np.concatenate([self.corridors, self.rails])))

    @staticmethod
    def _bare(curve: Curve) -> BaseGeometry:
        """Return the part of the rails outside the rings of their own cities."""
        ends = [shapely.Point(*curve.start).buffer(2 * RING), shapely.Point(*curve.end).buffer(2 * RING)]
        return LineString(curve.middle).difference(shapely.union_all(ends))


def alone(plan: LayoutPlan, bundle: Bundle, own: Candidates, at: Points, kept_free: KeptFree) -> Points:
    """Return the cost of each curve alone: its bend, foreign cities, the frame, the boxes to keep free."""
    bends = np.abs(np.array(BENDS))
    cost: Points = 60 * bends + 8 * (bends / 0.1) ** 2
    foreign = np.asarray(shapely.points(np.delete(at, bundle.ends, axis=0)))
    near = shapely.distance(own.corridors[:, None], foreign[None])
    cost += (NEAR_CITY * np.maximum(CORRIDOR_FROM_CITY - near, 0)).sum(axis=1)
    rails = shapely.distance(own.rails[:, None], foreign[None])
    cost += (RAIL_NEAR_CITY * np.maximum(RAIL_FROM_CITY - rails, 0)).sum(axis=1)
    frame = shapely.box(24, 24, plan.size[0] - 24, plan.size[1] - 24)
    cost += OUTSIDE * shapely.area(shapely.difference(own.corridors, frame))
    if kept_free.boxes:
        shared = shapely.area(shapely.intersection(own.corridors[:, None], np.array(kept_free.boxes)[None]))
        cost += kept_free.weight * shared.sum(axis=1)
    return cost


def together(own: Candidates, other: Candidates) -> Points:
    """Return the cost of each pair of curves of two bundles."""
    corridors = shapely.area(shapely.intersection(own.corridors[:, None], other.corridors[None]))
    first = shapely.length(shapely.intersection(own.rails[:, None], other.corridors[None]))
    second = shapely.length(shapely.intersection(own.corridors[:, None], other.rails[None]))
    cost: Points = SHARED * corridors + RAIL_OVER_CORRIDOR * (first + second)
    return cost


def bent(plan: LayoutPlan, at: Points, kept_free: KeptFree) -> list[Curve]:
    """Return a curve for each bundle of the plan."""
    candidates = [Candidates(bundle, at) for bundle in plan.bundles]
    costs = Costs(
        [alone(plan, bundle, own, at, kept_free) for bundle, own in zip(plan.bundles, candidates, strict=True)],
        {
            (first, second): together(candidates[first], candidates[second])
            for first, second in combinations(range(len(candidates)), 2)
            if candidates[first].reach.intersects(candidates[second].reach)
        },
    )
    return [own.curves[choice] for own, choice in zip(candidates, chosen(costs), strict=True)]


def straight(curves: Sequence[Curve]) -> int:
    """Count the curves that do not bend at all."""
    return sum(curve.bend == 0 for curve in curves)
