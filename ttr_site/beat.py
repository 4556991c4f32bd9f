"""Beat's own Celery app: it sends tasks by name without running any, so it needs no models and little memory."""

import os
import signal
import time
from typing import Any

from celery import Celery
from celery.signals import beat_init, before_task_publish
from django.conf import settings
from django.utils.log import configure_logging

from ttr_site import watchdog
from ttr_site.ticks import SENT_AT

app = Celery("beat", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
watchdog.start()


@before_task_publish.connect
def stamp(headers: dict[str, Any], **_: Any) -> None:
    """Let the workers know what time it is here (`ttr_site.worker_clocks`)."""
    headers[SENT_AT] = time.time()


@beat_init.connect
def end_at_once(**_: Any) -> None:
    """Exit at once when beat is told to end: it has nothing to finish and stores nothing.

    Celery's own handler raises SystemExit wherever the process happens to be. The code that sends a message can swallow
    that, and a beat told to end at that moment continued until it was killed.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: os._exit(0))
