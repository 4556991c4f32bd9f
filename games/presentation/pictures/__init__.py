"""Pictures of positions, as one viewer may see them: the same view drawn in the same way is always the same SVG.

`position` draws only the data that `engine.view` returned for a viewer; `empty` draws an empty board. A game on a board
is drawn on its map (`board`), the Card Game as a timetable of its rail yards (`yards`). `geometry` holds the positions
of everything on a map; `layout` computes it once, for a new board. The `ground` of a board, which never changes, is a
separate file that browsers cache; a page's picture is drawn over it.
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
"""The sizes for a window, for an email and for a list."""
LIGHTS: Final[Mapping[str, Callable[[], str]]] = {
    "auto": style_for_both,
    "day": lambda: style(DAY),
    "night": lambda: style(NIGHT),
}
"""The style sheets: light or dark as the reader's system is, always light, always dark."""
IN_A_PAGE: Final = "page"
"""An additional size and light, for a picture within a page, which has a style sheet for pictures and a key."""
_EVERY_SIZE: Final[Mapping[str, Size]] = {**SIZES, IN_A_PAGE: TABLE}
_YARDS: Final = {"thumbnail": yards_letter.thumbnail, "email": yards_letter.letter}
"""The sizes in which a game without a map is drawn differently from the table's picture."""


@dataclass(frozen=True)
class Way:
    """The way a picture is drawn: in one of SIZES and one of LIGHTS, or with both IN_A_PAGE.

    `ground`: the address of the file with the board's ground, for a page; "" if the picture contains it.
    """

    size: str = "table"
    light: str = "auto"
    ground: str = ""

    @property
    def style(self) -> str:
        """Return the picture's style sheet; "" in a page, which has its own."""
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

    `players`: the names at the seats; `last`: tracks that were just claimed; `lit`: highlighted tracks, which the
    viewer may claim. Raises NoPicture for a board whose geometry was never computed.
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
    """Draw an empty board, with the pieces that are on it from the start. Raises NoPicture."""
    board = rules.board
    if not board.routes:
        return position(board, yards.BEFORE, way)
    pieces = [PieceInCity(name, board.cities[city].slug) for name, cities in rules.pieces.items() for city in cities]
    return boards.drawn(board, Scene(pieces=pieces), _EVERY_SIZE[way.size], way.style, way.ground)
