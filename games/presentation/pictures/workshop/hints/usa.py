"""Hints for the USA: landscape format, in the usual projection for maps of the United States."""

from typing import Final

from games.presentation.pictures.workshop.hints import Albers, Hints

HINTS: Final = Hints((1200, 800), Albers(29.5, 45.5, -96, 38))
