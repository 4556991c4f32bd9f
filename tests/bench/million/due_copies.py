"""Copies with something due, added to a crowd before each round of sweeps."""

import os
from datetime import datetime, timedelta
from itertools import repeat
from typing import Final, NamedTuple

import psycopg

from tests.bench.million import filling, templates
from tests.bench.million.filling import NO_TRIGGERS, Crowd, Wanted
from tests.bench.million.patterns import HOUR
from tests.bench.million.templates import Patterns

COUNT: Final = "SELECT count(*) FROM games_game"


class Due(NamedTuple):
    """A kind of due game: its pattern, and the shift of its instants."""

    kind: str
    later: timedelta


DUE: Final = (
    Due("quiet", -24 * HOUR),
    Due("graced", -24 * HOUR),
    Due("quiet", -20 * HOUR),
    Due("planned", -2 * HOUR),
    Due("forgotten", -2 * HOUR),
)
"""Expired turns, beginning graces, reminders, plans, and open games that nobody joined."""


def add(patterns: Patterns, size: int, due: int, now: datetime) -> None:
    """Add this many games of each kind to the crowd of this size in the database of DATABASE_URL."""
    wanted = [Wanted(patterns.due[kind], later) for kind, later in DUE for _ in repeat(None, due)]
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        connection.execute(NO_TRIGGERS)
        numbers = filling.next_numbers(connection)
        (there,) = connection.execute(COUNT).fetchone() or (0,)
        copies = filling.copied(Crowd(size), enumerate(wanted, there), now, numbers)
        filling.write(connection, [(pattern, templates.values(pattern, copy)) for pattern, copy in copies])
        filling.count_on(connection, numbers)
