"""Which processes may send: of each worker all but one, so that a server that hangs keeps no worker busy whole.

A place is an advisory lock of a transaction, on a connection of its own: behind PgBouncer in transaction mode a lock of
the session would stay with whichever connection it was taken on. That transaction has read no table, so it keeps
nothing from being vacuumed. Where the connection breaks, another process may start: no harm, since emails are leased.
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
def alone(lock: AdvisoryLock) -> Iterator[bool]:
    """Yield whether nobody else has the lock; if so, keep others from it until the block ends."""
    with _transaction_apart() as apart:
        yield advisory_locks.take(lock, using=apart)


@contextmanager
def place(worker: str = "") -> Iterator[bool]:
    """Yield whether a process of this worker may send; if so, it keeps one of the worker's places until the block ends.

    `worker`: what tells it from all others; by default, this process' machine and parent.
    """
    name = worker or f"{socket.gethostname()} {os.getppid()}"
    keys = [crc32(f"{name} {number}".encode()) for number in range(max(1, settings.WORKER_PROCESSES - 1))]
    with _transaction_apart() as apart:
        yield any(advisory_locks.take_key(AdvisoryLock.SENDING, key, using=apart) for key in keys)


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
