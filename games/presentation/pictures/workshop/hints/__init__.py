"""Hints for a board's picture: a module for each board, named like the board's file. Boards without hints get pictures,
too.
"""

from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules


@dataclass(frozen=True)
class Albers:
    """Albers' conic projection: its two standard parallels, and the center, in degrees."""

    south: float
    north: float
    longitude: float
    latitude: float


@dataclass(frozen=True)
class Hints:
    """Hints for the layout. `size`: width and height of the picture in units. `albers`: the projection of its map.

    `fictional`: its cities are on no map, and so each gets an island.
    """

    size: tuple[float, float] | None = None
    albers: Albers | None = None
    fictional: bool = False


def hints(name: str) -> Hints:
    """Return the hints for the board with this file name."""
    if name not in {module.name for module in iter_modules(__path__)}:
        return Hints()
    board_hints: Hints = import_module(f"{__name__}.{name}").HINTS
    return board_hints
