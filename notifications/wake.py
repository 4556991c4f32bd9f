"""Waking the worker.

Only a courtesy: the mail is a row, and the sweep finds it, so a broker that is away costs a moment and nothing else.
"""

import structlog
from django.db import transaction
from prometheus_client import Counter

log = structlog.get_logger(__name__)
lost_wake_ups = Counter("night_mail_lost_wake_ups_total", "Times that the mail worker could not be woken", ["error"])


def after_commit() -> None:
    """Wakes the worker when the present transaction has committed, and not at all when it rolls back."""
    transaction.on_commit(wake, robust=True)


def wake() -> None:
    """Wakes the worker now. Never raises."""
    from notifications.tasks import deliver

    try:
        deliver.apply_async(retry=False)
    except Exception as error:
        name = type(error).__name__
        lost_wake_ups.labels(error=name).inc()
        log.warning("mail_wake_up_lost", error=name)
