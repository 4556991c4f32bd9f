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
app.conf.imports = ("ttr_site.worker_clocks",)


@setup_logging.connect
def keep_the_log(**_: Any) -> None:
    """Keep the logging that Django has configured, for worker and beat, and log Python's warnings as well."""
    logging.captureWarnings(True)


@beat_init.connect
def say_so(**_: Any) -> None:
    """Log the only line of a healthy beat."""
    structlog.get_logger(__name__).info("beat_ready")


@worker_before_create_process.connect
def keep_what_is_loaded(**_: Any) -> None:
    """Freeze all existing objects before a worker's processes are forked, so that they share the memory.

    The garbage collector then no longer examines them.
    """
    gc.collect()
    gc.freeze()


@worker_ready.connect
def complain_anew(**_: Any) -> None:
    """Let a web process that refuses the worker be logged again after a restart, which may be an attempt to fix it.

    The next tick asks it. The web process starts at the same time, and would not answer yet.
    """
    from games.table.clocks import probe  # needs Django, which is loaded after this module

    probe.starts_anew()
