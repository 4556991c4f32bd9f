"""The metrics for /metrics: counters of all processes, and the site's present state.

Counters live in the processes, and are summed from the folder PROMETHEUS_MULTIPROC_DIR. The state (games, emails,
disputes, the queue) is queried on request, by whichever process gets the request, and cached for some seconds.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.core.signals import request_finished
from django.db import DatabaseError, connection
from django.db.models import Count, Model, QuerySet
from django.utils import timezone
from django_prometheus.middleware import Metrics
from prometheus_client import REGISTRY, CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from redis import Redis
from redis.exceptions import RedisError

from games.lost_connections import is_lost_connection
from games.models import Dispute, Game, Turn
from notifications import monitoring
from notifications.models import Mail, Notification
from ttr_site import metric_files, queues

KEPT: Final = 10
"""Seconds for which a result is cached, since several monitors may ask."""
PATIENCE: Final = 0.5

pool = Gauge(
    "night_mail_database_pool",
    "Connections that the web processes' pools have, that are free, and requests that wait for one",
    ["what"],
    multiprocess_mode="livesum",
)
POOL: Final = {"connections": "pool_size", "free": "pool_available", "waiting": "requests_waiting"}

Finder = Callable[[], dict[str, float]]


def by_state(rows: QuerySet[Any], field: str, states: Iterable[str]) -> dict[str, float]:
    """Return the number of rows in each state, 0 included."""
    counts = dict(rows.order_by().values_list(field).annotate(Count("pk")))
    return {state: counts.get(state, 0) for state in states}


def mails() -> dict[str, float]:
    """Return the number of emails by state; `put_off` are queued ones that were tried before."""
    counts = by_state(Mail.objects.all(), "state", Mail.State.values)
    return counts | {"put_off": Mail.objects.filter(state=Mail.State.QUEUED, attempts__gt=0).count()}


def notifications() -> dict[str, float]:
    """Return the number of notifications in no email yet: new, or held for a digest or the end of quiet hours."""
    waiting = Notification.objects.filter(state=Notification.State.PENDING, mail=None)
    held_count = waiting.filter(held_until__isnull=False).count()
    return {"new": waiting.count() - held_count, "held": held_count}


def queue() -> dict[str, float]:
    """Return the number of messages that no worker has taken, by queue. Raises RedisError."""
    options = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
    with Redis.from_url(settings.REDIS_URL, **options) as redis:
        return {name: float(redis.llen(f"{settings.REDIS_PREFIX}:{name}")) for name in queues.EVERY}


def games() -> dict[str, float]:
    """Return the number of games by status, without practice games."""
    return by_state(Game.objects.filter(practice=False), "status", Game.Status.values)


GAUGES: Final[tuple[tuple[str, str, str, Finder], ...]] = (
    ("night_mail_queue_length", "Messages that wait for a worker", "queue", queue),  # from Redis, unlike the others
    ("night_mail_games", "Games by status", "status", games),
    ("night_mail_disputes", "Disputes by state", "state", lambda: _by(Dispute, "state", Dispute.State.values)),
    ("night_mail_outbox", "Emails by state, of the last sixty days", "state", mails),
    ("night_mail_notifications_waiting", "Notifications that no email has yet", "state", notifications),
    ("night_mail_open_turns", "Questions that somebody is to answer", "what", lambda: {"all": _open_turns()}),
    (
        "night_mail_overdue_seconds",
        "By how many seconds the oldest thing of its kind is overdue, if by more than five minutes",
        "what",
        lambda: monitoring.overdue(timezone.now()),
    ),
)


def _by(model: type[Model], field: str, states: Iterable[str]) -> dict[str, float]:
    return by_state(model._default_manager.all(), field, states)


def _open_turns() -> float:
    return float(Turn.objects.filter(closed_at=None, game__practice=False).count())


def _family(name: str, text: str, label: str, find: Finder) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=[label])
    for value, number in find().items():
        family.add_metric([value], number)
    return family


class StateCollector(Collector):
    """A collector of the site's state.

    It leaves out what it cannot query, and while PostgreSQL is down all that follows.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._families: list[GaugeMetricFamily] = []
        self._until = 0.0

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with self._lock:
            if time.monotonic() >= self._until:
                self._families = list(self._look())
                self._until = time.monotonic() + KEPT
            yield from self._families

    def describe(self) -> list[GaugeMetricFamily]:
        """Describe no metrics, so that registering the collector needs no database."""
        return []

    def forget(self) -> None:
        """Make the next request query the state again."""
        self._until = 0.0

    def _look(self) -> Iterator[GaugeMetricFamily]:
        for gauge in GAUGES:
            try:
                yield _family(*gauge)
            except (DatabaseError, RedisError) as error:
                if is_lost_connection(error):
                    return  # waiting for each of the others would yield nothing more


state = StateCollector()


def page() -> bytes:
    """Return all metrics in Prometheus's format."""
    now = CollectorRegistry()
    now.register(state)
    return _counters() + generate_latest(now)


def _counters() -> bytes:
    if not (folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR")):
        return generate_latest(REGISTRY)
    with metric_files.swept(Path(folder)):
        counters = CollectorRegistry()
        MultiProcessCollector(counters)  # type: ignore[no-untyped-call]
        return generate_latest(counters)


def note_pool(**_: Any) -> None:
    """Record the state of this process's connection pool."""
    if (own := getattr(connection, "pool", None)) is not None:
        facts = own.get_stats()
        for kind, name in POOL.items():
            pool.labels(what=kind).set(facts.get(name, 0))


def begin() -> None:
    """Start measuring in a web process.

    Failures are counted from 0, so that the first one shows as an increase; the pool is monitored.
    """
    for status in ("500", "503"):
        Metrics.get_instance().responses_by_status.labels(status=status)  # type: ignore[no-untyped-call]
    request_finished.connect(note_pool, dispatch_uid="night-mail-pool")
