"""Behind PgBouncer in transaction mode: a connection is exclusive only during a transaction, and sessions do not last.

Everything else that must work there is covered by all other tests that commit: the CI runs them through PgBouncer.
"""

import os

import psycopg
import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection

from games.advisory_locks import AdvisoryLock
from notifications.outbox import senders
from tests import database

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(database.POOLED is None, reason="run by .ci/with-pgbouncer"),
]

HELD = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND database = (%s)"
HERE = "SELECT oid FROM pg_database WHERE datname = current_database()"


def test_nothing_of_a_session_is_there_in_the_next_transaction() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = '1234s'")
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() != ("1234s",)


def test_every_transaction_is_in_utc() -> None:
    with connection.cursor() as cursor:
        for _ in range(10):
            cursor.execute("SHOW TimeZone")
            assert cursor.fetchone() == ("UTC",)


def test_the_one_that_calls_keeps_others_out_until_the_end_and_no_longer() -> None:
    with senders.place(AdvisoryLock.CALLING, 1) as mine, senders.place(AdvisoryLock.CALLING, 1) as other:
        connection.ensure_connection()
        assert (mine, other) == (True, False)
        assert _held() == 1
    assert _held() == 0
    with senders.place(AdvisoryLock.CALLING, 1) as mine:
        assert mine


def test_rows_are_read_some_at_a_time_without_a_cursor_of_the_session() -> None:
    """Django's own forms in the admin read in this way."""
    assert list(LogEntry.objects.iterator(chunk_size=1)) == []


def _held() -> int:
    """Return how many advisory locks PostgreSQL itself sees held."""
    with psycopg.connect(os.environ["DATABASE_URL"], dbname=connection.settings_dict["NAME"]) as direct:
        (number,) = direct.execute(HELD.replace("(%s)", f"({HERE})"), [AdvisoryLock.CALLING]).fetchone() or (0,)
    return int(number)
