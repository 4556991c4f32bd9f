"""The Celery app. Its tasks are wake-up calls: every duty is a row in PostgreSQL, so any task may be lost."""

import gc
import logging
import os
from typing import Any

import structlog
from celery import Celery
from celery.signals import beat_init, setup_logging, worker_before_create_process, worker_ready
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")

app = Celery("ttr_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@setup_logging.connect
def keep_the_log(**_: Any) -> None:
    """Worker and beat write the site's log, as Django has set it up; so do Python's warnings."""
    logging.captureWarnings(True)


@beat_init.connect
def say_so(**_: Any) -> None:
    """Log the only line of a beat that is well."""
    structlog.get_logger(__name__).info("beat_ready")


@worker_before_create_process.connect
def keep_what_is_loaded(**_: Any) -> None:
    """Freeze what is there before a worker's process begins, so that the processes share it.

    It is not looked through for garbage again and again.
    """
    gc.collect()
    gc.freeze()


@worker_ready.connect
def complain_anew(**_: Any) -> None:
    """Let a web that refuses the worker be worth a line again: somebody has just tried to correct it.

    The next tick asks. The web starts at the same time, and would not answer yet.
    """
    from games.table.clocks import probe  # it needs Django, which comes up after this module

    probe.starts_anew()
