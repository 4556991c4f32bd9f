"""The next table that waits for the viewer, reachable without the list."""

from dataclasses import dataclass

from games.presentation import words
from games.web.table.sight import Sight
from games.web.when import Left, left


@dataclass(frozen=True)
class NextStop:
    """The game that waits for the viewer and is due first. `waiting`: how many games wait, including this one."""

    game_id: str
    name: str
    time_left: Left
    waiting: int


def find(sight: Sight) -> NextStop | None:
    """Return the next game that waits for the viewer; None if there is none, or if they came by a link to this game."""
    others = [awaited for awaited in sight.awaited or () if awaited.game.pk != sight.game.pk]
    stops = [awaited for awaited in others if not awaited.game.practice]  # their deadline is not what ends them
    if not stops:
        return None
    first = stops[0]
    return NextStop(first.game.pk, words.game_name(first.game), left(first.deadline, sight.now), len(stops))
