"""Measurements of one crowd: sizes of tables, costs of requests and of sweeps."""

import pickle
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tests.bench import plan_nodes
from tests.bench.million import asking, costs, due_copies, filling, sweeping
from tests.bench.million.templates import Patterns
from tests.bench.million.turns import Turns

SIZES: Final = """
SELECT relname, reltuples::bigint, pg_table_size(oid), pg_indexes_size(oid)
FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND reltuples >= 1000
ORDER BY pg_total_relation_size(oid) DESC
"""


class Table(NamedTuple):
    """A table: its number of rows, and its bytes with indexes."""

    name: str
    rows: int
    bytes: int
    indexes: int

    def summary(self, games: int) -> str:
        """Return a printable line."""
        each = (self.bytes + self.indexes) / games
        sizes = f"{self.bytes / 1e6:9,.0f} MB + {self.indexes / 1e6:8,.0f} MB of indexes, {each:7,.0f} bytes a game"
        return f"  {self.name:30} {self.rows:12,} rows {sizes}"


class Measured(NamedTuple):
    """All measurements of one crowd."""

    games: int
    tables: list[Table]
    costs: dict[str, costs.Cost]


def main(patterns: str, size: str, due: str, file: str, *place: str) -> None:
    """Measure in the database of DATABASE_URL, print the results, and write them to the file. Raise AssertionError if a
    large table is read as a whole, EOFError if another crowd's process has failed.
    """
    settings.ALLOWED_HOSTS = ["*"]
    import ttr_site.wsgi  # noqa: F401 - as a web process begins

    made: Patterns = pickle.loads(Path(patterns).read_bytes())
    with Turns(*map(int, place)).held() as turns:
        measured = _measured(made, int(size), int(due), turns)
        Path(file).write_bytes(pickle.dumps(measured))


def _measured(made: Patterns, size: int, due: int, turns: Turns) -> Measured:
    nodes, before = plan_nodes.Nodes(), costs.pages()
    tables = _tables()
    for table in tables:
        print(table.summary(size))
    found = dict(_told(size, _costs(made, size, due, nodes, turns)))
    hit, read = (now - then for now, then in zip(costs.pages(), before, strict=True))
    print(f"  pages found in PostgreSQL's memory: {hit:,}, fetched: {read:,}", flush=True)
    for line in nodes.lines():
        print(f"      {line}")
    nodes.refuse_whole_tables()
    return Measured(size, tables, found)


def _costs(
    made: Patterns, size: int, due: int, nodes: plan_nodes.Nodes, turns: Turns
) -> Iterator[tuple[str, costs.Cost]]:
    """Yield the cost of each kind of work."""
    games, now = [filling.key("game", number) for number in filling.examples(made, size)], timezone.now()
    swept = sweeping.swept(now, due, partial(due_copies.add, made, size, due, now), nodes, turns)
    return chain(asking.asked(games, nodes, turns), ((f"sweep: {name}", cost) for name, cost in swept))


def _told(size: int, found: Iterator[tuple[str, costs.Cost]]) -> Iterator[tuple[str, costs.Cost]]:
    """Print each measurement and pass it on."""
    for name, cost in found:
        told = f"{cost.own:8.2f} ms + {cost.database:8.2f} ms, {cost.statements:6.2f} messages"
        print(f"  {size:9,} {name:44} {told}", flush=True)
        yield name, cost


def _tables() -> list[Table]:
    """Return the tables, largest first."""
    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        return [Table(*row) for row in cursor.fetchall()]
