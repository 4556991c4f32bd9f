"""Calls that wake the workers.

They are only a courtesy: the work is in rows that the sweep finds, so a missing broker costs only a moment. One call at
a time is enough: until the worker has noticed it, a mark in the cache keeps others from calling again.
"""

from collections.abc import Callable
from typing import Final

import structlog
from celery import current_app
from django.core.cache import cache
from django.db import transaction
from prometheus_client import Counter

log = structlog.get_logger(__name__)
lost_wake_ups = Counter("night_mail_lost_wake_ups_total", "Times that the mail worker could not be woken", ["error"])
lost_wake_ups.labels(error="OperationalError")  # what kombu raises for an unreachable broker: counted from 0

DELIVER: Final = "notifications.tasks.deliver"
"""The task's name, since its module imports everything that calls it."""
CODES: Final = "notifications.tasks.send_codes"
"""The name of the task for emails that somebody is waiting for on a page."""
READ: Final = "notifications.tasks.read_mail"
"""The name of the task for incoming emails."""
CALL: Final = "notifications.tasks.call_webhooks"
"""The name of the task for webhooks."""
PUSH: Final = "notifications.tasks.push"
"""The name of the task for browsers."""

CALLED: Final = "mail-worker-called"
"""The cache key of the mark for `DELIVER`; other tasks' keys have their name in front."""
FORGOTTEN_AFTER: Final = 20
"""Seconds after which an unanswered call is repeated: the time between two sweeps."""


def wake(task: str = DELIVER) -> None:
    """Wake the worker now, unless it has been called and not yet noticed. Never raises."""
    if cache.add(_mark(task), True, FORGOTTEN_AFTER):
        _call(task)


def wake_for_codes() -> None:
    """Wake the worker for emails that somebody is waiting for on a page."""
    wake(CODES)


def wake_reader() -> None:
    """Wake the worker that reads incoming emails."""
    wake(READ)


def wake_caller() -> None:
    """Wake the worker that posts to webhooks."""
    wake(CALL)


def wake_pusher() -> None:
    """Wake the worker that sends messages to browsers."""
    wake(PUSH)


def after_commit(call: Callable[[], None] = wake) -> None:
    """Wake the worker when the present transaction has committed, and not at all when it rolls back."""
    transaction.on_commit(call, robust=True)


def heard(task: str = DELIVER) -> None:
    """Record that the worker is awake and about to look: commits from now on must call again."""
    cache.delete(_mark(task))


def _mark(task: str) -> str:
    return CALLED if task == DELIVER else f"{task}-{CALLED}"


def _call(task: str) -> None:
    try:
        current_app.signature(task).apply_async(retry=False)
    except Exception as error:
        cache.delete(_mark(task))
        name = type(error).__name__
        lost_wake_ups.labels(error=name).inc()
        log.warning("mail_wake_up_lost", error=name)
