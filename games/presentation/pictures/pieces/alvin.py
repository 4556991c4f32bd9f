"""Alvin: a visitor in a saucer (W11)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.pictures.pieces import Piece
from games.presentation.pictures.svg import element

BEAM: Final = element("path", class_="lit-inside", stroke_width=2, d="M-3 4L-5 9M3 4L5 9M0 4V9")
DOME: Final = element("path", class_="c-green", d="M-5 0a5 6 0 0 1 10 0z")
SAUCER: Final = element("path", class_="c-locomotive", d="M-11 1.5q11-6 22 0q-11 6-22 0z")
LIGHTS: Final = element("path", class_="c-locomotive-mark", d="M-6.6.8h2v1.4h-2zM-1 1.4h2v1.4h-2zM4.6.8h2v1.4h-2z")

PIECE: Final = Piece(BEAM + DOME + SAUCER + LIGHTS, _("Alvin"), lambda view: [view["alvin"]["city"]])
