"""The canary: whether anything that is due is left undone for more than five minutes.

Each watch asks an index for the oldest thing of its kind, so that looking costs the same however much there is. What it
finds is told at `/health` and `/metrics` (by the web, which also knows it when the workers are dead), on the admins'
front page, and by a line in the log.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import islice
from typing import Final, NamedTuple

import structlog
from django.core.cache import cache
from django.db.models import Min
from prometheus_client import Gauge

from games import selectors
from games.services import clock, closing, planned
from notifications import outbox
from notifications.models import Alarm, Mail

LATE: Final = timedelta(minutes=5)
LOOKED_AT: Final = 50
"""Turns; those of which an outage has moved the time are due by their deadline and not late."""
SAID_AGAIN_AFTER: Final = 3600
"""Seconds: a log line an hour for each thing that stays late."""

log = structlog.get_logger(__name__)
overdue = Gauge(
    "night_mail_overdue_seconds",
    "By how many seconds the oldest thing of its kind is overdue, if by more than five minutes",
    ["what"],
    multiprocess_mode="mostrecent",
)


class Late(NamedTuple):
    """Something is late: what, and since when it should have been done."""

    what: str
    since: datetime


Watch = Callable[[datetime], datetime | None]
_watches: dict[str, Watch] = {}


def watch(what: str) -> Callable[[Watch], Watch]:
    """Adds a watch: given an instant, it finds the oldest thing that was due before it, and tells since when."""

    def add(finds: Watch) -> Watch:
        _watches[what] = finds
        return finds

    return add


def look(now: datetime) -> list[Late]:
    """Everything that is late, by the name of its watch."""
    found = ((what, finds(now - LATE)) for what, finds in _watches.items())
    return [Late(what, since) for what, since in found if since is not None]


def measure(now: datetime) -> None:
    """Sets the metric: for each thing that is watched by how many seconds the oldest is late, else 0."""
    late = dict(look(now))
    for what in _watches:
        overdue.labels(what=what).set((now - late[what]).total_seconds() if what in late else 0)


def tell(now: datetime) -> None:
    """One line in the log for each thing that is late."""
    for late in look(now):
        if cache.add(f"canary:{late.what}", True, SAID_AGAIN_AFTER):
            log.error("overdue", what=late.what, since=late.since.isoformat())


@watch("turns")
def turns(before: datetime) -> datetime | None:
    """Turns whose time is over and which nobody has played: the sweep is away, or people cannot get in."""
    due = islice(selectors.due_turns(before, LOOKED_AT), LOOKED_AT)
    return next((at for at in map(clock.due_at, due) if at <= before), None)


@watch("plans")
def plans(before: datetime) -> datetime | None:
    """Plans that have not looked at the question that their seat is asked."""
    return planned.overdue_since(before=before)


@watch("closings")
def closings(before: datetime) -> datetime | None:
    """Games that nobody plays, which were not closed, or of which nobody was told."""
    return closing.overdue_since(before=before)


@watch("reminders")
def reminders(before: datetime) -> datetime | None:
    """Turns at which nobody has looked whether somebody is to be reminded."""
    return _oldest(Alarm.objects.filter(look_at__lte=before).aggregate(at=Min("look_at")))


@watch("notifications")
def notifications(before: datetime) -> datetime | None:
    """What nobody has put into a mail, or into a digest when it was time."""
    return outbox.oldest_ungathered(before)


@watch("mails")
def mails(before: datetime) -> datetime | None:
    """Mails that nobody has tried to send when it was time."""
    due = Mail.objects.filter(state=Mail.State.QUEUED, next_attempt_at__lte=before)
    return _oldest(due.aggregate(at=Min("next_attempt_at")))


@watch("mail_server")
def mail_server(before: datetime) -> datetime | None:
    """Mails are tried, and none has gone out since: the mail server takes nothing."""
    if Mail.objects.filter(state=Mail.State.SENT, settled_at__gt=before).exists():
        return None
    tried = Mail.objects.filter(state=Mail.State.QUEUED, attempts__gt=0, created_at__lte=before)
    return _oldest(tried.aggregate(at=Min("created_at")))


def _oldest(row: dict[str, datetime | None]) -> datetime | None:
    return row["at"]
