"""The geometry of a board's picture: computed once by `workshop.layout`, stored as JSON, read here.

Units are those of the picture, x to the right, y down; angles are in degrees, clockwise. Cities and tracks are
identified by their slugs. `GET /rulesets/{id}/geometry` returns this, so that a native app can draw and hit-test, too.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, Self

from engine.boards import Board
from engine.codec import Json

BOARDS: Final = Path(__file__).parent / "boards"


class Point(NamedTuple):
    """A place on the picture."""

    x: float
    y: float


class Space(NamedTuple):
    """The middle of a space, and the rotation of its content: -90° to 90°, so that signs are upright."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class Name:
    """A city's name and its position: each line, and its starting point on the baseline."""

    size: float
    lines: tuple[str, ...]
    starts: tuple[Point, ...]


@dataclass(frozen=True)
class City:
    """A city; `large` is the name as drawn if there are only a few names, as in an email."""

    at: Point
    name: Name
    large: Name


@dataclass(frozen=True)
class Track:
    """A track: its rail from city to city as points, and its spaces from the first city to the second."""

    rail: tuple[Point, ...]
    spaces: tuple[Space, ...]


@dataclass(frozen=True)
class Geometry:
    """The picture of an empty board. `land`: layers of the base map, each a path."""

    digest: str
    size: tuple[int, int]
    cities: dict[str, City]
    tracks: dict[str, Track]
    land: dict[str, str]

    @classmethod
    def read(cls, stored: Json) -> Self:
        """Build a geometry from its JSON."""
        return cls(
            digest=stored["digest"],
            size=(stored["size"][0], stored["size"][1]),
            cities={slug: _read_city(city) for slug, city in stored["cities"].items()},
            tracks={slug: _read_track(track) for slug, track in stored["tracks"].items()},
            land=stored["land"],
        )

    def written(self) -> Json:
        """Return the geometry as JSON."""
        return {
            "digest": self.digest,
            "size": list(self.size),
            "cities": {slug: _city_to_json(city) for slug, city in self.cities.items()},
            "tracks": {slug: {"rail": track.rail, "spaces": track.spaces} for slug, track in self.tracks.items()},
            "land": self.land,
        }


class NoPicture(LookupError):
    """The error that a board has no geometry, or one computed from other facts: `workshop.layout` computes it."""


@cache
def geometry(board: Board) -> Geometry:
    """Return a board's geometry, which is that of its map. Raises NoPicture."""
    if board.shares is not None:
        return replace(geometry(board.shares), digest=board.digest)
    file = BOARDS / f"{file_name(board)}.json"
    if not file.exists():
        raise NoPicture(board.name)
    loaded = Geometry.read(json.loads(file.read_text()))
    if loaded.digest != board.digest:
        raise NoPicture(board.name)
    return loaded


def file_name(board: Board) -> str:
    """Return the name of the file of a board's map, without an extension: "Old West" is `old_west`."""
    return board.map.name.lower().replace(" ", "_")


def _read_points(pairs: Iterable[Iterable[float]]) -> tuple[Point, ...]:
    return tuple(Point(*pair) for pair in pairs)


def _read_name(stored: Json) -> Name:
    return Name(stored["size"], tuple(stored["lines"]), _read_points(stored["starts"]))


def _read_city(stored: Json) -> City:
    return City(Point(*stored["at"]), _read_name(stored["name"]), _read_name(stored["large"]))


def _read_track(stored: Json) -> Track:
    return Track(_read_points(stored["rail"]), tuple(Space(*space) for space in stored["spaces"]))


def _city_to_json(city: City) -> Json:
    names = {kind: {"size": name.size, "lines": name.lines, "starts": name.starts} for kind, name in _names(city)}
    return {"at": city.at, **names}


def _names(city: City) -> tuple[tuple[str, Name], ...]:
    return ("name", city.name), ("large", city.large)
