"""Shared beginnings of tests: steps that many tests have in common run once, and later tests get their rows.

A test begins with players, a game, the first tickets kept, some moves made. Each of these steps calls the real
services. The resulting rows are kept in the run's folder and given to the next test, in any process, that begins with
the same steps under the same settings and with time stopped at the same instant. Once a test has written anything else,
and if it patches code or lets time pass, every step is really run.

Each step has its own random stream, so that a game is dealt the same whether played or restored. Restored rows have
numbers below all others, in their order.
"""

import json
import os
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Self, TypeVar

import pytest
import time_machine
from django.apps import apps
from django.conf import UserSettingsHolder, settings
from django.db import connection, models, transaction
from psycopg import sql

from tests import entropy
from tests.database import NO_TRIGGERS, TRIGGERS, may_silence_triggers, tables_without_rows
from tests.servers import RUN

T = TypeVar("T")
Rows = dict[str, list[dict[str, Any]]]
AfterCommit = tuple[Callable[[], object], bool]
"""A callback, and whether its errors are only logged."""

BELOW = 10**12
WRITTEN = "SELECT relname FROM pg_stat_xact_user_tables WHERE n_tup_ins > 0 ORDER BY relname"
"""Selects the tables in which this transaction has inserted rows, even if they were deleted again."""
CHANGES = "monkeypatch"
"""The fixture that changes code."""
HARMLESS = {"_template_string_if_invalid_marker"}
"""Fixtures that change no code which beginnings depend on."""
HARMLESS_SETTINGS = ("DEFAULT_FROM_EMAIL", "EMAIL_", "MAIL_", "WEBHOOK_")
"""Settings for the site's emails, which do not matter to beginnings; each test has servers with ports of its own."""


@dataclass
class Story:
    """The steps that the running test has done since this savepoint; it has written nothing else."""

    steps: tuple[str, ...] = ()
    savepoint: str = ""
    is_watched: bool = False

    def begin(self, *, is_watched: bool) -> None:
        self.steps, self.savepoint, self.is_watched = (), "", is_watched


@dataclass(frozen=True)
class Kept:
    """The result of some steps: SQL that inserts all rows, the last step's return value, and its on-commit
    callbacks."""

    rows: str
    returned: bytes
    afterwards: list[AfterCommit]

    @classmethod
    def read(cls, steps: tuple[str, ...]) -> Self | None:
        """Return the result of these steps if a process of this run has kept it."""
        file = _file(steps)
        if not file.exists():
            return None
        kept: Self = pickle.loads(file.read_bytes())
        return kept

    def keep(self, steps: tuple[str, ...]) -> None:
        """Save the result, renaming the file once it is complete, so that nobody reads half of it."""
        file = _file(steps)
        file.parent.mkdir(exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(pickle.dumps(self))
        unfinished.rename(file)


def _file(steps: tuple[str, ...]) -> Path:
    return Path(os.environ[RUN]) / "beginnings" / sha256(repr(steps).encode()).hexdigest()


_story = Story()


def begin(test: pytest.Item) -> None:
    """Reset the story before a test, without remembering steps if the test changes what beginnings depend on."""
    _story.begin(is_watched=not _changes_things(test))
    if _watch not in connection.execute_wrappers:
        connection.execute_wrappers.append(_watch)


def remembered(step: str, do: Callable[[], T], now: datetime | None = None) -> T:
    """Do a step of a story, or restore its result. The return value must be picklable.

    `now`: the instant named in the step. If it is the real time, it does not influence the dealt cards.
    """
    with entropy.drawn_from(step.replace(str(now), "now") if _is_real(now) else step):
        if not _may_remember():
            return do()
        with _unwatched():
            _story.savepoint = _story.savepoint or transaction.savepoint()
            _story.steps += (f"{step}, {_circumstances()}",)
            kept = Kept.read(_story.steps)
            return _given(kept) if kept else _done(do)


def _is_real(now: datetime | None) -> bool:
    """Check whether the instant was read from the clock: the instants that tests choose are whole seconds."""
    return now is not None and now.microsecond > 0


def _done(do: Callable[[], T]) -> T:
    before = len(connection.run_on_commit)
    returned = do()
    new: list[Any] = connection.run_on_commit[before:]
    afterwards = [(call, robust) for _, call, robust in new]
    Kept(_dump(), pickle.dumps(returned), afterwards).keep(_story.steps)
    return returned


def _given(kept: Kept) -> Any:
    """Insert the rows of all steps, replacing those of all but the last; return the last step's return value."""
    transaction.savepoint_rollback(_story.savepoint)
    with connection.cursor() as cursor:
        cursor.execute(kept.rows)
    for call, robust in kept.afterwards:
        transaction.on_commit(call, robust=robust)
    return pickle.loads(kept.returned)


def _may_remember() -> bool:
    if not (_story.is_watched and connection.in_atomic_block) or _another_time_goes_by():
        return False
    return may_silence_triggers(connection.connection)


def _another_time_goes_by() -> bool:
    return time_machine.escape_hatch.is_travelling() and time.time_ns() != time.time_ns()


def _circumstances() -> str:
    """Describe the instant at which time is stopped, and the changed settings."""
    instant = time.time_ns() if time_machine.escape_hatch.is_travelling() else "now"
    changed: dict[str, Any] = {}
    inner = vars(settings)["_wrapped"]
    while isinstance(inner, UserSettingsHolder):
        changed = vars(inner) | changed
        inner = changed.pop("default_settings")
    mattering = {name: value for name, value in changed.items() if not name.startswith(HARMLESS_SETTINGS)}
    return f"{instant}, {sorted(mattering.items())}"


@contextmanager
def _unwatched() -> Iterator[None]:
    """Let the step write without ending the story, which does end if the step fails."""
    _story.is_watched = False
    yield
    _story.is_watched = True


def _watch(execute: Callable[..., Any], statement: object, *rest: Any) -> Any:
    """End the story if the test writes anything between two steps; reading is allowed."""
    if not str(statement).startswith("SELECT"):
        _story.is_watched = False
    return execute(statement, *rest)


def _changes_things(test: pytest.Item) -> bool:
    fixtures: dict[str, Any] = getattr(test, "_fixtureinfo").name2fixturedefs  # noqa: B009 - pytest has no other way
    used = {name: set(found[-1].argnames) for name, found in fixtures.items() if name not in HARMLESS}
    used["the test"] = set(getattr(test, "_fixtureinfo").argnames)  # noqa: B009
    return any(CHANGES in names for names in used.values())


def _dump() -> str:
    """Return SQL that inserts all rows of tables that are empty in a new database, with otherwise unused numbers."""
    rows = _rows()
    for model in apps.get_models():
        for field in model._meta.local_fields:
            if _table_numbered_by(field) in rows:
                _renumber(rows.get(model._meta.db_table, []), str(field.column))
    into = sql.SQL("INSERT INTO {0} SELECT * FROM json_populate_recordset(NULL::{0}, {1})")
    parts = [into.format(sql.Identifier(table), sql.Literal(json.dumps(found))) for table, found in rows.items()]
    return sql.SQL("; ").join([sql.SQL(NO_TRIGGERS), *parts, sql.SQL(TRIGGERS)]).as_string()


def _rows() -> Rows:
    one = sql.SQL("SELECT {}, json_agg(one)::text FROM {} AS one HAVING count(*) > 0")
    without_rows = tables_without_rows()
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN)
        written = [table for (table,) in cursor if table in without_rows]
        parts = [one.format(sql.Literal(table), sql.Identifier(table)) for table in written]
        cursor.execute(sql.SQL(" UNION ALL ").join(parts))
        return {table: json.loads(found) for table, found in cursor}


def _table_numbered_by(field: Any) -> str | None:
    """Return the table whose row numbers this column holds."""
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    return target.model._meta.db_table if isinstance(target, models.AutoField) else None


def _renumber(rows: list[dict[str, Any]], column: str) -> None:
    for row in rows:
        if row[column] is not None:
            row[column] -= BELOW
