"""PostgreSQL's advisory locks, which end with their transaction: all that there are, and how they are taken.

A lock is the whole site's, or one of many of its kind, which differ by a key. No number is stored, but two releases
that run beside each other must agree on them.
"""

from enum import IntEnum
from zlib import crc32

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper


class AdvisoryLock(IntEnum):
    """What a lock is for; its number is one that nothing else uses."""

    GATHERING = 0x6D61696C
    CALLING = GATHERING + 2
    PUSHING = GATHERING + 3
    SENDING = GATHERING + 4
    ALARMS = 0x616C6172
    CODES = 0x636F6465
    BROWSERS = 0x70757368


def wait_for(lock: AdvisoryLock) -> None:
    """Wait until nobody else has the lock, and hold it until this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock])


def wait_for_key(lock: AdvisoryLock, key: int) -> None:
    """Wait until nobody else has the lock of its kind with this key (32 bits, without a sign)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [lock, key - 2**31])


def wait_for_name(name: str) -> None:
    """Wait until nobody else has the lock of this name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [crc32(name.encode())])


def take(lock: AdvisoryLock, *, using: BaseDatabaseWrapper = connection) -> bool:
    """Take the lock until the transaction ends, unless somebody else has it. Return whether it is ours."""
    with using.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [lock])
        (is_ours,) = cursor.fetchone() or (False,)
    return bool(is_ours)


def take_key(lock: AdvisoryLock, key: int, *, using: BaseDatabaseWrapper = connection) -> bool:
    """Take the lock of its kind with this key (32 bits, without a sign), unless somebody else has it."""
    with using.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [lock, key - 2**31])
        (is_ours,) = cursor.fetchone() or (False,)
    return bool(is_ours)
