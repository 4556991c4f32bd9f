"""The test database: migrated once for all workers, of which each has a copy.

Whoever first needs a database migrates one while the others wait, and that one stays as it is: the template. Tests that
really commit get a fresh copy of it afterwards. Django would empty every table with TRUNCATE, which the log's triggers
refuse, as they should.
"""

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.test import TransactionTestCase
from psycopg import sql

from tests.servers import label

IS_THERE = "SELECT 1 FROM pg_database WHERE datname = %s"
DROP = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
CREATE = sql.SQL("CREATE DATABASE {}")
COPY = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
RENAME = sql.SQL("ALTER DATABASE {} RENAME TO {}")
MANY_ALTERATIONS = "oauth2_provider"
ONE_AT_A_TIME = "SELECT pg_advisory_lock(hashtext(%s))"


@contextmanager
def copied() -> Iterator[None]:
    """Everybody in this process speaks to a copy of the template, by a name of the run's: the keeper drops those."""
    _make_the_template()
    _speak_to(f"{label()}_{os.getpid()}")
    _copy_anew()
    yield
    connections.close_all()


def copy_instead_of_flush() -> None:
    """Teach Django's test case, which also stands behind `django_db(transaction=True)` and `live_server`."""
    TransactionTestCase._fixture_setup = classmethod(lambda _: None)  # type: ignore[attr-defined]
    TransactionTestCase._fixture_teardown = lambda _: _copy_anew()  # type: ignore[attr-defined]


def _template() -> str:
    return f"{label()}_template"


def _make_the_template() -> None:
    """Under another name until it is done, so that nobody copies half of one."""
    template = _template()
    with _outside() as server:
        server.execute(ONE_AT_A_TIME, [template])
        if server.execute(IS_THERE, [template]).fetchone():
            return
        unfinished = f"{template}_unfinished"
        server.execute(DROP.format(sql.Identifier(unfinished)))
        server.execute(CREATE.format(sql.Identifier(unfinished)))
        _speak_to(unfinished)
        _migrate()
        connections.close_all()
        server.execute(RENAME.format(sql.Identifier(unfinished), sql.Identifier(template)))


def _migrate() -> None:
    """First what alters models that many of ours point to: each time Django makes all of those anew, in Python."""
    gc.disable()  # migrating makes thousands of models, all of which stay to its end
    for first in ([MANY_ALTERATIONS], []):
        call_command("migrate", *first, verbosity=0, interactive=False)
    gc.enable()


def _copy_anew() -> None:
    database = sql.Identifier(str(connection.settings_dict["NAME"]))
    connections.close_all()
    with _outside() as server:
        server.execute(DROP.format(database))
        server.execute(COPY.format(database, sql.Identifier(_template())))


def _speak_to(database: str) -> None:
    connections.close_all()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = database


def _outside() -> psycopg.Connection:
    """A connection to the database that DATABASE_URL names, which no test touches."""
    return psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)
