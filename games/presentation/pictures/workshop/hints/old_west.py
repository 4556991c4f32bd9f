"""Upright, as its land is."""

from typing import Final

from games.presentation.pictures.workshop.hints import Albers, Hints

HINTS: Final = Hints((920, 985), Albers(33, 46, -113.5, 40))
