"""Wakes the worker.

Only a courtesy: the mail is a row, and the sweep finds it, so a broker that is away costs a moment and nothing else.
One call at a time is enough: until the worker has heard it, a mark in the cache keeps others from calling again.
"""

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
"""The name of the task that is asked for: the door is called by its name, for the tasks know all that calls it."""

CALLED: Final = "mail-worker-called"
FORGOTTEN_AFTER: Final = 20
"""Seconds after which a call that nobody has heard is made again: the time between two sweeps."""


def after_commit() -> None:
    """Wakes the worker when the present transaction has committed, and not at all when it rolls back."""
    transaction.on_commit(wake, robust=True)


def wake() -> None:
    """Wakes the worker now, unless somebody has called and the worker is still on its way. Never raises."""
    if cache.add(CALLED, True, FORGOTTEN_AFTER):
        _call()


def heard() -> None:
    """The worker is up, and about to look: whoever commits from now on has to call again."""
    cache.delete(CALLED)


def _call() -> None:
    try:
        current_app.signature(DELIVER).apply_async(retry=False)
    except Exception as error:
        cache.delete(CALLED)
        name = type(error).__name__
        lost_wake_ups.labels(error=name).inc()
        log.warning("mail_wake_up_lost", error=name)
