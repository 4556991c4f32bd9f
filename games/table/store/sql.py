"""Hand-written statements that are run by every move, every look at a game and every email.

Django would take longer to build them than PostgreSQL to run them. They do the same as `select_related`, `save` and
`bulk_create`; everything else leaves SQL to Django.

Statements that are always needed together go to PostgreSQL in one message, and run one after the other, each with its
own snapshot: a statement that follows a lock sees what the lock's previous holder has committed.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.backends.utils import CursorWrapper

from engine.codec import Json
from games import replica
from games.models import Game, GameSecret, Player, Seat, Turn
from games.models.packed import Unpacked, unpack
from games.table.store.columns import Columns

Row = tuple[Any, ...]
"""A row of PostgreSQL with any columns."""

GAME: Final = Columns(Game, "game")
SECRET: Final = Columns(GameSecret, "secret")
SEAT: Final = Columns(
    Seat,
    "seat",
    "id",
    "game_id",
    "number",
    "player_id",
    "status",
    "timeouts_in_a_row",
    "bank",
    "stopped",
    "agrees_to_open",
    "lines_read",
    "open_since",
    "points",
    "rank",
)
PLAYER: Final = Columns(
    Player,
    "player",
    "id",
    "name",
    "kind",
    "time_zone",
    "habits",
    "vacations",
    "erased_at",
    "is_active",
    "suspended_until",
)
HOST: Final = Columns(Player, "host", "id", "name", "kind", "erased_at")
WHOLE_HOST: Final = Columns(Player, "host")
TURN: Final = Columns(Turn, "turn")
SEAT_OF: Final = 1
"""The index of the game's id among a seat's columns."""

SEATED: Final = f"""
SELECT {SEAT.sql}, {PLAYER.sql}, plan.player_id, plan.hours_left
FROM games_seat seat
    LEFT JOIN games_player player ON player.id = seat.player_id
    LEFT JOIN games_plan plan ON plan.game_id = seat.game_id AND plan.seat = seat.number AND plan.state = 'active'
"""
SEATS: Final = f"{SEATED} WHERE seat.game_id = %(game)s ORDER BY seat.number"
SEATS_OF_MANY: Final = f"{SEATED} WHERE seat.game_id = ANY(%(games)s) ORDER BY seat.game_id, seat.number"

OPEN: Final = f"SELECT {TURN.sql} FROM games_turn turn WHERE turn.closed_at IS NULL"
TURNS: Final = f"{OPEN} AND turn.game_id = %(game)s ORDER BY turn.seat"
TURNS_OF_MANY: Final = f"{OPEN} AND turn.game_id = ANY(%(games)s) ORDER BY turn.game_id, turn.seat"

LOCK: Final = f"""
SELECT {GAME.sql}, {SECRET.sql}
FROM games_game game JOIN games_gamesecret secret ON secret.game_id = game.id
WHERE game.id = %(game)s
FOR NO KEY UPDATE OF game, secret;
{SEATS};
{TURNS}
"""
"""The statement that locks a game's row and that of its secrets.

It locks both, because after a wait it sees the newest version of locked rows, but the old version of rows that are
only joined.
"""

LOCK_MANY: Final = f"""
SELECT {GAME.sql}, {SECRET.sql}, {HOST.sql}
FROM games_game game
    JOIN games_gamesecret secret ON secret.game_id = game.id
    JOIN games_player host ON host.id = game.host_id
WHERE game.id = ANY(%(games)s)
FOR NO KEY UPDATE OF game, secret SKIP LOCKED;
{SEATS_OF_MANY};
{TURNS_OF_MANY}
"""
"""The statement that locks those games that nobody else holds, without the rows of their hosts."""

LOOK: Final = f"""
SELECT {GAME.sql}, {SECRET.sql}, {HOST.sql}
FROM games_game game
    JOIN games_gamesecret secret ON secret.game_id = game.id
    JOIN games_player host ON host.id = game.host_id
WHERE game.id = %(game)s;
{SEATS};
{TURNS}
"""

READ: Final = f"""
SELECT {GAME.sql}, {SECRET.sql}, {WHOLE_HOST.sql}
FROM games_game game
    JOIN games_gamesecret secret ON secret.game_id = game.id
    JOIN games_player host ON host.id = game.host_id
WHERE game.id = %(game)s
"""

CHANGING: Final = """
SELECT game.id, game.head, game.status, game.name, game.secrets_open_at, game.closes_at, host.name,
    seat.player_id, player.name, seat.status, game.talk_open, game.lines,
    game.proposals_open
FROM games_seat seat
    JOIN games_game game ON game.id = seat.game_id
    JOIN games_player host ON host.id = game.host_id
    LEFT JOIN games_player player ON player.id = seat.player_id
WHERE seat.game_id = %(game)s
ORDER BY seat.number
"""

GLANCE: Final = """
SELECT game.head, game.public, seat.number
FROM games_game game LEFT JOIN games_seat seat ON seat.game_id = game.id AND seat.player_id = %(reader)s
WHERE game.id = %(game)s
"""

LOG: Final = """
SELECT entry.number, entry.kind, entry.public, entry.hash, part.body,
    CASE WHEN entry.packed IS NOT NULL THEN entry.at END, entry.packed, entry.parts
FROM games_entry entry
    LEFT JOIN games_entrysecret part
    ON part.game_id = entry.game_id AND part.number = entry.number AND part.holder = %(seat)s
WHERE entry.game_id = %(game)s AND entry.number > %(after)s AND entry.number <= %(last)s
ORDER BY entry.number
"""

LOGS: Final = """
SELECT entry.game_id, entry.number, entry.public, entry.hash, entry.at, entry.packed, entry.parts
FROM unnest(%(games)s::text[], %(after)s::int[], %(heads)s::int[]) AS asked (game, after, head)
    JOIN games_entry entry
    ON entry.game_id = asked.game AND entry.number > asked.after AND entry.number <= asked.head
ORDER BY entry.game_id, entry.number
"""

SECRETS: Final = """
SELECT part.game_id, part.holder, part.number, part.body
FROM unnest(%(games)s::text[], %(after)s::int[], %(seats)s::int[]) AS asked (game, after, seat)
    JOIN games_entrysecret part
    ON part.game_id = asked.game AND part.number > asked.after AND part.holder = asked.seat
"""


def lock(game_id: str) -> tuple[Game, list[Seat], list[Turn]] | None:
    """Lock a game's row and secrets until the end of the transaction; return them with its seats and open turns."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, {"game": game_id})
        rows = cursor.fetchall()
        cursor.nextset()
        table = _table(rows, cursor.fetchall())
        return table and (*table, _turns(cursor))


def lock_many(game_ids: list[str]) -> list[tuple[Game, list[Seat], list[Turn]]]:
    """Lock those games that nobody else holds; return each with its host, seats and open turns."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK_MANY, {"games": game_ids})
        games = [_game_with_host(row) for row in cursor.fetchall()]
        cursor.nextset()
        tables: dict[str, tuple[Game, list[Seat], list[Turn]]] = {game.id: (game, [], []) for game in games}
        for row in cursor.fetchall():
            if (place := tables.get(row[SEAT_OF])) is not None:
                place[1].append(_seat(place[0], row))
        for turn in _turns(cursor):
            if (place := tables.get(turn.game_id)) is not None:
                place[2].append(turn)
        return list(tables.values())


def look(game_id: str) -> tuple[Game, list[Seat], list[Turn]] | None:
    """Return a game with its secrets and host, its seats, and its open turns."""
    with replica.cursor() as cursor:
        cursor.execute(LOOK, {"game": game_id})
        return looked(cursor)


def read(game_id: str) -> Game | None:
    """Return the game with its secrets and its host."""
    with replica.cursor() as cursor:
        cursor.execute(READ, {"game": game_id})
        rows = cursor.fetchall()
        table = _table(rows, [])
        if table is None:
            return None
        game, _ = table
        game.host = WHOLE_HOST.instance(rows[0][-WHOLE_HOST.count :])
        return game


def changing(game_id: str) -> list[Row]:
    """Return everything about a game that can change, with or without a log entry, one row per seat."""
    with replica.cursor() as cursor:
        cursor.execute(CHANGING, {"game": game_id})
        rows: list[Row] = cursor.fetchall()
        return rows


def glance(game_id: str, reader: str | None) -> tuple[int, bool, int | None] | None:
    """Return the number of the log's last entry, whether anyone may watch, and this player's seat."""
    with replica.cursor() as cursor:
        cursor.execute(GLANCE, {"game": game_id, "reader": reader})
        row: tuple[int, bool, int | None] | None = cursor.fetchone()
        return row


class LogRow(NamedTuple):
    """An entry's columns, the public part as text, and the column `body` of one seat's part.

    Its time is read only if needed.
    """

    number: int
    kind: str
    public: str | None
    hash: str
    body: bytes | None
    at: datetime | None
    packed: bytes | None
    parts: bytes | None

    @property
    def unpacked(self) -> Unpacked:
        """Return public part and hash, packed or not."""
        return unpacked(self.number, self.public, self.hash, self.at, self.packed)


def log(game_id: str, seat: int | None, after: int, last: int) -> list[LogRow]:
    """Return a game's entries with numbers above `after` up to `last`, in order."""
    with replica.cursor() as cursor:
        cursor.execute(LOG, {"game": game_id, "seat": seat, "after": after, "last": last})
        return [LogRow(*row) for row in cursor.fetchall()]


def unpacked(number: int, public: str | None, seal: str, at: datetime | None, packed: bytes | None) -> Unpacked:
    """Return the public part and hash of an entry from its columns, packed or not.

    `at` is used only for a packed entry.
    """
    if at is None or public is not None:
        return Unpacked(json.loads(public or ""), seal)
    return unpack(packed, number=number, at=at)


def logs(after: Mapping[str, int], heads: Mapping[str, int]) -> list[tuple[str, int, Json, str, bytes | None]]:
    """Return the entries of each game above its number in `after` up to its head, in order.

    Each row has game, number, public part, hash and the column of all parts.
    """
    last = [heads[game] for game in after]
    with replica.cursor() as cursor:
        cursor.execute(LOGS, {"games": list(after), "after": list(after.values()), "heads": last})
        return [
            (game, number, *unpacked(number, public, seal, at, packed), parts)
            for game, number, public, seal, at, packed, parts in cursor.fetchall()
        ]


def secrets(after: Mapping[tuple[str, int | None], int]) -> list[tuple[str, int, int, bytes]]:
    """Return the secret parts above a number for each game and seat, as (game, seat, number, body).

    A spectator (None) has no secret parts.
    """
    if not after:
        return []
    places = list(after)
    games, seats = [game for game, _ in places], [seat for _, seat in places]
    with replica.cursor() as cursor:
        cursor.execute(SECRETS, {"games": games, "seats": seats, "after": list(after.values())})
        rows: list[tuple[str, int, int, bytes]] = cursor.fetchall()
        return rows


def seats_of(game: Game) -> list[Seat]:
    """Return a game's seats by number, with what is needed to notify their holders."""
    with replica.cursor() as cursor:
        cursor.execute(SEATS, {"game": game.id})
        return [_seat(game, row) for row in cursor.fetchall()]


def looked(cursor: CursorWrapper) -> tuple[Game, list[Seat], list[Turn]] | None:
    """Return the results of the three statements of `LOOK`."""
    rows = cursor.fetchall()
    cursor.nextset()
    table = _table(rows, cursor.fetchall())
    if table is None:
        return None
    game, seats = table
    game.host = HOST.instance(rows[0][-HOST.count :])
    return game, seats, _turns(cursor)


def _table(rows: Sequence[Row], seats: Sequence[Row]) -> tuple[Game, list[Seat]] | None:
    if not rows:
        return None
    game = _game(rows[0])
    return game, [_seat(game, row) for row in seats]


def _game(row: Row) -> Game:
    """Return the game with its secrets from a row."""
    game = GAME.instance(row[: GAME.count])
    game.secret = SECRET.instance(row[GAME.count : GAME.count + SECRET.count])
    return game


def _game_with_host(row: Row) -> Game:
    """Return the game with its secrets and host, whose columns come last, from a row."""
    game = _game(row)
    game.host = HOST.instance(row[-HOST.count :])
    return game


def _turns(cursor: CursorWrapper) -> list[Turn]:
    """Return the open turns from the cursor's next result."""
    cursor.nextset()
    return [TURN.instance(row) for row in cursor.fetchall()]


def _seat(game: Game, row: Row) -> Seat:
    seat = SEAT.instance(row[: SEAT.count])
    seat.game = game
    if seat.player_id is not None:
        seat.player = PLAYER.instance(row[SEAT.count : SEAT.count + PLAYER.count])
    seat.plan_of, seat.plan_waits = row[SEAT.count + PLAYER.count :]
    return seat
