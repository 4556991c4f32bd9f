"""The next table that waits for the viewer, without going back to the list."""

from dataclasses import dataclass

from games import words
from games.seats import selectors
from games.web.table.sight import Sight
from games.web.when import Left, left


@dataclass(frozen=True)
class NextStop:
    """The game that waits for the viewer and is due first. `waiting`: how many do, this one among them."""

    game_id: str
    name: str
    left: Left
    waiting: int


def of(sight: Sight) -> NextStop | None:
    """The next one, in one query; None for who has come by a link to this game alone."""
    if sight.player is None or sight.alone:
        return None
    waiting = selectors.games_waiting_for(sight.player).filter(paused_at=None).exclude(pk=sight.game.pk)
    games = list(waiting)
    if not games:
        return None
    first = games[0]
    name = words.called(first)
    return NextStop(first.pk, name, left(getattr(first, "deadline", sight.now), sight.now), len(games))
