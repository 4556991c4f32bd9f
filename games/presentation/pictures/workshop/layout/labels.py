"""The places of cities' names: near their own city, and on nothing else.

Each city's name has about a hundred candidate places, on one line or on two. Costs are in units of shared area, higher
on a space than on a rail, with small costs for places that read worse: below, far away, on two lines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, pi, sin
from typing import Final

import numpy as np
import shapely
import shapely.affinity
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from games.presentation.pictures.geometry import Space
from games.presentation.pictures.lettering import Lettering
from games.presentation.pictures.shape import CAPITALS, DESCENT, LINE, RING, TRAIN
from games.presentation.pictures.workshop.layout.annealing import Costs, chosen
from games.presentation.pictures.workshop.layout.arrays import Points, Shapes
from games.presentation.pictures.workshop.layout.curves import Curve

DIRECTIONS: Final = 36
DISTANCES: Final = (0.0, 4.0, 10.0, 17.0, 26.0)
ON_THINGS, ON_LABEL, ON_RAIL = 9.0, 9.0, 1.1
FAR, BROKEN, CORNER, ABOVE, BELOW, NEARER_TO_ANOTHER = 1.6, 4.0, 2.0, 3.0, 3.5, 3.0
BEST: Final = 40
"""How many candidates of each name are tried against those of other names."""
RAIL: Final = 2.4
HALO: Final = 1.2
BORDER: Final = 16.0


@dataclass(frozen=True)
class Label:
    """A name at its place: its lines, and where each begins on its baseline, in letters of this size."""

    lines: tuple[str, ...]
    starts: tuple[tuple[float, float], ...]
    size: float
    bounds: tuple[float, float, float, float]

    @property
    def box(self) -> Polygon:
        """Return the area that the name covers."""
        return shapely.box(*self.bounds)


@dataclass(frozen=True)
class Profile:
    """A style of names: the font and size of their letters, and the cost of reaching beyond the frame."""

    lettering: Lettering
    size: float
    outside: float


@dataclass(frozen=True)
class Drawn:
    """The tracks and cities that names must avoid; a ring around each city is kept free, as for a ticket."""

    cities: Points
    curves: Sequence[Curve]
    size: tuple[float, float]


def broken(name: str) -> Iterator[tuple[str, ...]]:
    """Yield a name on one line, and on two lines, split at each space."""
    yield (name,)
    words = name.split(" ")
    for place in range(1, len(words)):
        yield " ".join(words[:place]), " ".join(words[place:])


def candidates(name: str, at: Points, profile: Profile) -> Iterator[tuple[Label, float]]:
    """Yield the possible places of a name, with the cost of each alone."""
    for lines in broken(name):
        widths = [profile.lettering.width(line, profile.size) for line in lines]
        half = np.array([max(widths), profile.size * (CAPITALS + LINE * (len(lines) - 1))]) / 2
        for number in range(DIRECTIONS):
            angle = 2 * pi * number / DIRECTIONS
            way = np.array([cos(angle), sin(angle)])
            for distance in DISTANCES:
                center = at + way * (RING + 1 + distance) + _offset_from_edge(way, half)
                worse = distance * FAR + (BROKEN if len(lines) > 1 else 0) + _direction_cost(way)
                yield _build_label(lines, widths, center, half, way, profile.size), worse


def _offset_from_edge(way: Points, half: Points) -> Points:
    """Return the offset from the nearest point of a box to its middle: sideways in full, vertically by direction."""
    return np.array([np.clip(way[0] * 2.4, -1, 1), np.clip(way[1] * 1.3, -1, 1)]) * half


def _direction_cost(way: Points) -> float:
    if abs(way[1]) < 0.3:
        return 0.0
    if abs(way[0]) > 0.3:
        return CORNER
    return ABOVE if way[1] < 0 else BELOW


def _build_label(
    lines: tuple[str, ...], widths: list[float], center: Points, half: Points, way: Points, size: float
) -> Label:
    """Build a label; two lines are aligned on the side of their city."""
    left, top = center - half
    lean = 0.0 if way[0] > 0.35 else 1.0 if way[0] < -0.35 else 0.5
    starts = tuple(
        (float(left + (2 * half[0] - width) * lean), float(top + size * (CAPITALS + LINE * row)))
        for row, width in enumerate(widths)
    )
    bounds = (
        left - HALO,
        top - HALO,
        left + 2 * half[0] + HALO,
        top + 2 * half[1] + _depth_below_baseline(lines[-1], size) + HALO,
    )
    low_left, low_top, right, bottom = (float(value) for value in bounds)
    return Label(lines, starts, size, (low_left, low_top, right, bottom))


def _depth_below_baseline(line: str, size: float) -> float:
    """Return how far a line reaches below its baseline."""
    return size * DESCENT if set(line) & set("gjpqyQ,") else 0.0


class Obstacles:
    """The parts of a picture that names should not cover."""

    def __init__(self, drawn: Drawn) -> None:
        tracks = [(curve, number) for curve in drawn.curves for number in range(curve.width)]
        self._spaces = np.array([taken(space) for curve, number in tracks for space in curve.spaces(number)])
        rails = [shapely.LineString(curve.track(number)).buffer(RAIL / 2) for curve, number in tracks]
        self._rails = np.array(rails)
        self._cities = drawn.cities
        self._discs = np.asarray(shapely.buffer(shapely.points(drawn.cities), RING))
        self._frame = shapely.box(BORDER, BORDER, drawn.size[0] - BORDER, drawn.size[1] - BORDER)

    def cost(self, boxes: Sequence[BaseGeometry], city: int, outside: float) -> Points:
        """Return the costs of these places for a city's name; `outside` is the cost per unit beyond the frame."""
        placed = np.array(boxes)
        cost = ON_THINGS * self.covered(placed)
        cost += ON_RAIL * _shared_area(placed, self._rails)
        cost += outside * shapely.area(shapely.difference(placed, self._frame)) ** 0.5
        away = shapely.distance(placed[:, None], np.asarray(shapely.points(self._cities))[None])
        others = np.delete(away, city, axis=1).min(axis=1)
        cost += NEARER_TO_ANOTHER * np.maximum(away[:, city] + 6 - others, 0)
        return cost

    def covered(self, boxes: Shapes) -> Points:
        """Return the area of each box that is on spaces and cities."""
        return _shared_area(boxes, self._spaces) + _shared_area(boxes, self._discs)


def _shared_area(boxes: Shapes, things: Shapes) -> Points:
    """Return the area of each box that these things cover."""
    tree = shapely.STRtree(things)
    box, thing = tree.query(boxes)
    areas = shapely.area(shapely.intersection(boxes[box], things[thing]))
    return np.bincount(box, weights=areas, minlength=len(boxes)).astype(float)


def taken(space: Space) -> Polygon:
    """Return the area that a train on a space covers."""
    box = shapely.box(-TRAIN[0] / 2, -TRAIN[1] / 2, TRAIN[0] / 2, TRAIN[1] / 2)
    turned = shapely.affinity.rotate(box, space.angle, origin=(0, 0))
    return shapely.affinity.translate(turned, space.x, space.y)


def labeled(names: Sequence[str], drawn: Drawn, profile: Profile) -> list[Label]:
    """Return a place for each city's name."""
    obstacles = Obstacles(drawn)
    places: list[list[Label]] = []
    alone: list[Points] = []
    for city, name in enumerate(names):
        placings = list(candidates(name, drawn.cities[city], profile))
        cost = obstacles.cost([label.box for label, _ in placings], city, profile.outside)
        cost += np.array([worse for _, worse in placings])
        best = np.argsort(cost, kind="stable")[:BEST]
        places.append([placings[number][0] for number in best])
        alone.append(cost[best])
    costs = Costs(alone, _pair_costs(places))
    return [options[choice] for options, choice in zip(places, chosen(costs), strict=True)]


def _pair_costs(places: Sequence[Sequence[Label]]) -> dict[tuple[int, int], Points]:
    boxes = [np.array([label.box for label in options]) for options in places]
    reach = [shapely.box(*shapely.total_bounds(options)) for options in boxes]
    return {
        (first, second): ON_LABEL * shapely.area(shapely.intersection(boxes[first][:, None], boxes[second][None]))
        for first, second in combinations(range(len(places)), 2)
        if reach[first].intersects(reach[second])
    }


def collisions(labels: Sequence[Label], drawn: Drawn) -> float:
    """Return the area that names share with spaces, cities and each other, in square units."""
    obstacles = Obstacles(drawn)
    boxes = np.array([label.box for label in labels])
    each_other = [first.intersection(second).area for first, second in combinations(boxes, 2)]
    return float(obstacles.covered(boxes).sum() + sum(each_other))
