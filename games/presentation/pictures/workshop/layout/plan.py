"""The input of the layout: a board's facts, as bundles of parallel tracks between cities, and its hints."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from engine.boards import Board
from games.presentation.pictures.geometry import file_name
from games.presentation.pictures.workshop.hints import Albers, hints
from games.presentation.pictures.workshop.layout.arrays import Points
from games.presentation.pictures.workshop.layout.projection import around, project
from games.presentation.pictures.workshop.map import BaseMap, find_map

AREA_OF_A_SPACE: Final = 2900.0
"""The area of a board for each of its spaces, in square units."""
FLATTEST, NARROWEST = 1.6, 0.75


@dataclass(frozen=True)
class Bundle:
    """The parallel tracks of a route: their numbers on the board, the cities they connect, their numbers of spaces."""

    tracks: tuple[int, ...]
    ends: tuple[int, int]
    lengths: tuple[int, ...]

    @property
    def length(self) -> int:
        """Return the number of spaces of the longest track."""
        return max(self.lengths)

    @property
    def width(self) -> int:
        """Return the number of parallel tracks."""
        return len(self.tracks)


@dataclass(frozen=True)
class LayoutPlan:
    """A board as the layout sees it."""

    board: Board
    degrees: Points
    bundles: tuple[Bundle, ...]
    albers: Albers
    size: tuple[float, float]
    base_map: BaseMap | None
    """None for a fictional place."""

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Return the cities at the ends of each bundle."""
        return [bundle.ends for bundle in self.bundles]


def planned(board: Board, larger: float = 1.0) -> LayoutPlan:
    """Return the plan of a board, on a sheet so many times as wide and high. Raise NoBaseMap if no map shows it."""
    degrees = np.array([(city.longitude, city.latitude) for city in board.cities])
    board_hints = hints(file_name(board))
    albers = board_hints.albers or around(degrees)
    wide, high = board_hints.size or _size(board, project(albers, degrees))
    base_map = None if board_hints.fictional else find_map((city.longitude, city.latitude) for city in board.cities)
    return LayoutPlan(board, degrees, _bundles(board), albers, (larger * wide, larger * high), base_map)


def _size(board: Board, plain: Points) -> tuple[float, float]:
    width, height = plain.max(axis=0) - plain.min(axis=0)
    shape = min(FLATTEST, max(NARROWEST, float(width / height)))
    area = AREA_OF_A_SPACE * sum(route.length for route in board.routes)
    return 20 * round(sqrt(area * shape) / 20), 20 * round(sqrt(area / shape) / 20)


def _bundles(board: Board) -> tuple[Bundle, ...]:
    tracks_by_group: dict[str, list[int]] = {}
    for number, route in enumerate(board.routes):
        tracks_by_group.setdefault(route.group or route.slug, []).append(number)
    return tuple(
        Bundle(tuple(tracks), board.routes[tracks[0]].ends, tuple(board.routes[track].length for track in tracks))
        for tracks in tracks_by_group.values()
    )
