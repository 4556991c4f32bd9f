"""Calls to the processes that serve streams: something is new in a game, or for some players.

Like `notifications.wake_up`, this is only a courtesy: those processes check once a second, so a lost call costs a
second. One message per transaction names everything that has changed; when Redis fails, calls are skipped for a moment,
so that a move never waits for it twice.
"""

import threading
import time
from functools import cache
from typing import Final

import structlog
from django.conf import settings
from django.db import transaction
from prometheus_client import Counter
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = structlog.get_logger(__name__)
lost_calls = Counter("night_mail_lost_stream_calls_total", "Times that streams could not be called")

PAUSE_SECONDS: Final = 1.0
"""Seconds without calls after a failure."""


class _Pending(threading.local):
    """The changes of a thread's present transaction: ids of games and of players."""

    def __init__(self) -> None:
        self.ids: set[str] = set()


_pending = _Pending()
_failed_at = -PAUSE_SECONDS


def channel() -> str:
    """Return the Redis channel for calls."""
    return f"{settings.REDIS_PREFIX}:streams"


def after_commit(*ids: str) -> None:
    """Call for these games and players once the present transaction has committed.

    After a rollback a later transaction may call for them, which does no harm.
    """
    _pending.ids.update(ids)
    transaction.on_commit(_call, robust=True)


def _call() -> None:
    """Send one call for everything that a transaction has changed, at the first callback after its commit."""
    global _failed_at  # noqa: PLW0603 - for the whole process: all threads share the pause after a failure
    ids, _pending.ids = _pending.ids, set()
    if not ids or time.monotonic() - _failed_at < PAUSE_SECONDS:
        return
    try:
        _redis().publish(channel(), " ".join(sorted(ids)))
    except RedisError as error:
        _failed_at = time.monotonic()
        lost_calls.inc()
        log.warning("stream_call_lost", error=type(error).__name__)


@cache
def _redis() -> Redis:
    return Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=0.3, socket_timeout=0.5, retry=Retry(NoBackoff(), 0)
    )
