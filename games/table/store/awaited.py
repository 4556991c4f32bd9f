"""Running games that wait for a player: their number and their rows, in hand-written SQL because every page needs it.

The list is read with a table (`whole_table`), whose reader may go on to the next game.
"""

from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection

from games.models import Game, Player
from games.table.store.columns import Columns
from games.table.store.sql import Row

GAME: Final = Columns(Game, "game", "id", "name", "ruleset", "options", "practice")
HOST: Final = Columns(Player, "host", "id", "name", "erased_at")
WAITING: Final = """
FROM games_seat seat
    JOIN games_turn turn ON turn.game_id = seat.game_id AND turn.seat = seat.number AND turn.closed_at IS NULL
    JOIN games_game game ON game.id = seat.game_id
    JOIN games_player host ON host.id = game.host_id
WHERE seat.player_id = %(reader)s AND game.status = %(running)s AND game.paused_at IS NULL
"""
COUNT: Final = f"SELECT count(DISTINCT turn.game_id) {WAITING}"
LIST: Final = f"""
SELECT {GAME.sql}, {HOST.sql}, min(turn.deadline_at) AS deadline {WAITING}
GROUP BY game.id, host.id
ORDER BY deadline, game.id
"""


class Awaited(NamedTuple):
    """A game that waits for a player, and its deadline; the row has the host and the columns that identify it."""

    game: Game
    deadline: datetime


def how_many_wait(player: Player) -> int:
    """Return how many games wait for the player, the number that `games.lobby.selectors.games_waiting_for` finds."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, {"reader": player.pk, "running": Game.Status.RUNNING})
        count: int = cursor.fetchone()[0]
        return count


def awaited(row: Row) -> Awaited:
    """Convert a row of `LIST`, whose rows are ordered by urgency."""
    game = GAME.instance(row[: GAME.count])
    game.host = HOST.instance(row[GAME.count : -1])
    return Awaited(game, row[-1])
