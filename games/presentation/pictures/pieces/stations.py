"""Stations: a small house in the color and with the mark of its owner, which stands on its city (E6)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.pictures.marks import MARKS
from games.presentation.pictures.pieces import OwnedPiece
from games.presentation.pictures.svg import element

HOUSE: Final = "M-11-3L0-12 11-3V10H-11z"


def _draw(seat: int) -> str:
    house = element("path", class_=f"s-{seat}", d=HOUSE)
    mark = element("path", class_=f"s-{seat}-mark", fill_rule="evenodd", transform="translate(0 3)", d=MARKS[seat - 1])
    return house + mark


PIECE: Final = OwnedPiece(_draw, _("station"), lambda view: view["stations"], (0.0, 0.0))
