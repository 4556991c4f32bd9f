"""A board as part of a page: its tracks and cities are links, its colors come from the page's own style sheet.

The page contains the signs (`signs`) once, and refers to them from anywhere.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from django.utils.translation import gettext as _

from engine.boards import Board
from games.presentation.pictures.board import Drawing, layers
from games.presentation.pictures.geometry import geometry
from games.presentation.pictures.scene import Scene
from games.presentation.pictures.signs import SYMBOLS, WHEEL, every_definition
from games.presentation.pictures.sizes import PAGE
from games.presentation.pictures.svg import element, number, text_element
from games.presentation.words import title as translated_title

DECK: Final = "M-3.6-1.4H1.2V4.4H-3.6zM-1.6-1.4V-4.2H3.4V2.2H1.2"
"""The symbol of two cards, one on top of the other."""
CROP: Final = (580.0, 312.0)
"""The size of the part of a board that a phone shows around a chosen track."""


@dataclass(frozen=True)
class Links:
    """The addresses that tracks and cities link to, by slug; and the chosen track or city."""

    routes: Mapping[str, str] = field(default_factory=dict)
    cities: Mapping[str, str] = field(default_factory=dict)
    chosen: str = ""


def drawn(board: Board, scene: Scene, links: Links, ground: str) -> str:
    """Draw the board as an element of a page, its ground from the file with this address. Raises NoPicture.

    It is hidden from screen readers, since the page's text and lists contain its information and links, too.
    """
    at = geometry(board)
    wide, high = at.size
    drawing = Drawing(board.map, at, scene, PAGE, links.routes, links.cities, ground)
    shape = "tall" if high > wide else "wide"
    return element(
        "svg",
        text_element("title", _("Board: %(name)s") % {"name": translated_title(board.name)}),
        *layers(drawing),
        id="board",
        class_=f"board {shape}",
        viewBox=f"0 0 {wide} {high}",
        aria_hidden="true",
        focusable="false",
        data_crop=_find_crop(drawing, links.chosen),
    )


def _find_crop(drawing: Drawing, chosen: str) -> str:
    """Return the part of the board around a track or a city, as a view box."""
    if chosen in drawing.at.tracks:
        spaces = drawing.at.tracks[chosen].spaces
        x, y = (sum(space[axis] for space in spaces) / len(spaces) for axis in (0, 1))
    elif chosen in drawing.at.cities:
        x, y = drawing.at.cities[chosen].at
    else:
        return ""
    corner = [
        min(max(0.0, middle - part / 2), whole - part)
        for middle, part, whole in zip((x, y), CROP, drawing.at.size, strict=True)
    ]
    return " ".join(number(value) for value in (*corner, *CROP))


@cache
def signs() -> str:
    """Draw the signs to refer to from anywhere in a page: those of a board, and cards' (`sign-` and the kind)."""
    bare = element("defs", *_draw_bare_signs())
    return element(
        "svg", every_definition(), bare, class_="signs", aria_hidden="true", focusable="false", width=0, height=0
    )


def _draw_bare_signs() -> Iterator[str]:
    """Draw symbols without a card, in the color of the surrounding text."""
    for kind, path in SYMBOLS.items():
        yield _wrap_symbol(kind, element("path", fill="currentColor", d=path))
    line = {"fill": "none", "stroke": "currentColor"}
    yield _wrap_symbol("locomotive", element("path", **line, stroke_width=1.1, d=WHEEL))
    yield _wrap_symbol("deck", element("path", **line, stroke_width=0.9, stroke_linejoin="round", d=DECK))


def _wrap_symbol(kind: str, drawn: str) -> str:
    return element("symbol", drawn, id=f"sign-{kind}", viewBox="-6 -6 12 12")
