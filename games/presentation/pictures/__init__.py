"""Pictures of positions, as one viewer may see them: the same view in the same way is always the same SVG.

`position` draws what `engine.view` told a viewer, and nothing else can come in; `empty` draws a board before anyone has
played. A game on a board is drawn on its map (`board`), the Card Game as a timetable of its rail yards (`yards`).
`geometry` says where everything lies on a map; `layout` works that out once, when a board is new. What never changes on
a board, its `ground`, is a file of its own, which browsers keep; a page's picture lies on it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine import Ruleset
from engine.boards import Board
from engine.views import View
from games.presentation.pictures import board as boards
from games.presentation.pictures import captions, yards, yards_letter
from games.presentation.pictures.palette import DAY, NIGHT, style, style_for_both
from games.presentation.pictures.pieces import PieceInCity
from games.presentation.pictures.scene import Scene
from games.presentation.pictures.sizes import ALONE, EMAIL, TABLE, THUMBNAIL, Size

SIZES: Final[Mapping[str, Size]] = {"table": ALONE, "email": EMAIL, "thumbnail": THUMBNAIL}
"""Sizes for a window, for an email, for a list."""
LIGHTS: Final[Mapping[str, Callable[[], str]]] = {
    "auto": style_for_both,
    "day": lambda: style(DAY),
    "night": lambda: style(NIGHT),
}
"""Style sheets that are light or dark as the reader's system is, always light, always dark."""
IN_A_PAGE: Final = "page"
"""A size and a light beside those, for a picture within a page, which has a style sheet for pictures and a key."""
_EVERY_SIZE: Final[Mapping[str, Size]] = {**SIZES, IN_A_PAGE: TABLE}
_YARDS: Final = {"thumbnail": yards_letter.thumbnail, "email": yards_letter.letter}
"""Pictures of a game without a map that are not like the table's."""


@dataclass(frozen=True)
class Way:
    """How a picture is drawn: in one of SIZES and one of LIGHTS, or with both IN_A_PAGE.

    `ground`: the address of the file that a page has the board's ground from; "" if the picture stands alone.
    """

    size: str = "table"
    light: str = "auto"
    ground: str = ""

    @property
    def style(self) -> str:
        """Return the picture's style sheet; "" in a page, which has one."""
        return _style(self.light)


@cache
def _style(light: str) -> str:
    return "" if light == IN_A_PAGE else LIGHTS[light]()


def position(
    board: Board,
    view: View,
    way: Way,
    *,
    players: Sequence[str] = (),
    last: Collection[str] = (),
    lit: Sequence[str] = (),
) -> str:
    """Draw the picture of a position.

    `players`: the names at the seats; `last`: tracks that were just claimed; `lit`: those that the viewer may claim and
    had better see. Raises NoPicture for a board whose geometry was never worked out.
    """
    if board.routes:
        scene = Scene.from_view(board, view, lit=lit, last=last, players=players)
        return boards.drawn(board, scene, _EVERY_SIZE[way.size], way.style, way.ground)
    table = yards.CardTable(board, view, players)
    return _YARDS.get(way.size, yards.drawn)(table, way.style)


def caption(board: Board, view: View, *, players: Sequence[str] = (), last: Collection[str] = ()) -> str:
    """Describe the picture of a position to anyone who can't see it."""
    if board.routes:
        return captions.position(board, Scene.from_view(board, view, last=last, players=players))
    return yards.described(yards.CardTable(board, view, players))


def empty(rules: Ruleset, way: Way) -> str:
    """Draw a board on which nobody has played, with what stands there from the start. Raises NoPicture."""
    board = rules.board
    if not board.routes:
        return position(board, yards.BEFORE, way)
    pieces = [PieceInCity(name, board.cities[city].slug) for name, cities in rules.pieces.items() for city in cities]
    return boards.drawn(board, Scene(pieces=pieces), _EVERY_SIZE[way.size], way.style, way.ground)
