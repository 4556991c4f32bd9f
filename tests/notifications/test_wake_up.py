"""Waking the worker: after the commit, and never so that a failure loses the move."""

import subprocess
import sys

import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from notifications import wake_up
from tests.games.stories import players, started

SCRIPT = """
import django
django.setup()
from notifications import wake_up
wake_up.wake()
(metric,) = wake_up.lost_wake_ups.collect()
print(sum(sample.value for sample in metric.samples if sample.name.endswith("_total")))
"""


@pytest.mark.django_db
def test_the_worker_is_woken_after_the_commit(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks() as woken:
        started(players(2))
    assert wake_up.wake in woken


@pytest.mark.django_db
def test_nobody_is_woken_for_what_was_undone(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks() as woken, transaction.atomic():
        started(players(2))
        transaction.set_rollback(True)
    assert woken == []


@pytest.mark.long
def test_without_redis_a_wake_up_is_lost_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    answer = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True, timeout=60)
    assert answer.stdout.strip() == "1.0"
    assert "mail_wake_up_lost" in answer.stderr
