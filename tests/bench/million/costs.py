"""The cost of a piece of work: processor time of this process and of its PostgreSQL, statements, pages read."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from django.db import connection

PAGES: Final = "SELECT blks_hit, blks_read FROM pg_stat_database WHERE datname = current_database()"


class Cost(NamedTuple):
    """Milliseconds of processor time here and in PostgreSQL, and the number of messages sent to it."""

    own: float
    database: float
    statements: float

    @property
    def whole(self) -> float:
        """Return the milliseconds of both processes."""
        return self.own + self.database

    def shared(self, among: int) -> "Cost":
        """Return the cost divided by this number."""
        return Cost(*(part / among for part in self))


def cost(work: Callable[[], object]) -> Cost:
    """Measure one run of the work, after collecting earlier garbage."""
    with _counted() as statements:
        gc.collect(1)
        database, own = _of_database(), time.process_time()
        work()
        own = time.process_time() - own
        return Cost(own * 1e3, _of_database() - database, len(statements))


def middle(costs: list[Cost]) -> Cost:
    """Return the median of each figure."""
    return Cost(*map(median, zip(*costs, strict=True)))


def pages() -> tuple[int, int]:
    """Return how many pages PostgreSQL has found in its own memory, and how many it has had to read."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(PAGES)
        hit, read = cursor.fetchone() or (0, 0)
        return hit, read


def _of_database() -> float:
    """Return the processor milliseconds used so far by this connection's PostgreSQL process, from the kernel."""
    connection.ensure_connection()
    spent = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").read_text().split()[0]
    return int(spent) / 1e6


@contextmanager
def _counted() -> Iterator[list[None]]:
    """Yield a list that grows by one item for each message to the database."""
    messages: list[None] = []

    def ask(execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        messages.append(None)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(ask):
        yield messages
