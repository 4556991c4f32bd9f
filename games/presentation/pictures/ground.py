"""A board's ground: land, rails and the cities' names, which no move changes, as a file that browsers cache.

A page draws a position over it: `<use href="ground.svg#land">`. Elements that `use` includes from another file know
neither the classes nor the style sheets of the page, but inherit from it, including its custom properties. So each
element here has its colors as attributes, derived from the rules of all other pictures, and each color is the page's,
by day or by night; opened alone, the file looks as by day.
It contains neither secrets nor words of any language except the names on the map.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Final

from engine.boards import Board
from games.presentation.pictures.board import LAND, RAILS, land, rails
from games.presentation.pictures.geometry import Geometry, geometry
from games.presentation.pictures.palette import by_property, style
from games.presentation.pictures.sizes import NAMES, large_name, lettered, small_name
from games.presentation.pictures.svg import element

RULE: Final = re.compile(r"([^{}]+)\{([^}]*)\}")
CLASS: Final = re.compile(r' class="([\w-]+)"')


@cache
def drawn(board: Board) -> str:
    """Draw the file of a board's ground. Raises NoPicture."""
    at = geometry(board)
    wide, high = at.size
    return element(
        "svg",
        element("g", _color_layer(land(board)), id=LAND),
        element("g", _color_layer(rails(board)), id=RAILS),
        element("g", *_draw_names(at), id=NAMES),
        *(element("g", _color_layer(lettered(city.large)), id=large_name(slug)) for slug, city in at.cities.items()),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {high}",
    )


@cache
def version(board: Board) -> str:
    """Return a hash of the file, which changes whenever the file does. Raises NoPicture."""
    return sha256(drawn(board).encode()).hexdigest()[:12]


def _draw_names(at: Geometry) -> Iterator[str]:
    for slug, city in at.cities.items():
        yield element("g", _color_layer(lettered(city.name)), id=small_name(slug))


def _color_layer(layer: str) -> str:
    """Replace the classes in a layer by their colors."""
    return CLASS.sub(lambda match: _inks()[match[1]], layer)


@cache
def _inks() -> Mapping[str, str]:
    """Return, for each class, the attributes that correspond to its rules in the style sheet."""
    attributes: dict[str, str] = {}
    for name, rule in _read_rules():
        attributes[name] = attributes.get(name, "") + rule
    return attributes


def _read_rules() -> Iterator[tuple[str, str]]:
    for selectors, rule in RULE.findall(style(by_property())):
        pairs = (declaration.split(":") for declaration in rule.split(";") if declaration)
        attributes = "".join(f' {name}="{value}"' for name, value in pairs)
        for selector in selectors.split(","):
            yield selector.removeprefix("."), attributes
