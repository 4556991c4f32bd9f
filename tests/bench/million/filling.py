"""Copies of the patterns, so many that there are as many active games as were asked for, written by COPY.

Each player is in as many games in a large crowd as in a small one: there are as many players as games. Ids look as
random as the site's own. Copies are written by thousands, the first entry of each, then the second: a game's entries
lie apart from each other, as they do where games are played side by side.

Indexes are made when the tables are full. No trigger acts meanwhile: what triggers would have made is copied.
"""

import hashlib
import os
import pickle
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timedelta
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

import psycopg
from django.utils import timezone
from psycopg import sql

from games.ids import ALPHABET, ID_LENGTH
from games.models import Player
from tests.bench.million import templates
from tests.bench.million.patterns import FORGOTTEN
from tests.bench.million.templates import Copy, Pattern, Patterns

CHUNK: Final = 5000
"""Games that lie side by side."""
OPEN_SHARE: Final = 100
"""There is an open game for so many active ones."""
SPREAD: Final = timedelta(days=5)
"""Deadlines lie up to so much before the patterns' own."""
MONTH: Final = timedelta(days=30)
APART: Final = 7
"""Players at a table are a part of so much of all players apart."""
WRITERS: Final = 4
"""Processes."""
TURNS, MAILS = "games_turn", "notifications_mail"
NO_TRIGGERS: Final = "SET session_replication_role = replica"
INDEXES_LATER: Final = """
UPDATE pg_index SET indisready = false, indisvalid = false
FROM pg_class WHERE pg_class.oid = indrelid AND relname = ANY(%s)
"""
NEXT_NUMBER: Final = "SELECT setval(pg_get_serial_sequence(%s, 'id'), greatest(%s, 1))"
LAST_NUMBER: Final = "SELECT coalesce(max(id), 0) FROM {}"


class Wanted(NamedTuple):
    """A copy to be made: which pattern, and how much later all is due there."""

    pattern: Pattern
    later: timedelta


class Work(NamedTuple):
    """What a process is to write: its part of all copies. `first`: the numbers with which turns and emails begin."""

    address: str
    crowd: "Crowd"
    patterns: Patterns
    now: datetime
    first: dict[str, int]
    part: int


class Crowd:
    """Ids of games and players by their numbers, and who plays where."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._players: list[str] = []

    @property
    def players(self) -> Sequence[str]:
        """The ids of all players."""
        self._players = self._players or [key("player", number) for number in range(self.size)]
        return self._players

    def at(self, game: int, seat: int) -> str:
        """Who has this seat of this game."""
        return self.players[(game + seat * (self.size // APART + 1)) % self.size]


def key(kind: str, number: int) -> str:
    """An id that looks like any other."""
    bits = int.from_bytes(hashlib.blake2b(f"{kind} {number}".encode(), digest_size=8).digest())
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in range(ID_LENGTH))


def main(patterns: str, size: str) -> None:
    """Fill the database of DATABASE_URL."""
    made: Patterns = pickle.loads(Path(patterns).read_bytes())
    fill(os.environ["DATABASE_URL"], made, int(size), timezone.now())


def fill(address: str, patterns: Patterns, size: int, now: datetime) -> None:
    """So many active games, with nothing due, in a database that has the patterns."""
    tables = [templates.model(name)._meta.db_table for name in (*templates.TABLES, "Player")]
    with psycopg.connect(address) as connection:
        connection.execute(INDEXES_LATER, [tables])
        first = next_numbers(connection)
    crowd = Crowd(size)
    work = [Work(address, crowd, patterns, now, first, part) for part in range(WRITERS)]
    with ProcessPoolExecutor(WRITERS, get_context("fork")) as writers:
        following, *_ = writers.map(_write_part, work)
    with psycopg.connect(address, autocommit=True) as connection:
        count_on(connection, following)
        for table in tables:
            connection.execute(sql.SQL("REINDEX TABLE {}").format(sql.Identifier(table)))
        connection.execute("VACUUM ANALYZE")


def wanted(patterns: Patterns, size: int) -> Iterator[Wanted]:
    """The copies in their order: open games, and all others, each pattern in its turn."""
    yield from (Wanted(patterns.due["forgotten"], FORGOTTEN) for _ in range(size // OPEN_SHARE))
    for number in range(size):
        # One step a round: each pattern's copies are spread over all the days.
        turn = number // len(patterns.playing)
        later = -SPREAD * (hash_of(turn) % 100_003) / 100_003
        yield Wanted(patterns.playing[number % len(patterns.playing)], later)


def examples(patterns: Patterns, size: int) -> range:
    """The numbers of copies of all patterns in the middle of play, one of each, in the midst of the crowd."""
    each = len(patterns.playing)
    first = size // OPEN_SHARE + size // each // 2 * each
    return range(first, first + each)


def hash_of(number: int) -> int:
    """A number that looks like any other."""
    return number * 2_654_435_761 % 2**32


def _add_players(connection: psycopg.Connection, crowd: Crowd) -> None:
    names = [field.column for field in Player._meta.concrete_fields if field.column]
    texts = ", ".join(f'"{name}"::text' for name in names)
    row = connection.execute(f"SELECT {texts} FROM {Player._meta.db_table} LIMIT 1").fetchone()
    assert row
    own = {"id": "%(id)s", "email": "%(id)s@crowd.example", "name": "Crowd %(n)s", "name_key": "crowd %(n)s"}
    line = "\t".join(own.get(name) or templates.escaped(value) for name, value in zip(names, row, strict=True)) + "\n"
    with connection.cursor().copy(_copy(Player._meta.db_table, names)) as copy:
        for number, player in enumerate(crowd.players):
            copy.write(line % {"id": player, "n": number})


def _write_part(work: Work) -> dict[str, int]:
    """What one process writes; returns the numbers that are left."""
    address, crowd, patterns, now, first, part = work
    with psycopg.connect(address) as connection:
        connection.execute(NO_TRIGGERS)
        if not part:
            _add_players(connection, crowd)
        copies = copied(crowd, enumerate(wanted(patterns, crowd.size)), now, first)
        for number, chunk in enumerate(iter(lambda: list(islice(copies, CHUNK)), [])):
            if number % WRITERS == part:
                write(connection, [(pattern, templates.values(pattern, copy)) for pattern, copy in chunk])
                connection.commit()
    return first


def copied(
    crowd: Crowd, numbered: Iterable[tuple[int, Wanted]], now: datetime, first: dict[str, int]
) -> Iterator[tuple[Pattern, Copy]]:
    """All, in their order, by their numbers; `first` is counted up."""
    for number, (pattern, later) in numbered:
        players = [crowd.at(number, seat) for seat in range(pattern.seats)]
        created = now - MONTH * (hash_of(number) / 2**32)
        yield pattern, Copy(key("game", number), players, later, created, first[TURNS], first[MAILS])
        first[TURNS] += pattern.turns
        first[MAILS] += pattern.mails


def next_numbers(connection: psycopg.Connection) -> dict[str, int]:
    """The numbers that turns and emails get next, by their tables."""
    return {table: _last(connection, table) + 1 for table in (TURNS, MAILS)}


def count_on(connection: psycopg.Connection, numbers: dict[str, int]) -> None:
    """Let PostgreSQL go on with these."""
    for table, number in numbers.items():
        connection.execute(NEXT_NUMBER, [table, number])


def _last(connection: psycopg.Connection, table: str) -> int:
    row = connection.execute(sql.SQL(LAST_NUMBER).format(sql.Identifier(table))).fetchone()
    assert row
    return int(row[0])


def write(connection: psycopg.Connection, chunk: Sequence[tuple[Pattern, templates.Values]]) -> None:
    """Table by table."""
    for name in templates.TABLES:
        with connection.cursor().copy(_copy(templates.model(name)._meta.db_table, templates.columns(name))) as copy:
            copy.write("".join(_lines(name, chunk)))


def _lines(name: str, chunk: Sequence[tuple[Pattern, templates.Values]]) -> Iterator[str]:
    """Each game's first row, then each game's second."""
    longest = max((len(pattern.rows[name]) for pattern, _ in chunk), default=0)
    for place in range(longest):
        for pattern, own in chunk:
            if place < len(pattern.rows[name]):
                yield pattern.rows[name][place] % own


def _copy(table: str, columns: Sequence[str]) -> sql.Composed:
    return sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
