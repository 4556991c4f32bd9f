"""Copies of the patterns, as many as give the requested number of active games, written with COPY.

Each player is in as many games in a large crowd as in a small one: there are as many players as games. Ids look as
random as the site's own. Copies are written in chunks of thousands: the first entry of every game, then every second
entry, so a game's entries lie apart, as they do where games are played side by side.

Indexes are built when the tables are full. Triggers are off meanwhile: the rows they would have made are copied.
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
"""Games written together, interleaved."""
OPEN_SHARE: Final = 100
"""One open game is made for this many active ones."""
SPREAD: Final = timedelta(days=5)
"""Deadlines lie up to this long before the patterns' own."""
MONTH: Final = timedelta(days=30)
APART: Final = 7
"""Players at a table have numbers that lie a seventh of all players apart."""
WRITERS: Final = 4
"""Processes that write at the same time."""
TURNS, MAILS = "games_turn", "notifications_mail"
NO_TRIGGERS: Final = "SET session_replication_role = replica"
INDEXES_LATER: Final = """
UPDATE pg_index SET indisready = false, indisvalid = false
FROM pg_class WHERE pg_class.oid = indrelid AND relname = ANY(%s)
"""
NEXT_NUMBER: Final = "SELECT setval(pg_get_serial_sequence(%s, 'id'), greatest(%s, 1))"
LAST_NUMBER: Final = "SELECT coalesce(max(id), 0) FROM {}"


class Wanted(NamedTuple):
    """A copy to make: its pattern, and the shift of its instants."""

    pattern: Pattern
    later: timedelta


class Work(NamedTuple):
    """The copies one process has to write. `first`: the first numbers for turns and emails."""

    address: str
    crowd: "Crowd"
    patterns: Patterns
    now: datetime
    first: dict[str, int]
    part: int


class Crowd:
    """Ids of games and players by number, and the player at each seat."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._players: list[str] = []

    @property
    def players(self) -> Sequence[str]:
        """Return the ids of all players."""
        self._players = self._players or [key("player", number) for number in range(self.size)]
        return self._players

    def at(self, game: int, seat: int) -> str:
        """Return the player at this seat of this game."""
        return self.players[(game + seat * (self.size // APART + 1)) % self.size]


def key(kind: str, number: int) -> str:
    """Return an id that looks as random as the site's own."""
    bits = int.from_bytes(hashlib.blake2b(f"{kind} {number}".encode(), digest_size=8).digest())
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in range(ID_LENGTH))


def main(patterns: str, size: str) -> None:
    """Fill the database of DATABASE_URL."""
    made: Patterns = pickle.loads(Path(patterns).read_bytes())
    fill(os.environ["DATABASE_URL"], made, int(size), timezone.now())


def fill(address: str, patterns: Patterns, size: int, now: datetime) -> None:
    """Add this many active games with nothing due to a database that holds the patterns."""
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
    """Yield the copies to make in order: open games first, then the others, cycling through the patterns."""
    yield from (Wanted(patterns.due["forgotten"], FORGOTTEN) for _ in range(size // OPEN_SHARE))
    for number in range(size):
        # One step a round: each pattern's copies are spread over all the days.
        turn = number // len(patterns.playing)
        later = -SPREAD * (hash_of(turn) % 100_003) / 100_003
        yield Wanted(patterns.playing[number % len(patterns.playing)], later)


def examples(patterns: Patterns, size: int) -> range:
    """Return the numbers of one copy of every pattern in the middle of play, from the middle of the crowd."""
    each = len(patterns.playing)
    first = size // OPEN_SHARE + size // each // 2 * each
    return range(first, first + each)


def hash_of(number: int) -> int:
    """Return a number that looks random."""
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
    """Write one process's part, and return the next free numbers."""
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
    """Yield the copies in order with their patterns; `first` is counted up."""
    for number, (pattern, later) in numbered:
        players = [crowd.at(number, seat) for seat in range(pattern.seats)]
        created = now - MONTH * (hash_of(number) / 2**32)
        yield pattern, Copy(key("game", number), players, later, created, first[TURNS], first[MAILS])
        first[TURNS] += pattern.turns
        first[MAILS] += pattern.mails


def next_numbers(connection: psycopg.Connection) -> dict[str, int]:
    """Return the next numbers for turns and emails, by table."""
    return {table: _last(connection, table) + 1 for table in (TURNS, MAILS)}


def count_on(connection: psycopg.Connection, numbers: dict[str, int]) -> None:
    """Set PostgreSQL's sequences to these numbers."""
    for table, number in numbers.items():
        connection.execute(NEXT_NUMBER, [table, number])


def _last(connection: psycopg.Connection, table: str) -> int:
    row = connection.execute(sql.SQL(LAST_NUMBER).format(sql.Identifier(table))).fetchone()
    assert row
    return int(row[0])


def write(connection: psycopg.Connection, chunk: Sequence[tuple[Pattern, templates.Values]]) -> None:
    """Copy a chunk of games into the database, table by table."""
    for name in templates.TABLES:
        with connection.cursor().copy(_copy(templates.model(name)._meta.db_table, templates.columns(name))) as copy:
            copy.write("".join(_lines(name, chunk)))


def _lines(name: str, chunk: Sequence[tuple[Pattern, templates.Values]]) -> Iterator[str]:
    """Yield each game's first row, then each game's second, and so on."""
    longest = max((len(pattern.rows[name]) for pattern, _ in chunk), default=0)
    for place in range(longest):
        for pattern, own in chunk:
            if place < len(pattern.rows[name]):
                yield pattern.rows[name][place] % own


def _copy(table: str, columns: Sequence[str]) -> sql.Composed:
    return sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
