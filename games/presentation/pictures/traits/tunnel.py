"""Tunnels: a portal's arch over each space (E4)."""

from typing import Final

from games.presentation.pictures.svg import element

SIGN: Final = element("path", class_="c-locomotive-line", stroke_width=1.4, d="M-12.6 6.2V-2q0-5 5-5H7.6q5 0 5 5V6.2")
