"""What a board may say of its picture: a module for each, named as the board's file; one without gets a picture too."""

from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules


@dataclass(frozen=True)
class Albers:
    """Albers' conic projection: its two standard parallels, and the place in the middle, in degrees."""

    south: float
    north: float
    longitude: float
    latitude: float


@dataclass(frozen=True)
class Hints:
    """`size`: width and height of the picture in units. `albers`: how the earth is put on paper."""

    size: tuple[float, float] | None = None
    albers: Albers | None = None


def hints(name: str) -> Hints:
    """The hints for the board with this file name."""
    if name not in {module.name for module in iter_modules(__path__)}:
        return Hints()
    found: Hints = import_module(f"{__name__}.{name}").HINTS
    return found
