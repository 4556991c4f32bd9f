"""Lanterns that still shine."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.pictures.pieces import Piece
from games.presentation.pictures.svg import element

GLOW: Final = element("circle", class_="own", r=9)
GLASS: Final = element("path", class_="c-yellow", d="M-4-4h8l-1.2 9h-5.6z")
FRAME: Final = element("path", class_="c-locomotive", d="M-4.6-6h9.2v2h-9.2zM-3.4 5h6.8v2h-6.8zM-1.6-8h3.2v2h-3.2z")

PIECE: Final = Piece(GLOW + GLASS + FRAME, _("lantern"), lambda view: view["lanterns"], (11.0, -12.0))
