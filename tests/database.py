"""Tests that really commit get a fresh copy of the database afterwards.

Django would empty every table with TRUNCATE, which the log's triggers refuse, as they should. So the first
such test keeps the database as the migrations left it, and each one is followed by a copy of that.
"""

from django.db import connection, connections
from django.test import TransactionTestCase
from psycopg import sql

DROP = "DROP DATABASE IF EXISTS {} WITH (FORCE)"
COPY = "CREATE DATABASE {} TEMPLATE {}"


class Template:
    """The untouched database, kept under a name of its own."""

    made = False

    @classmethod
    def make(cls) -> None:
        if not cls.made:
            database, template = _names()
            _administer(sql.SQL(DROP).format(template), sql.SQL(COPY).format(template, database))
            cls.made = True

    @classmethod
    def restore(cls) -> None:
        database, template = _names()
        _administer(sql.SQL(DROP).format(database), sql.SQL(COPY).format(database, template))

    @classmethod
    def forget(cls) -> None:
        if cls.made:
            _, template = _names()
            _administer(sql.SQL(DROP).format(template))
            cls.made = False


def reset_instead_of_flush() -> None:
    """Teach Django's test case, which also stands behind `django_db(transaction=True)` and `live_server`."""
    TransactionTestCase._fixture_setup = classmethod(lambda _: Template.make())  # type: ignore[attr-defined]
    TransactionTestCase._fixture_teardown = lambda _: Template.restore()  # type: ignore[attr-defined]


def _names() -> tuple[sql.Identifier, sql.Identifier]:
    name = str(connection.settings_dict["NAME"])
    return sql.Identifier(name), sql.Identifier(f"{name}_template")


def _administer(*statements: sql.Composed) -> None:
    """Speak from outside of the test database, to which nobody may be connected meanwhile."""
    connections.close_all()
    with connection._nodb_cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
