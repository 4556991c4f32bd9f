"""Test whether partitioning the log by hash of the game would pay: the same rows in one table and in sixteen.

The statements are the site's own, once with the table's name and once with the partitioned table's name in its place.
It prints PostgreSQL's processor time; for operations that an operator waits for, the elapsed time.
"""

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

import psycopg

from games.table.store.sql import LOG, LOGS

PARTS: Final = 16
WHOLE, PARTED = "games_entry", "games_entry_parted"
GAMES: Final = 300
MANY: Final = 50
"""Games whose logs are read in one statement."""
PARTITION: Final = "CREATE TABLE {part} PARTITION OF {table} FOR VALUES WITH (MODULUS {parts}, REMAINDER {part_number})"
INSERT: Final = """
INSERT INTO {table} (game_id, number, kind, at, public, hash)
SELECT game_id, number + 100000, kind, at, public, hash FROM games_entry WHERE game_id = %s AND number = 2
"""
SOME: Final = "SELECT game_id FROM games_gamesecret ORDER BY md5(game_id) LIMIT %s"


def main() -> None:
    """Measure in the database of DATABASE_URL, print the results, and drop the partitions."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, cursor_factory=psycopg.ClientCursor) as site:
        print(f"  filling {PARTS} partitions: {_clock(lambda: _fill(site)):.0f} s", flush=True)
        games = _some_games(site)
        for name, ask in ASKED.items():
            whole, parted = (median(_costs(site, ask, table, games)) for table in (WHOLE, PARTED))
            print(f"  {name:40} {whole:8.3f} ms, partitioned {parted:8.3f}: {parted / whole:.2f}", flush=True)
        for work in ("VACUUM", "REINDEX TABLE"):
            times = [_clock(partial(site.execute, f"{work} {table}")) for table in (WHOLE, PARTED, f"{PARTED}_0")]
            told = "{:.1f} s, partitioned {:.1f}, one partition {:.1f}".format(*times)
            print(f"  {work:40} {told}", flush=True)
        site.execute(f"DROP TABLE {PARTED}")


def _fill(site: psycopg.Connection) -> None:
    """Fill the partitions as a migration would: create them, copy all rows, add the key; no trigger, no check."""
    site.execute(f"DROP TABLE IF EXISTS {PARTED}")
    site.execute(f"CREATE TABLE {PARTED} (LIKE {WHOLE}) PARTITION BY HASH (game_id)")
    for number in range(PARTS):
        site.execute(PARTITION.format(part=f"{PARTED}_{number}", table=PARTED, parts=PARTS, part_number=number))
    site.execute(f"INSERT INTO {PARTED} SELECT * FROM {WHOLE}")
    site.execute(f"ALTER TABLE {PARTED} ADD PRIMARY KEY (game_id, number)")
    site.execute(f"VACUUM ANALYZE {PARTED}")


def _some_games(site: psycopg.Connection) -> list[str]:
    return [game for (game,) in site.execute(SOME, [GAMES]).fetchall()]


def log(site: psycopg.Connection, table: str, games: list[str]) -> None:
    """Read one page of a log."""
    asked = {"game": games[0], "seat": 0, "after": 0, "last": 200}
    site.execute(LOG.replace(f"{WHOLE} entry", f"{table} entry"), asked).fetchall()


def logs(site: psycopg.Connection, table: str, games: list[str]) -> None:
    """Read the logs that emails about many games need."""
    asked = {"games": games, "after": [0] * len(games), "heads": [200] * len(games)}
    site.execute(LOGS.replace(f"{WHOLE} entry", f"{table} entry"), asked).fetchall()


def insert(site: psycopg.Connection, table: str, games: list[str]) -> None:
    """Insert one entry and roll it back."""
    with site.transaction(force_rollback=True):
        site.execute(INSERT.format(table=table), [games[0]])


Ask = Callable[[psycopg.Connection, str, list[str]], None]
ASKED: Final[dict[str, Ask]] = {"one game's log": log, f"the logs of {MANY} games": logs, "an entry inserted": insert}


def _costs(site: psycopg.Connection, ask: Ask, table: str, games: list[str]) -> Iterator[float]:
    """Yield the milliseconds of each statement, after running it once."""
    for place in range(len(games) - MANY):
        some = games[place : place + MANY]
        ask(site, table, some)
        before = _spent(site)
        ask(site, table, some)
        yield _spent(site) - before


def _spent(site: psycopg.Connection) -> float:
    """Return the processor milliseconds of PostgreSQL's process so far, from the kernel."""
    return int(Path(f"/proc/{site.info.backend_pid}/schedstat").read_text().split()[0]) / 1e6


def _clock(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
