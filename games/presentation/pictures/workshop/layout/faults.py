"""The faults of a layout: whatever on it lies on something else, or is too near to be touched or read.

`tests/pictures/test_geometry.py` checks the stored layouts of all boards for the same, in its own way.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from games.presentation.pictures.board import TOUCH
from games.presentation.pictures.geometry import Geometry, Name
from games.presentation.pictures.lettering import lettering
from games.presentation.pictures.shape import CAPITALS, CITY, DESCENT, FRAME, RING
from games.presentation.pictures.sizes import run
from games.presentation.pictures.workshop.layout.labels import taken

SHARED: Final = 0.5
"""The area that two trains may share, in square units: their rounded corners."""


def find_faults(geometry: Geometry) -> list[str]:
    """Return what is wrong with a layout, a line each; nothing if it is good."""
    trains = {
        f"{slug} {place}": taken(space)
        for slug, track in geometry.tracks.items()
        for place, space in enumerate(track.spaces, 1)
    }
    names = {slug: _letters(city.name) for slug, city in geometry.cities.items()}
    return [
        *_find_near_tracks(geometry),
        *_find_covered_trains(geometry, trains),
        *_find_covered_names(geometry, trains, names),
        *_find_beyond_frame(geometry, trains, names),
    ]


def _find_near_tracks(geometry: Geometry) -> Iterator[str]:
    lines = {slug: LineString(run(track.spaces)) for slug, track in geometry.tracks.items()}
    for first, second in combinations(lines, 2):
        if lines[first].distance(lines[second]) < TOUCH:
            yield f"{first} is nearer to {second} than a finger is wide"


def _find_covered_trains(geometry: Geometry, trains: dict[str, Polygon]) -> Iterator[str]:
    for first, second in combinations(trains, 2):
        if trains[first].intersects(trains[second]) and trains[first].intersection(trains[second]).area >= SHARED:
            yield f"a train on {first} covers one on {second}"
    for slug, city in geometry.cities.items():
        for name, train in trains.items():
            if train.distance(Point(city.at)) < CITY + 1:
                yield f"a train on {name} covers {slug}"


def _find_covered_names(
    geometry: Geometry, trains: dict[str, Polygon], names: dict[str, BaseGeometry]
) -> Iterator[str]:
    rings = {slug: Point(city.at).buffer(RING - 1.5) for slug, city in geometry.cities.items()}
    for slug, name in names.items():
        for thing, shape in [*trains.items(), *rings.items()]:
            if name.intersects(shape):
                yield f"the name of {slug} lies on {thing}"
    for first, second in combinations(names, 2):
        if names[first].intersects(names[second]):
            yield f"the names of {first} and {second} cover each other"


def _find_beyond_frame(geometry: Geometry, trains: dict[str, Polygon], names: dict[str, BaseGeometry]) -> Iterator[str]:
    wide, high = geometry.size
    frame = shapely.box(FRAME + 1, FRAME + 1, wide - FRAME - 1, high - FRAME - 1)
    large = {slug: _letters(city.large) for slug, city in geometry.cities.items()}
    for kind, shapes in (("train on", trains), ("name of", names), ("large name of", large)):
        for thing, shape in shapes.items():
            if not frame.contains(shape):
                yield f"the {kind} {thing} is outside the frame"


def _letters(name: Name) -> BaseGeometry:
    """Return the area that a name covers, line by line."""
    font = lettering("names")
    return shapely.union_all(
        [
            shapely.box(
                start.x,
                start.y - name.size * CAPITALS,
                start.x + font.width(words, name.size),
                start.y + (name.size * DESCENT if set(words) & set("gjpqyQ,") else 0),
            )
            for words, start in zip(name.lines, name.starts, strict=True)
        ]
    )
