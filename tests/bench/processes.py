"""Posting moves with 1, 2 and 4 web processes behind nginx, with and without PgBouncer: each part's cost per move.

16 connections, each with a game of four of its own. Beside the rate it prints every part's processor time per move, the
answer times, and how many sessions of PostgreSQL wait for a lock. The load comes from the same machine, so with two
processors the figures do not show how the site grows with more.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import mean
from typing import Final

import django

django.setup()

from django.db import connection  # noqa: E402

from tests.bench.fronted import fronted  # noqa: E402
from tests.bench.load import measure  # noqa: E402
from tests.bench.server import record, requests  # noqa: E402

CONNECTIONS: Final = 16
MOVES: Final = 40
WARM: Final = 8
"""Moves of each game that are not counted."""
EVERY: Final = 0.02
"""Seconds between two samples of waiting sessions."""
WAITING: Final = """
    SELECT count(*) FILTER (WHERE wait_event_type = 'Lock'), count(*) FILTER (WHERE wait_event_type = 'LWLock')
    FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'
"""


def main() -> None:
    """Measure all six combinations."""
    games = 0
    for pooled in (False, True):
        for processes in (1, 2, 4):
            _tell(processes, pooled, games)
            games += CONNECTIONS


def _tell(processes: int, pooled: bool, first: int) -> None:
    games = [record(number, most=MOVES) for number in range(first, first + CONNECTIONS)]
    with fronted(processes, pooled=pooled) as front:
        measure(front.port, [requests(game, slice(0, WARM), "/api/v1") for game in games], 201)
        counted = [requests(game, slice(WARM, None), "/api/v1") for game in games]
        with waiting() as seen:
            before = front.spent()
            figures = measure(front.port, counted, 201)
            after = front.spent()
        moves = sum(map(len, counted))
        each = ", ".join(f"{part} {1000 * (after[part] - before[part]) / moves:.2f}" for part in after)
        locks, light = (mean(column) for column in zip(*seen, strict=True))
        print(
            f"{processes} web process{'es' if processes > 1 else ''}, {'PgBouncer' if pooled else 'PostgreSQL direct'}:"
            f" {figures.rate:.0f} moves/s; processor ms each: {each};"
            f" answers in {1000 * figures.median:.0f} ms, 99 % in {1000 * figures.p99:.0f};"
            f" sessions that wait for a lock {locks:.2f}, for a lightweight lock {light:.2f}"
        )


@contextmanager
def waiting() -> Iterator[list[tuple[int, int]]]:
    """Sample repeatedly how many sessions wait for a lock, and how many for a lightweight lock."""
    seen: list[tuple[int, int]] = []
    end = threading.Event()

    def look() -> None:
        while not end.wait(EVERY):
            with connection.cursor() as cursor:
                cursor.execute(WAITING)
                seen.append(cursor.fetchone())
        connection.close()

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield seen
    finally:
        end.set()
        looking.join()


if __name__ == "__main__":
    main()
