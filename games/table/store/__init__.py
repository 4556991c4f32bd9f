"""The only access to positions and secrets: conversion of rows to the engine's values and back.

A `LoadedGame` is a game with its position after the last entry of the log. The position is read from a cache stored
next to the seed; if it is missing or out of date it is rebuilt from the log, the only source of truth. A writer takes
the game's row lock first (`lock`), so that a log has one writer.

Everything that leaves this package for a reader has passed `engine.view`, `engine.options` or `engine.record.readable`,
each for one seat. Nothing else does, before the game's secrets are open.

`loader` locks, reads and loads games; `log_writer` decides on the form of an entry; `views` returns what one viewer may
know, and `whole_table` all that this viewer's page shows, with the games that are `awaited`; `export` returns the whole
log and checks its chain; `compaction` stores it in less space. Frequent reading statements are in `sql`; `entries` and
`updates` write, at once or for many games together (`write_batches`). `columns` says which columns of a model are read
and saved. `unreadable_logs` is about logs that cannot be folded. `secret_parts` seals and opens, `discretion` hides
what older entries reveal too much of, `key_ring` checks whether the site's keys still open sealed data, and
`key_rotation` reseals it with a new key.
"""

from games.table.store.awaited import Awaited, how_many_wait
from games.table.store.compaction import LogWouldChange, compact, compactable, may_rewrite
from games.table.store.entries import Turns
from games.table.store.export import Exports, export, unbroken
from games.table.store.loader import (
    BoardChanged,
    HeldGame,
    LoadedGame,
    changing,
    first_table,
    glance,
    load,
    load_unreadable,
    lock,
    lock_free,
    lock_whole,
    look,
    new_seed,
    read,
    read_many,
    remade,
    replayed,
)
from games.table.store.log_writer import append
from games.table.store.unreadable_logs import TolerantReading, note_unreadable
from games.table.store.updates import save
from games.table.store.views import (
    Logs,
    log_for,
    log_texts_for,
    onlookers_views,
    opened_after,
    public_log,
    secrets_of,
    told_secretly,
    view_after,
    view_for,
    views_along,
    views_for_seats,
    written_for,
)
from games.table.store.whole_table import EVERY, WholeTable, whole_table
from games.table.store.write_batches import RowWriter, Stage, at_once, flush, together, write

__all__ = [
    "EVERY",
    "Awaited",
    "BoardChanged",
    "Exports",
    "HeldGame",
    "LoadedGame",
    "LogWouldChange",
    "Logs",
    "RowWriter",
    "Stage",
    "TolerantReading",
    "Turns",
    "WholeTable",
    "append",
    "at_once",
    "changing",
    "compact",
    "compactable",
    "export",
    "first_table",
    "flush",
    "glance",
    "how_many_wait",
    "load",
    "load_unreadable",
    "lock",
    "lock_free",
    "lock_whole",
    "log_for",
    "log_texts_for",
    "look",
    "may_rewrite",
    "new_seed",
    "note_unreadable",
    "onlookers_views",
    "opened_after",
    "public_log",
    "read",
    "read_many",
    "remade",
    "replayed",
    "save",
    "secrets_of",
    "together",
    "told_secretly",
    "unbroken",
    "view_after",
    "view_for",
    "views_along",
    "views_for_seats",
    "whole_table",
    "write",
    "written_for",
]
