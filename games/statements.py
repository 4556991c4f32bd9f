"""The statements that every move runs, written out.

Django would take longer to write them than PostgreSQL to run them, and would need two where one is enough. They are
nothing but what `save`, `bulk_create` and `only` would do; everything else leaves SQL to Django.
"""

from typing import Any, Final

from django.db import connection
from psycopg.types.json import Jsonb

from engine.codec import canonical
from engine.record import Record
from games.models import Entry, Game, GameSecret, Player, Seat

RECORD: Final = """
WITH entry AS (
    INSERT INTO games_entry (game_id, number, kind, seat, at, public, hash)
    VALUES (%(game)s, %(number)s, %(kind)s, %(seat)s, %(at)s, %(public)s, %(hash)s)
)
INSERT INTO games_entrysecret (game_id, number, holder, salt, body)
SELECT %(game)s, %(number)s, part.*
FROM unnest(%(holders)s::smallint[], %(salts)s::bytea[], %(bodies)s::bytea[]) AS part
"""

REMEMBER: Final = """
WITH position AS (
    UPDATE games_gamesecret
    SET position = %(position)s, position_number = %(head)s, chance_counter = %(counter)s
    WHERE game_id = %(game)s
)
UPDATE games_game
SET head = %(head)s, chain = %(chain)s, status = %(status)s, seats_wanted = %(seats)s, started_at = %(started)s,
    ended_at = %(ended)s, secrets_open_at = %(open)s
WHERE id = %(game)s
"""

SEATS: Final = """
SELECT seat.id, seat.game_id, seat.number, seat.player_id, seat.status, seat.timeouts_in_a_row,
       player.id, player.kind, player.erased_at
FROM games_seat seat LEFT JOIN games_player player ON player.id = seat.player_id
WHERE seat.game_id = %s
ORDER BY seat.number
"""
SEAT: Final = ("id", "game_id", "number", "player_id", "status", "timeouts_in_a_row")
PLAYER: Final = ("id", "kind", "erased_at")


def insert(entry: Entry, written: Record) -> None:
    """Insert an entry with all its secret parts. Raises IntegrityError where its number is taken."""
    parts = written.secrets
    _run(
        RECORD,
        {
            "game": entry.game_id,
            "number": entry.number,
            "kind": entry.kind,
            "seat": entry.seat,
            "at": entry.at,
            "public": Jsonb(entry.public),
            "hash": entry.hash,
            "holders": [part.holder for part in parts],
            "salts": [part.salt for part in parts],
            "bodies": [canonical(part.body) for part in parts],
        },
    )


def remember(game: Game, secret: GameSecret) -> None:
    """Save what an entry has changed of a game's row, and the position that it led to."""
    _run(
        REMEMBER,
        {
            "game": game.id,
            "head": game.head,
            "chain": game.chain,
            "status": game.status,
            "seats": game.seats_wanted,
            "started": game.started_at,
            "ended": game.ended_at,
            "open": game.secrets_open_at,
            "position": secret.position,
            "counter": secret.chance_counter,
        },
    )


def seats_of(game: Game) -> list[Seat]:
    """A game's seats by number, with as much of who holds them as is needed to tell them something."""
    with connection.cursor() as cursor:
        cursor.execute(SEATS, [game.id])
        return [_seat(game, row) for row in cursor.fetchall()]


def _seat(game: Game, row: tuple[Any, ...]) -> Seat:
    seat: Seat = Seat.from_db(connection.alias, SEAT, row[: len(SEAT)])
    seat.game = game
    if seat.player_id is not None:
        seat.player = Player.from_db(connection.alias, PLAYER, row[len(SEAT) :])
    return seat


def _run(statement: str, parameters: dict[str, Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
