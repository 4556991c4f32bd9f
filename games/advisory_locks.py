"""All of the site's PostgreSQL advisory locks, which end with their transaction, and functions to take them.

A lock is either a single one for the whole site, or one of many of its kind, distinguished by a key. The numbers are
not stored, but two releases that run at the same time must agree on them.
"""

from enum import IntEnum
from zlib import crc32

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper


class AdvisoryLock(IntEnum):
    """The purposes of locks, each with a unique number."""

    GATHERING = 0x6D61696C
    CALLING = GATHERING + 2
    PUSHING = GATHERING + 3
    SENDING = GATHERING + 4
    ALARMS = 0x616C6172
    CODES = 0x636F6465
    BROWSERS = 0x70757368
    WELCOMES = 0x77656C63


def wait_for(lock: AdvisoryLock) -> None:
    """Wait for the lock, and hold it until this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock])


def wait_for_key(lock: AdvisoryLock, key: int) -> None:
    """Wait for the lock of this kind with this key (an unsigned 32-bit number)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [lock, key - 2**31])


def wait_for_name(name: str) -> None:
    """Wait for the lock with this name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [crc32(name.encode())])


def take(lock: AdvisoryLock, *, using: BaseDatabaseWrapper = connection) -> bool:
    """Take the lock until the transaction ends, unless it is held elsewhere. Return whether it was taken."""
    with using.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [lock])
        (is_ours,) = cursor.fetchone() or (False,)
    return bool(is_ours)


def take_key(lock: AdvisoryLock, key: int, *, using: BaseDatabaseWrapper = connection) -> bool:
    """Take the lock of this kind with this key (an unsigned 32-bit number), unless it is held elsewhere."""
    with using.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [lock, key - 2**31])
        (is_ours,) = cursor.fetchone() or (False,)
    return bool(is_ours)
