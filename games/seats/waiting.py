"""Running games that wait for a player: how many, and what they are called. Every page asks, so it is written out."""

from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection

from games.models import Game, Player
from games.store.columns import Columns

GAME: Final = Columns(Game, "game", "id", "name", "ruleset", "options", "practice", "paused_at")
HOST: Final = Columns(Player, "host", "id", "name", "erased_at")
WAITING: Final = """
FROM games_seat seat
    JOIN games_turn turn ON turn.game_id = seat.game_id AND turn.seat = seat.number AND turn.closed_at IS NULL
    JOIN games_game game ON game.id = seat.game_id
    JOIN games_player host ON host.id = game.host_id
WHERE seat.player_id = %s AND game.status = %s
"""
COUNT: Final = f"SELECT count(DISTINCT turn.game_id) {WAITING}"
LIST: Final = f"""
SELECT {GAME.sql}, {HOST.sql}, min(turn.deadline_at) AS deadline {WAITING}
GROUP BY game.id, host.id
ORDER BY deadline, game.id
"""


class Awaited(NamedTuple):
    """A game that waits for a player until then: the row with its host, and as many columns as tell what it is."""

    game: Game
    deadline: datetime


def how_many(player: Player) -> int:
    """As many as `selectors.games_waiting_for` finds."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [player.pk, Game.Status.RUNNING])
        count: int = cursor.fetchone()[0]
        return count


def games(player: Player) -> list[Awaited]:
    """The same games in the same order, the most urgent first, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(LIST, [player.pk, Game.Status.RUNNING])
        return [_awaited(row) for row in cursor.fetchall()]


def _awaited(row: tuple[object, ...]) -> Awaited:
    game = GAME.instance(row[: GAME.count])
    game.host = HOST.instance(row[GAME.count : -1])
    deadline = row[-1]
    assert isinstance(deadline, datetime)
    return Awaited(game, deadline)
