"""Spaces of which any few cards stand for one: a row of small cards (N7)."""

from typing import Final

from games.presentation.pictures.svg import element

SIGN: Final = element(
    "path", class_="coupling", stroke_width=1.8, d="M-7.5-2.5V2.5M-2.5-2.5V2.5M2.5-2.5V2.5M7.5-2.5V2.5"
)
