"""Whether what is due is done: workers, beat, the queue, and what is late."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from celery import current_app
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from games.clocks import heartbeats
from games.models import Game
from notifications import monitoring
from notifications.doctor import PATIENCE, Finding, error, fine, warning

LONG: Final = 200
"""Messages: more wait only where workers are too few."""


def workers() -> Iterator[Finding]:
    """Whether any worker answers, and how long the queue is."""
    try:
        with Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE) as redis:
            waiting = int(redis.llen(f"{settings.REDIS_PREFIX}:celery"))
        answers = current_app.control.ping(timeout=2)
    except (RedisError, OperationalError, OSError) as problem:
        yield error("workers", f"cannot be asked without Redis ({type(problem).__name__})")
        return
    if answers:
        yield fine("workers", f"{len(answers)} answer")
    else:
        yield error("workers", "none answers: start deploy/worker, with the same REDIS_URL and REDIS_PREFIX")
    if waiting > LONG:
        yield warning("queue", f"{waiting} messages wait: start more workers, or set WORKER_PROCESSES higher")
    else:
        yield fine("queue", f"{waiting} messages wait")


def beat() -> Iterator[Finding]:
    """Whether the sweep, which the beat asks for, was there lately."""
    yield heard(heartbeats.last_heard(heartbeats.SWEEP), timezone.now())


def heard(at: datetime | None, now: datetime) -> Finding:
    """Whether the last sweep was lately enough; `at`: when it was."""
    if at is None:
        return error("beat", "no sweep of deadlines was ever made: start deploy/beat and deploy/worker")
    if now - at > max(heartbeats.SILENCE, timedelta(seconds=2 * settings.TICK)):
        return error("beat", f"the last sweep of deadlines was at {at:%Y-%m-%d %H:%M} UTC: start deploy/beat")
    return fine("beat", "deadlines are looked at")


def duties() -> Iterator[Finding]:
    """What /health tells, and games that wait for a repair."""
    found = monitoring.look(timezone.now())
    for late in found:
        yield error(late.what, f"late since {late.since:%Y-%m-%d %H:%M} UTC. {late.to_do}")
    if not found:
        yield fine("duties", "nothing is late")
    if count := Game.objects.filter(quarantined_until__isnull=False).count():
        yield warning("games", f"{count} in quarantine: the admin lists them, the log has their errors")
