"""Somebody else, over another connection, who holds rows for a while; and what happens to others who need them."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

PATIENCE = 60
WAITING = """
SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')
"""


@contextmanager
def held(rows: QuerySet[Any]) -> Iterator[None]:
    """These rows are locked until the end."""
    taken, enough = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                assert list(rows.select_for_update())
                taken.set()
                enough.wait(PATIENCE)
        finally:
            connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert taken.wait(PATIENCE)
        yield
    finally:
        enough.set()
        holder.join()


def wait_for_one_who_waits() -> None:
    """Returns when somebody waits for a lock."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            if cursor.fetchone() == (True,):
                return
        time.sleep(0.01)
    raise AssertionError("nobody waits")
