"""What other apps show on a game's admin page, without `games` knowing them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.models import Game


@dataclass(frozen=True, slots=True)
class DeskPanel:
    """A table under a title. It is not shown without rows."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


Maker = Callable[[Game], DeskPanel]
_makers: list[Maker] = []


def register(maker: Maker) -> Maker:
    """Show what this maker returns on the game's page; usable as a decorator."""
    _makers.append(maker)
    return maker


def of_game(game: Game) -> list[DeskPanel]:
    """Return every panel of the game, in the order registered."""
    return [maker(game) for maker in _makers]
