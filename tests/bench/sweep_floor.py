"""The floor of a sweep: the same rows written by plain statements, each due thing in its own transaction.

The bench compares all rows of a game before and after a sweep; then other games of the same pattern get as many rows of
the same size and the same changes: a lock, one statement for each table's new rows, one for each changed row. It
applies no rules, reads only the lock, and seals nothing.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from django.db import connection, transaction

Row = dict[str, Any]
KEYS: Final[dict[str, tuple[str, ...]]] = {
    "games_entry": ("game_id", "number"),
    "games_entrysecret": ("game_id", "number", "holder"),
    "games_gamesecret": ("game_id",),
    "games_turn": ("game_id", "prompt_opened", "seat"),
    "games_seat": ("game_id", "number"),
    "games_plan": ("game_id", "seat"),
    "games_proposal": ("game_id", "seat"),
    "games_bulkitem": ("game_id", "bulk_id"),
    "games_ruling": ("game_id", "entry"),
    "games_adminact": ("game_id", "entry"),
    "notifications_notification": ("game_id", "dedupe_key"),
    "games_game": ("id",),
}
COUNTED: Final = {
    "games_turn",
    "games_seat",
    "games_plan",
    "games_bulkitem",
    "games_ruling",
    "games_adminact",
    "notifications_notification",
}
"""Tables whose `id` comes from a sequence."""


class Left(NamedTuple):
    """Rows that a sweep left in a table: new ones, and changes of others, each with the row's key."""

    table: str
    new: list[Row]
    changed: list[tuple[Row, Row]]


def left_by(sweep: Callable[[], object], game: str) -> list[Left]:
    """Return the rows that a sweep writes for this game."""
    before = {table: _rows(table, game) for table in KEYS}
    sweep()
    return [_difference(table, before[table], _rows(table, game)) for table in KEYS]


def _rows(table: str, game: str) -> dict[tuple[Any, ...], Row]:
    keys = KEYS[table]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} WHERE {keys[0]} = %s", [game])
        names = [column.name for column in cursor.description or ()]
        rows = [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]
    return {tuple(row[key] for key in keys): row for row in rows}


def _difference(table: str, before: dict[tuple[Any, ...], Row], after: dict[tuple[Any, ...], Row]) -> Left:
    new = [row for key, row in after.items() if key not in before]
    if table in COUNTED:
        new = [{name: value for name, value in row.items() if name != "id"} for row in new]
    changed = []
    for key in before.keys() & after.keys():
        changes = {name: value for name, value in after[key].items() if value != before[key][name]}
        if changes:
            changed.append((dict(zip(KEYS[table], key, strict=True)), changes))
    return Left(table, new, changed)


def rate(left: Sequence[Left], games: Sequence[str]) -> float:
    """Return how many games per second can be given the same rows."""
    begun = time.perf_counter()
    for game in games:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT * FROM games_game WHERE id = %s FOR NO KEY UPDATE", [game])
            for table, new, changed in left:
                if new:
                    _insert(cursor, table, [_of(game, row) for row in new])
                for key, changes in changed:
                    _update(cursor, table, _of(game, key), changes)
    return len(games) / (time.perf_counter() - begun)


def _of(game: str, row: Row) -> Row:
    """Return the row changed to belong to another game."""
    other = {name: game for name in ("game_id",) if name in row}
    if "dedupe_key" in row:
        other["dedupe_key"] = f"{row['dedupe_key']}:{game}"
    if row.keys() == {"id"}:
        other["id"] = game
    return row | other


def _insert(cursor: Any, table: str, rows: list[Row]) -> None:
    names = ", ".join(f'"{name}"' for name in rows[0])
    places = ", ".join(f"({', '.join(['%s'] * len(row))})" for row in rows)
    cursor.execute(f"INSERT INTO {table} ({names}) VALUES {places}", [value for row in rows for value in row.values()])


def _update(cursor: Any, table: str, key: Row, changes: Row) -> None:
    places = ", ".join(f'"{name}" = %s' for name in changes)
    where = " AND ".join(f'"{name}" = %s' for name in key)
    cursor.execute(f"UPDATE {table} SET {places} WHERE {where}", [*changes.values(), *key.values()])
