"""Asks in one statement which sweeps have anything to do: most of the time none has.

The statement is made once, by Django from what each sweep calls due, and is the same at every instant: only its
parameters move along.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, NamedTuple

from django.db import connection

from games.play.sweeping import DueRows

THEN: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The instant at which statements are made."""


class DueQuestion(NamedTuple):
    """Columns of a SELECT, one a sweep: whether anything is due; with the parameters at `THEN`."""

    sql: str
    parameters: tuple[Any, ...]

    def at(self, now: datetime) -> list[Any]:
        """The parameters at this instant."""
        return [now + (value - THEN) if isinstance(value, datetime) else value for value in self.parameters]


@cache
def question(*sweeps: DueRows) -> DueQuestion:
    """The question for these sweeps, in their order."""
    asked = [sweep.due(THEN).query.exists().get_compiler(connection=connection).as_sql() for sweep in sweeps]
    columns = ", ".join(f"EXISTS ({sql})" for sql, _ in asked)
    return DueQuestion(columns, tuple(value for _, parameters in asked for value in parameters))


def anything(sweeps: Sequence[DueRows], now: datetime) -> list[bool]:
    """Of each of these sweeps whether it has anything to do."""
    asked = question(*sweeps)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked.sql}", asked.at(now))
        return list(cursor.fetchone())
