"""The base map under a board: shifted like its cities, thinned, clipped at the frame, as paths."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from games.presentation.pictures.workshop.layout.arrays import Points
from games.presentation.pictures.workshop.layout.projection import Fit
from games.presentation.pictures.workshop.map import BaseMap

REACH: Final = 75.0
"""How far the shift of a city affects the land around it, in units."""
STAYS: Final = 0.35
BEYOND: Final = 14.0
"""How far the map extends beyond the frame, where it is invisible."""
THINNED: Final = {"land": 0.8, "lakes": 0.8, "rivers": 1.2, "states": 0.6, "borders": 0.6}
AREAS: Final = ("land", "lakes")
LINES: Final = ("lakes", "rivers", "states", "borders")
ISLAND, SMOOTH = 30.0, 0.3
"""The radius of an invented island, and the tolerance of its shore."""
SMALLEST: Final = 14.0
"""Islands and lakes smaller than this many square units are left out."""
STRAIGHT: Final = 0.5
"""The most degrees over which a line on the map is straight on paper, so that a parallel is drawn as an arc."""
FARTHEST: Final = 20.0
"""The distance from the board's cities, in degrees, beyond which nothing is drawn: the projection fails there."""


class Shift:
    """The shift of the cities from home, spread over the land around them."""

    def __init__(self, home: Points, at: Points) -> None:
        self._home, self._moved = home, at - home

    def __call__(self, points: Points) -> Points:
        """Return the shifted points, so that a port remains a port."""
        square = ((points[:, None] - self._home[None]) ** 2).sum(axis=2)
        weight = np.exp(-square / (2 * REACH**2))
        shift = (weight[:, :, None] * self._moved).sum(axis=1) / (weight.sum(axis=1) + STAYS)[:, None]
        moved: Points = points + shift
        return moved


@cache
def _read_layers(base_map: BaseMap) -> dict[str, list[list[int]]]:
    layers: dict[str, list[list[int]]] = json.loads(base_map.file.read_text())
    return layers


def _degrees(numbers: list[int]) -> Points:
    steps = np.array(numbers, dtype=float).reshape(-1, 2)
    degrees: Points = np.cumsum(steps, axis=0) / 100
    return degrees


def islands(at: Points) -> dict[str, str]:
    """Draw land for a board of a fictional place: an island around each city, merged if they touch."""
    shores = shapely.union_all(shapely.buffer(shapely.points(at), ISLAND)).simplify(SMOOTH)
    return {"land": "".join(_path(island) for island in _parts(shores))} | dict.fromkeys(LINES, "")


def paths(base_map: BaseMap, fit: Fit, degrees: Points, shift: Shift, size: tuple[float, float]) -> dict[str, str]:
    """Draw the layers of the map as paths."""
    near = shapely.box(*(degrees.min(axis=0) - FARTHEST), *(degrees.max(axis=0) + FARTHEST))
    frame = shapely.box(-BEYOND, -BEYOND, size[0] + BEYOND, size[1] + BEYOND)
    return {
        name: "".join(_path(part) for row in rows for part in _draw_row(name, row, near, fit, shift, frame))
        for name, rows in _read_layers(base_map).items()
    }


def _draw_row(
    name: str, row: list[int], near: Polygon, fit: Fit, shift: Shift, frame: Polygon
) -> Iterator[BaseGeometry]:
    plain = _degrees(row)
    shape = Polygon(plain).buffer(0) if name in AREAS else LineString(plain)
    for part in _parts(shapely.segmentize(shape.intersection(near), STRAIGHT)):
        moved = shapely.transform(part, lambda points: shift(fit.points(points)))
        cut = moved.buffer(0) if name in AREAS else moved
        for piece in _parts(cut.simplify(THINNED[name]).intersection(frame)):
            if isinstance(piece, LineString) or piece.area >= SMALLEST:
                yield piece


def _parts(shape: BaseGeometry) -> Iterable[BaseGeometry]:
    parts: Iterable[BaseGeometry] = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, Polygon | LineString) and not part.is_empty]


def _path(shape: BaseGeometry) -> str:
    """Write a shape as a path of relative steps in tenths of a unit."""
    closed = isinstance(shape, Polygon)
    points = shape.exterior.coords if isinstance(shape, Polygon) else shape.coords
    whole = [(round(x * 10), round(y * 10)) for x, y in points]
    (x, y), *rest = whole[:-1] if closed else whole
    steps = zip([(x, y), *rest], rest, strict=False)
    moves = [
        f"{_format_tenths(bx - ax)} {_format_tenths(by - ay)}" for (ax, ay), (bx, by) in steps if (ax, ay) != (bx, by)
    ]
    return f"M{_format_tenths(x)} {_format_tenths(y)}l{' '.join(moves)}{'z' if closed else ''}"


def _format_tenths(number: int) -> str:
    return f"{number / 10:g}"
