"""Panels that other apps add to a game's admin page, without `games` depending on them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.models import Game


@dataclass(frozen=True, slots=True)
class DeskPanel:
    """A titled table on the page. It is left out if it has no rows."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


Maker = Callable[[Game], DeskPanel]
_makers: list[Maker] = []


def register(maker: Maker) -> Maker:
    """Register a function whose panels are shown on the game's page; usable as a decorator."""
    _makers.append(maker)
    return maker


def of_game(game: Game) -> list[DeskPanel]:
    """Return every panel of the game, in order of registration."""
    return [maker(game) for maker in _makers]
