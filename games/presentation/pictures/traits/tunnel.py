"""Tunnels: a portal around each space, with its top rounded (E4)."""

from typing import Final

from games.presentation.pictures.svg import element

SIGN: Final = element("path", class_="coupling", stroke_width=1.8, d="M-13 7V-2.8Q-13-7-8.8-7H8.8Q13-7 13-2.8V7")
