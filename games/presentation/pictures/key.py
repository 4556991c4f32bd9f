"""The strip below a board that is shown alone: its name, the meaning of the spaces, and the values of routes."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from engine.boards import GRAY, Board
from engine.cards import KINDS
from games.presentation.pictures import traits
from games.presentation.pictures.lettering import lettering
from games.presentation.pictures.shape import SLOT
from games.presentation.pictures.svg import element, text, used
from games.presentation.words import title as translated_title
from games.presentation.words.colors import CARDS
from games.presentation.words.vocabulary import ATTRIBUTES

SIZE, TITLE = 15.0, 24.0
LINE, MARGIN, GAP = 26.0, 24.0, 20.0


class Strip(NamedTuple):
    """The strip as SVG, and by how much it increases the picture's height."""

    drawn: str
    height: float


NOTHING: Final = Strip("", 0)


class KeyItem(NamedTuple):
    """An item of the strip, drawn at the origin of its baseline, and its width."""

    drawn: str
    width: float


def strip(board: Board, wide: float, top: float) -> Strip:
    """Draw the strip below a board of this width that ends at `top`, in as many lines as needed."""
    x, y, placed = MARGIN, top + MARGIN + SIZE, []
    for part in _list_items(board):
        if x + part.width > wide - MARGIN and x > MARGIN:
            x, y = MARGIN, y + LINE
        placed.append(element("g", part.drawn, transform=f"translate({x:g} {y:g})"))
        x += part.width + GAP
    height = y - top + MARGIN - 4
    paper = element("rect", class_="paper", y=top, width=wide, height=height)
    return Strip(paper + "".join(placed), height)


def _list_items(board: Board) -> Iterator[KeyItem]:
    titles, words = lettering("titles"), lettering("names")
    title = translated_title(board.name)
    yield KeyItem(text(titles, title, 0, 0, TITLE, "text"), titles.width(title, TITLE) + 10)
    used_colors = {route.color for route in board.routes}
    for number, kind in enumerate(KINDS):
        if number in used_colors:
            yield _draw_slot(f"slot-{kind}", str(CARDS[kind]))
    if GRAY in used_colors:
        yield _draw_slot("slot-gray", _("any color"))
    if any(route.ferry_locomotives for route in board.routes):
        yield _draw_slot("wheel", _("ferry: a locomotive"))
    for name in traits.on(board):
        yield _draw_slot("slot-gray", str(ATTRIBUTES.get(name, name)), f"trait-{name}")
    points = _("Points: %(list)s") % {"list": "   ".join(f"{n} = {worth}" for n, worth in _worth(board))}
    yield KeyItem(text(words, points, 0, 0, SIZE, "text"), words.width(points, SIZE))


def _draw_slot(sign: str, label: str, overlay: str = "") -> KeyItem:
    words, at = lettering("names"), (SLOT[0] / 2, -5.2)
    drawn = used(sign, *at) + (used(overlay, *at) if overlay else "") + text(words, label, SLOT[0] + 6, 0, SIZE, "text")
    return KeyItem(drawn, SLOT[0] + 6 + words.width(label, SIZE))


def _worth(board: Board) -> list[tuple[int, int]]:
    lengths = {route.length for route in board.routes}
    return [(length, worth) for length, worth in sorted(board.route_points.items()) if length in lengths]
