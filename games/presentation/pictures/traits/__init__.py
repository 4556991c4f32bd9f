"""Signs of routes' attributes: a module for each, named like the attribute on boards.

A module has a `SIGN`, as SVG around the middle of a space, that is drawn on every open space of such a track. A new
attribute brings its sign in a new file, and its name in its game's words; one without a sign is not drawn.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from engine.boards import Board, RouteFact


@cache
def signs() -> Mapping[str, str]:
    """Return all signs, by their attributes."""
    return {module.name: import_module(f"{__name__}.{module.name}").SIGN for module in iter_modules(__path__)}


def shown(route: RouteFact) -> Iterator[str]:
    """Yield the attributes of a route that have a sign."""
    return (name for name in route.attributes if name in signs())


def on(board: Board) -> list[str]:
    """Return the attributes with a sign that routes of this board have."""
    return sorted({name for route in board.routes for name in shown(route)})
