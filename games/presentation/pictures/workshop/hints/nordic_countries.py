"""Hints for the Nordic Countries: portrait format, in the projection that maps of the north have."""

from typing import Final

from games.presentation.pictures.workshop.hints import Albers, Hints

HINTS: Final = Hints((940, 1180), Albers(57, 69, 18, 63))
