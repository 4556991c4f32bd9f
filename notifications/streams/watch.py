"""Detection of news: one statement for all streams of a process, on the state of games and accounts."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db import connection

LOOKS: Final = """
SELECT game.id, md5(concat_ws('|', game.head, game.lines, game.status, game.name, game.host_id, game.talk_open,
    game.proposals_open, game.closes_at, game.secrets_open_at, game.paused_at, game.ended_at,
    (SELECT string_agg(concat_ws(',', seat.number, seat.player_id, seat.status, seat.open_since), ';'
        ORDER BY seat.number) FROM games_seat seat WHERE seat.game_id = game.id)))
FROM games_game game WHERE game.id = ANY(%(games)s)
UNION ALL SELECT ear.player_id, ear.last::text FROM notifications_listening ear WHERE ear.player_id = ANY(%(players)s)
UNION ALL SELECT event.player_id, 'waiting' FROM notifications_accountevent event WHERE event.number IS NULL
"""
"""A game's hash is never sent to anyone: it only shows that something may be new for somebody."""


class Looks(NamedTuple):
    """The state of games and players, by id, and whether events wait for their numbers."""

    by_name: dict[str, str]
    waiting: bool


def look(games: Iterable[str], players: Iterable[str]) -> Looks:
    """Return the present state of these games and accounts."""
    with connection.cursor() as cursor:
        cursor.execute(LOOKS, {"games": list(games), "players": list(players)})
        rows = cursor.fetchall()
    by_name = {name: state for name, state in rows if state != "waiting"}
    return Looks(by_name, len(by_name) < len(rows))
