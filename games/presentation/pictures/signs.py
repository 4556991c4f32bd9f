"""Signs that distinguish card colors and seats without color: a symbol for each color, a mark for each seat.

A picture contains `definitions` once and refers to them by their ids: `slot-red` an open space, `boat-gray` one of a
ferry, `wheel` a locomotive, `train-1` and `engine-1` a train of the first seat, `marker-1` its city marker, `piece-`
and a name another piece on a board (`piece-` and a name and `-1` if it is the first seat's), `trait-` and a name an
attribute of its tracks.
"""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Final

from games.presentation.pictures import traits
from games.presentation.pictures.marks import MARKS
from games.presentation.pictures.pieces import pieces
from games.presentation.pictures.shape import SLOT, TRAIN
from games.presentation.pictures.svg import element

SYMBOLS: Final = {
    "red": "M0-3.9L4.1 0 0 3.9-4.1 0z",
    "orange": "M-3.7-2.4L-2.4-3.7 0-1.3 2.4-3.7 3.7-2.4 1.3 0 3.7 2.4 2.4 3.7 0 1.3-2.4 3.7-3.7 2.4-1.3 0z",
    "yellow": "M0-3.2a3.2 3.2 0 1 0 .01 0z",
    "green": "M0-3.9L4.1 3.3H-4.1z",
    "blue": "M-2.9-3.4h2v6.8h-2zM.9-3.4h2v6.8h-2z",
    "purple": "M-1-3.7h2v2.7h2.7v2h-2.7v2.7h-2v-2.7h-2.7v-2h2.7z",
    "black": "M-5-1.3h2.6v2.6h-2.6zM-1.3-1.3h2.6v2.6h-2.6zM2.4-1.3h2.6v2.6h-2.6z",
    "white": "M-5-1.1h10v2.2h-10z",
}
"""The symbols of colors, each about eight units wide and seven high around the origin."""

WHEEL: Final = "M0-3.6V3.6M-3.1-1.8L3.1 1.8M-3.1 1.8L3.1-1.8M0-3.6a3.6 3.6 0 1 0 .01 0z"
HATCHING: Final = "M-9 4L-4-4M-3 4L2-4M3 4L8-4"
WAVE: Final = "M-7 2.5q1.75-2.4 3.5 0t3.5 0 3.5 0 3.5 0"

SMALL: Final = (20.0, 10.0)
SEATS: Final = len(MARKS)
BOAT: Final = "M-12 0L-7.5-5.5H7.5L12 0 7.5 5.5H-7.5z"


def definitions(more: Collection[str] = ()) -> str:
    """Return the definitions that every picture has, and those of the pieces and attributes in `more`."""
    return element("defs", _common(), *(drawn for name, drawn in _of_some_boards().items() if name in more))


@cache
def every_definition() -> str:
    """Return the definitions of all signs."""
    return definitions(_of_some_boards())


@cache
def _common() -> str:
    return "".join((*_draw_slots(), *_draw_trains(), *_draw_markers()))


@cache
def _of_some_boards() -> dict[str, str]:
    """Return the signs of pieces and attributes, which only some boards have, by name."""
    signs = [sign for kind, piece in pieces().items() for sign in piece.signs(kind, SEATS)]
    signs += [(f"trait-{name}", drawn) for name, drawn in traits.signs().items()]
    return {name: element("g", drawn, id=name) for name, drawn in signs}


def symbol(color: str) -> str:
    """Draw the symbol of a card color around the origin; for a locomotive a wheel."""
    if color == "locomotive":
        return element("path", class_="c-locomotive-line", stroke_width=1.2, d=WHEEL)
    return element("path", class_=f"c-{color}-mark", d=SYMBOLS[color])


def _draw_slots() -> Iterator[str]:
    for color in SYMBOLS:
        yield element("g", _draw_oblong(SLOT, f"c-{color}"), symbol(color), id=f"slot-{color}")
        yield element("g", element("path", class_=f"c-{color}", d=BOAT), symbol(color), id=f"boat-{color}")
    hatching = element("path", class_="c-gray-line", stroke_width=0.8, d=HATCHING)
    yield element("g", _draw_oblong(SLOT, "c-gray"), hatching, id="slot-gray")
    wave = element("path", class_="c-gray-line", stroke_width=1, d=WAVE)
    yield element("g", element("path", class_="c-gray", d=BOAT), wave, id="boat-gray")
    yield element("g", element("path", class_="c-locomotive", d=BOAT), symbol("locomotive"), id="wheel")
    yield element("g", _draw_oblong(SMALL, "c-locomotive"), symbol("locomotive"), id="wheel-small")


def _draw_oblong(size: tuple[float, float], kind: str) -> str:
    wide, high = size
    return element("rect", class_=kind, x=-wide / 2, y=-high / 2, width=wide, height=high, rx=1.5)


def _draw_trains() -> Iterator[str]:
    wide, high = TRAIN[0] / 2, TRAIN[1] / 2
    nose = f"M{-wide}-{high}H{wide - 6}q6 0 6 {high}q0 {high}-6 {high}H{-wide}z"
    for number, mark in enumerate(MARKS, 1):
        roof = element("path", class_=f"s-{number}-mark", fill_rule="evenodd", d=mark)
        yield element("g", _draw_oblong(TRAIN, f"s-{number}"), roof, id=f"train-{number}")
        yield element("g", element("path", class_=f"s-{number}", d=nose), roof, id=f"engine-{number}")


def _draw_markers() -> Iterator[str]:
    for number, mark in enumerate(MARKS, 1):
        disc = element("circle", class_=f"s-{number}", r=11)
        rim = element("circle", class_=f"s-{number}-line", r=9.2, stroke_width=0.9)
        sign = element("path", class_=f"s-{number}-mark", fill_rule="evenodd", transform="scale(.8)", d=mark)
        yield element("g", disc, rim, sign, id=f"marker-{number}")
