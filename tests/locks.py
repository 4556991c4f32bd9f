"""Row locks held over another connection, and detection of transactions that wait for them."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from tests.patience import PATIENCE, eventually

WAITING = """
SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')
"""


@contextmanager
def held(rows: QuerySet[Any]) -> Iterator[None]:
    """Keep these rows locked until the end of the block."""
    taken, enough = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                assert list(rows.select_for_update(no_key=True))
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


def in_a_thread(act: Callable[[], object]) -> None:
    """Run the function, then close the thread's own connection."""
    act()
    connection.close()


def somebody_waits() -> bool:
    """Check whether anyone waits for a lock in this test's own database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # which a transaction keeps to its end
        cursor.execute(WAITING)
        found: tuple[bool] = cursor.fetchone()
    return found[0]


def wait_for_a_lock() -> None:
    """Return when somebody waits for a lock in this test's own database."""
    assert eventually(somebody_waits), "nobody waits"
