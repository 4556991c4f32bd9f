"""Checks whether the work gets done: workers, beat, the queue, streams, and anything overdue."""

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, TypedDict

from celery import current_app
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from games.instants import in_utc
from games.models import Game
from games.table.clocks import heartbeats
from notifications import monitoring, stream_calls
from notifications.doctor import PATIENCE, Finding, Level, error, fine, servers, warning

LONG: Final = 200
"""Messages in a queue that show that there are too few workers."""


class ClockAnswer(TypedDict):
    """A worker's time, and the shortest delay of ticks from each beat's machine, both in seconds."""

    now: float
    beats: dict[str, float]


def workers() -> Iterator[Finding]:
    """Check whether workers respond for each queue, and how long the queues are."""
    try:
        with Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE) as redis:
            waiting = {name: int(redis.llen(f"{settings.REDIS_PREFIX}:{name}")) for name in settings.QUEUES}
        served = current_app.control.inspect(timeout=2).active_queues() or {}
    except (RedisError, OperationalError, OSError) as problem:
        yield error("workers", f"unknown without Redis ({type(problem).__name__})")
        return
    yield _check_serving({queue["name"] for queues in served.values() for queue in queues})
    for name, count in waiting.items():
        if count > LONG:
            yield warning("queue", f"{count} messages are waiting in {name}: start another deploy/worker")
    if max(waiting.values()) <= LONG:
        yield fine("queue", f"{sum(waiting.values())} messages are waiting")
    if served:
        yield from clocks()


def _check_serving(served: Collection[str]) -> Finding:
    """Check whether there is a worker for each queue."""
    missing = [name for name in settings.QUEUES if name not in served]
    if not served:
        return error("workers", "none is running: start deploy/worker, with the same REDIS_URL and REDIS_PREFIX")
    if missing:
        return error("workers", f"none serves {', '.join(missing)}: restart deploy/worker, of this release")
    return fine("workers", "all queues are served")


def clocks() -> Iterator[Finding]:
    """Compare the clocks of all workers, and of the beats whose ticks they receive, with PostgreSQL's."""
    server_time = servers.tell_time()
    replies = current_app.control.broadcast("clocks", reply=True, timeout=2) or []
    answers = {name: answer for reply in replies for name, answer in reply.items() if "now" in answer}
    problems = list(compare_clocks(answers, server_time))
    yield from problems or [
        fine("clocks", f"those of {len(answers)} workers and of their beats agree with PostgreSQL's")
    ]


def compare_clocks(answers: Mapping[str, ClockAnswer], server_time: datetime) -> Iterator[Finding]:
    """Yield a finding for each clock that is not PostgreSQL's, by what workers answer at this instant.

    A beat's is known by the shortest time that its ticks took to a worker.
    """
    for worker, answer in sorted(answers.items()):
        ahead = datetime.fromtimestamp(answer["now"], UTC) - server_time
        yield from _compare(f"the machine of {worker}", server_time + ahead, server_time)
        for machine, delay in sorted(answer["beats"].items()):
            whose = f"the beat on {machine}, whose ticks come late or early,"
            yield from _compare(whose, server_time + ahead - timedelta(seconds=delay), server_time)


def _compare(whose: str, time: datetime, server_time: datetime) -> Iterator[Finding]:
    finding = servers.compared(time, server_time, whose)
    if finding.level is not Level.FINE:
        yield finding


def streams() -> Iterator[Finding]:
    """Check whether a process that serves streams is listening for calls."""
    try:
        with Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE) as redis:
            ((_, hearing),) = redis.pubsub_numsub(stream_calls.channel())
    except (RedisError, OSError) as problem:
        yield error("streams", f"unknown without Redis ({type(problem).__name__})")
        return
    if hearing:
        yield fine("streams", f"{hearing} running")
    else:
        yield warning(
            "streams",
            "nothing serves them, so programs must ask again and again: start deploy/stream, with the same REDIS_URL "
            "and REDIS_PREFIX, and send its addresses there (deploy/nginx.conf)",
        )


def beat() -> Iterator[Finding]:
    """Check whether the sweep that beat triggers ran recently."""
    yield heard(heartbeats.last_heard(heartbeats.SWEEP), timezone.now())


def heard(at: datetime | None, now: datetime) -> Finding:
    """Check whether the last sweep, at this instant, is recent enough."""
    if at is None:
        return error("beat", "deadlines were never checked: start deploy/beat and deploy/worker")
    if heartbeats.is_of_the_future(at, now):
        return error(
            "beat",
            f"deadlines were last checked at {in_utc(at)}, which is still to come: the clock was put back. "
            "If this stays so for a minute, start deploy/beat and deploy/worker anew",
        )
    if now - at > max(heartbeats.SILENCE, timedelta(seconds=2 * settings.TICK)):
        return error("beat", f"deadlines were last checked at {in_utc(at)}: start deploy/beat")
    return fine("beat", "deadlines are being checked")


def duties() -> Iterator[Finding]:
    """Report what /health reports, and games waiting for a repair."""
    overdue = monitoring.look(timezone.now())
    for late in overdue:
        yield error(late.what, f"late since {in_utc(late.since)}. {late.to_do}")
    if not overdue:
        yield fine("duties", "nothing is late")
    if count := Game.objects.filter(quarantined_until__isnull=False).count():
        yield warning("games", f"{count} in quarantine: the admin lists them, and the log has their errors")
