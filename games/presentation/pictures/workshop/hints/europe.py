"""Hints for Europe: landscape format, in the projection that maps of the continent have."""

from typing import Final

from games.presentation.pictures.workshop.hints import Albers, Hints

HINTS: Final = Hints((1320, 900), Albers(40, 56, 16, 48))
