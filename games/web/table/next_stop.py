"""The next table that waits for the viewer, without going back to the list."""

from dataclasses import dataclass

from games import words
from games.web.table.sight import Sight
from games.web.when import Left, left


@dataclass(frozen=True)
class NextStop:
    """The game that waits for the viewer and is due first. `waiting`: how many do, this one among them."""

    game_id: str
    name: str
    left: Left
    waiting: int


def find(sight: Sight) -> NextStop | None:
    """The next one; None for anyone who has come by a link to this game alone."""
    stops = [one for one in sight.awaited or () if one.game.pk != sight.game.pk and one.game.paused_at is None]
    if not stops:
        return None
    first = stops[0]
    return NextStop(first.game.pk, words.game_name(first.game), left(first.deadline, sight.now), len(stops))
