"""One statement that finds which sweeps have anything to do; most of the time none has.

The statement is built once, by Django from each sweep's query of due rows, and is the same at every instant except for
its parameters.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import connection

from games.table.play.sweeps import DueRows

if TYPE_CHECKING:
    from django.db.backends.utils import _SQLType

THEN: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The instant for which statements are built."""


class DueQuestion(NamedTuple):
    """The columns of a SELECT that say for each sweep whether anything is due, with the parameters at `THEN`."""

    sql: str
    parameters: "tuple[_SQLType, ...]"

    def at(self, now: datetime) -> "list[_SQLType]":
        """Return the parameters for this instant."""
        return [now + (value - THEN) if isinstance(value, datetime) else value for value in self.parameters]


@cache
def question(*sweeps: DueRows) -> DueQuestion:
    """Return the question for these sweeps, in their order."""
    selects = [_select_first(sweep) for sweep in sweeps]
    columns = ", ".join(sql for sql, _ in selects)
    return DueQuestion(columns, tuple(value for _, parameters in selects for value in parameters))


def _select_first(sweep: DueRows) -> "tuple[str, tuple[_SQLType, ...]]":
    """Return SQL with its parameters that says whether any row is due.

    If rows have an order, the query uses it, which makes PostgreSQL use the index, however many are due.
    """
    due = sweep.due(THEN)
    if sweep.at is None:
        sql, parameters = due.query.exists().get_compiler(connection=connection).as_sql()
        return f"EXISTS ({sql})", parameters
    sql, parameters = due.order_by(sweep.at).values(sweep.at)[:1].query.sql_with_params()
    return f"({sql}) IS NOT NULL", parameters


def is_due(sweep: DueRows, now: datetime) -> bool:
    """Check whether this sweep has anything to do."""
    return anything((sweep,), now)[0]


def anything(sweeps: Sequence[DueRows], now: datetime) -> list[bool]:
    """Check for each of these sweeps whether it has anything to do."""
    due_question = question(*sweeps)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {due_question.sql}", due_question.at(now))
        return list(cursor.fetchone())
