"""What stands on a board besides trains and markers: a module for each kind of piece, named as a view names it.

A module has a `PIECE`. A new piece brings its sign in a new file, and a piece without one is not drawn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from django.utils.functional import Promise

View = Mapping[str, Any]


@dataclass(frozen=True)
class Piece:
    """A kind of piece: its sign as SVG around the origin, what it is called, and the cities where a view says it is.

    `beside`: from the middle of its city to where it is drawn, in units.
    """

    sign: str
    title: Promise
    cities: Callable[[Any], Sequence[str]]
    beside: tuple[float, float] = (10.0, -15.0)


@cache
def pieces() -> Mapping[str, Piece]:
    """All kinds of pieces, by the names that views have for them."""
    return {module.name: import_module(f"{__name__}.{module.name}").PIECE for module in iter_modules(__path__)}


def standing(view: View) -> Iterator[tuple[str, str]]:
    """Each piece that a view shows, with the city where it is."""
    for name, piece in pieces().items():
        if name in view:
            yield from ((name, city) for city in piece.cities(view[name]))
