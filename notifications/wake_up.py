"""Wakes the worker.

Only a courtesy: the mail is a row that the sweep finds, so a missing broker costs only a moment. One call at a time is
enough: until the worker has heard it, a mark in the cache keeps others from calling again.
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
lost_wake_ups.labels(error="OperationalError")  # what kombu raises for a broker that is away: counted from 0

DELIVER: Final = "notifications.tasks.deliver"
"""The task, by its name: its module imports everything that calls it."""
CODES: Final = "notifications.tasks.send_codes"
"""The task for emails that somebody waits for in front of a page, likewise."""
READ: Final = "notifications.tasks.read_mail"
"""The task for what has come in, likewise."""
CALL: Final = "notifications.tasks.call_webhooks"
"""The task for webhooks, likewise."""
PUSH: Final = "notifications.tasks.push"
"""The task for browsers, likewise."""

CALLED: Final = "mail-worker-called"
"""The mark of the one; the other's has its name before it."""
FORGOTTEN_AFTER: Final = 20
"""Seconds after which a call that nobody has heard is made again: the time between two sweeps."""


def wake(task: str = DELIVER) -> None:
    """Wake the worker now, unless somebody has called and the worker is still on its way. Never raises."""
    if cache.add(_mark(task), True, FORGOTTEN_AFTER):
        _call(task)


def wake_for_codes() -> None:
    """Wake the worker for emails that somebody waits for in front of a page."""
    wake(CODES)


def wake_reader() -> None:
    """Wake the worker that reads what has come in."""
    wake(READ)


def wake_caller() -> None:
    """Wake the worker that calls webhooks."""
    wake(CALL)


def wake_pusher() -> None:
    """Wake the worker that sends messages to browsers."""
    wake(PUSH)


def after_commit(call: Callable[[], None] = wake) -> None:
    """Wake the worker when the present transaction has committed, and not at all when it rolls back."""
    transaction.on_commit(call, robust=True)


def heard(task: str = DELIVER) -> None:
    """Note that the worker is up, and about to look: commits from now on must call again."""
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
