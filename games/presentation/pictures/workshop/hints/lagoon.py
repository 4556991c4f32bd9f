"""Hints for the Lagoon, whose islands are on no map."""

from typing import Final

from games.presentation.pictures.workshop.hints import Hints

HINTS: Final = Hints(fictional=True)
