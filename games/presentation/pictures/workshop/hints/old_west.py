"""Hints for the Old West: portrait format, like its land."""

from typing import Final

from games.presentation.pictures.workshop.hints import Albers, Hints

HINTS: Final = Hints((920, 985), Albers(33, 46, -113.5, 40))
