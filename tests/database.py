"""The test database: migrated once for all workers, each of which has a copy.

The first process that needs a database migrates the template while the others wait. A test's committed rows are removed
after it; if it has changed rows or tables of the template, its copy is made anew. Django would empty every table with
TRUNCATE, which the log's triggers rightly refuse.

With POOLED_DATABASE_URL the tests, and the site that they start, reach their copies through PgBouncer
(`.ci/with-pgbouncer`). Work that needs a session, or the database's owner, uses DATABASE_URL.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import parse_qs, urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections
from django.test import TransactionTestCase
from psycopg import sql
from psycopg.conninfo import make_conninfo

from deploy.migration import migrate
from tests import migrated
from tests.servers import label

POOLED: Final = os.environ.get("POOLED_DATABASE_URL")
needs_a_session = pytest.mark.skipif(POOLED is not None, reason="no session lasts longer than a transaction")
"""Marks tests that set something in a session or end one, which is impossible behind the pool."""
IS_THERE = "SELECT 1 FROM pg_database WHERE datname = %s"
DROP = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
CREATE = sql.SQL("CREATE DATABASE {}")
COPY = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
RENAME = sql.SQL("ALTER DATABASE {} RENAME TO {}")
ONE_AT_A_TIME = "SELECT pg_advisory_lock(hashtext(%s))"
TABLES = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname"
COUNTERS = "SELECT schemaname || '.' || sequencename, last_value FROM pg_sequences"
SET_BACK = "SELECT setval(%s, coalesce(%s, 1), %s::bigint IS NOT NULL)"
ROWS = sql.SQL("SELECT count(*), md5(string_agg(md5(kept::text), '' ORDER BY md5(kept::text))) FROM {} AS kept")
ALONE = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
NO_TRIGGERS = "SET session_replication_role = replica"
TRIGGERS = "SET session_replication_role = origin"


@dataclass(frozen=True)
class Contents:
    """The contents of a copy of the template: its rows by table, and the state of its sequences."""

    rows: dict[str, tuple[int, str | None]]
    counters: dict[str, int | None]

    @classmethod
    def read(cls, inside: psycopg.Connection) -> Self:
        tables = [name for (name,) in inside.execute(TABLES).fetchall()]
        return cls({name: _rows(inside, name) for name in tables}, dict(inside.execute(COUNTERS).fetchall()))

    def brought_back(self, inside: psycopg.Connection) -> bool:
        """Delete all rows of originally empty tables; return whether the other tables and the schema are unchanged."""
        empty = [
            sql.SQL("DELETE FROM {}").format(sql.Identifier(name)) for name, (rows, _) in self.rows.items() if not rows
        ]
        inside.execute(sql.SQL("; ").join([sql.SQL(NO_TRIGGERS), *empty]))
        inside.cursor().executemany(SET_BACK, [(name, value, value) for name, value in self.counters.items()])
        return self == Contents.read(inside)


def tables_without_rows() -> list[str]:
    """Return the tables that are empty in a copy of the template."""
    return [table for table, (rows, _) in _fresh[0].rows.items() if not rows]


def _rows(inside: psycopg.Connection, table: str) -> tuple[int, str | None]:
    found: tuple[int, str | None] | None = inside.execute(ROWS.format(sql.Identifier(table))).fetchone()
    assert found
    return found


_fresh: list[Contents] = []
"""The original contents of this process's copy, once it exists."""


@contextmanager
def copied() -> Iterator[None]:
    """Connect this process to a copy of the template, under a name by which the keeper drops it."""
    _make_the_template()
    _speak_to(f"{label()}_{os.getpid()}")
    _go_through(POOLED)
    _copy_anew()
    with _inside() as copy:
        _fresh[:] = [Contents.read(copy)]
    yield
    connections.close_all()


def copy_instead_of_flush() -> None:
    """Make Django's test case, which `django_db(transaction=True)` and `live_server` use as well, restore the copy."""
    TransactionTestCase._fixture_setup = classmethod(lambda _: None)  # type: ignore[attr-defined]
    TransactionTestCase._fixture_teardown = lambda _: _bring_back()  # type: ignore[attr-defined]


def _template() -> str:
    return f"{label()}_template"


def _make_the_template() -> None:
    """Make the template under another name until it is complete, so that nobody copies a partial one."""
    template = _template()
    with _outside() as server:
        server.execute(ONE_AT_A_TIME, [template])
        if server.execute(IS_THERE, [template]).fetchone():
            return
        unfinished = f"{template}_unfinished"
        server.execute(DROP.format(sql.Identifier(unfinished)))
        server.execute(CREATE.format(sql.Identifier(unfinished)))
        _speak_to(unfinished)
        migrated.begin(_address())
        migrate()
        migrated.keep(_address())
        connections.close_all()
        server.execute(RENAME.format(sql.Identifier(unfinished), sql.Identifier(template)))


def _copy_anew() -> None:
    database = sql.Identifier(str(connection.settings_dict["NAME"]))
    connections.close_all()
    with _outside() as server:
        server.execute(DROP.format(database))
        server.execute(COPY.format(database, sql.Identifier(_template())))


def _bring_back() -> None:
    """Restore the copy, after ending connections of processes or threads that the test has left behind."""
    connections.close_all()
    with _inside() as copy:
        copy.execute(ALONE)
        brought_back = may_silence_triggers(copy) and _fresh[0].brought_back(copy)
    if not brought_back:
        _copy_anew()


def may_silence_triggers(inside: psycopg.Connection) -> bool:
    """Check whether triggers can be disabled, to delete or restore rows."""
    return inside.info.parameter_status("is_superuser") == "on"


def _speak_to(database: str) -> None:
    connections.close_all()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = database


def _go_through(pooled: str | None) -> None:
    """Connect Django through the pool, if there is one."""
    if pooled:
        parts = parse_qs(urlsplit(pooled).query)
        for one in (settings.DATABASES["default"], connection.settings_dict):
            one.update(HOST=parts["host"][0], PORT=parts["port"][0])


def url() -> str:
    """Return the address of this process's copy, for processes of the site."""
    parts = urlsplit(POOLED or os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))


def _outside() -> psycopg.Connection:
    """Return a connection to the database in DATABASE_URL, which no test touches."""
    return psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)


def _inside() -> psycopg.Connection:
    """Return a connection to this process's copy, with the same role."""
    return psycopg.connect(_address(), autocommit=True)


def _address() -> str:
    return make_conninfo(os.environ["DATABASE_URL"], dbname=str(connection.settings_dict["NAME"]))
