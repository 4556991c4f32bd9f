"""Which processes may send: of each worker all but one, and one may post to webhooks, and one to browsers; so that
servers that hang keep no worker busy whole.

A place is an advisory lock of a transaction, on a connection of its own: behind PgBouncer in transaction mode a lock of
the session would stay with whichever connection it was taken on. That transaction has read no table, so it keeps
nothing from being vacuumed. Where the connection breaks, another process may start: no harm, since what it
sends is leased.
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
    """Yield whether a process of this worker may start; if so, it keeps one of its places until the block ends.

    `most`: how many places the worker has, by default for all its processes but one; `worker`: what tells it from all
    others, by default this process' machine and parent.
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
