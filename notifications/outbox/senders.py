"""Limits on each worker's processes: all but one may send emails, one may post to webhooks, and one to browsers.

So hanging servers never occupy a whole worker. A place is an advisory lock of a transaction, on a connection of its
own: behind PgBouncer in transaction mode a session's lock would stay with the connection on which it was taken. The
transaction has read no table, so it blocks no vacuum. If the connection breaks, another process may start, which does
no harm, since everything it sends is leased.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from zlib import crc32

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from games import advisory_locks
from games.advisory_locks import AdvisoryLock


@contextmanager
def place(lock: AdvisoryLock = AdvisoryLock.SENDING, most: int | None = None, worker: str = "") -> Iterator[bool]:
    """Yield whether a process of this worker may start; if so, it occupies one of the places until the block ends.

    `most` is the number of the worker's places, by default all its processes but one; `worker` identifies it, by
    default through this process's machine and parent.
    """
    name = worker or f"{socket.gethostname()} {os.getppid()}"
    places = max(1, settings.WORKER_PROCESSES - 1) if most is None else most
    keys = [crc32(f"{name} {number}".encode()) for number in range(places)]
    with _transaction_apart() as apart:
        yield any(advisory_locks.take_key(lock, key, using=apart) for key in keys)


@contextmanager
def _transaction_apart() -> Iterator[BaseDatabaseWrapper]:
    own = connection.copy()
    try:
        own.set_autocommit(False)
        yield own
    finally:
        with suppress(DatabaseError):
            own.rollback()
        own.close()
