"""Monitoring: whether anything has been overdue for more than five minutes.

Each watch asks an index for the oldest item of its kind, so a check costs the same however many there are. The results
appear at `/health` and `/metrics` (served by the web process, so they are available even if the workers are dead), on
the admins' front page, and in the log.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db.models import Min

from games import instants
from games.lobby import closure
from games.table.clocks import certificates, heartbeats, outages, probe
from games.table.plans import execution
from games.table.play import deadlines
from notifications.inbox import mailbox
from notifications.inbox import queue as inbound
from notifications.models import Alarm
from notifications.outbox import mail_server, queue
from notifications.outbox.push.queue import MESSAGES
from notifications.outbox.webhooks.queue import DELIVERIES

LATE: Final = timedelta(minutes=5)
LOOKED_AT: Final = 50
"""Turns examined; if an outage postponed their time, they are due at their deadline and not overdue."""
SAID_AGAIN_AFTER: Final = 3600
"""Seconds between two log lines about the same overdue watch."""

log = structlog.get_logger(__name__)
MACHINE: Final = "machine"
DISK: Final = "disk"
WAL: Final = "wal"
BASE_BACKUP: Final = "base_backup"
SEEN_BY_MACHINE: Final = (DISK, WAL, BASE_BACKUP)
"""Heartbeats written by deploy/backup/watch on PostgreSQL's machine: when each was last in order."""
HEARD_ALL_THE_TIME: Final = (heartbeats.WEB, heartbeats.SWEEP, mailbox.HEARTBEAT, MACHINE)
"""Heartbeats that running parts write about themselves."""

WORKER: Final = "Start deploy/worker and deploy/beat, or more workers."
TO_DO: Final[dict[str, str]] = {
    "clock": "The clock was put back: what was last noted is still to come. Check the time (timedatectl). Each part "
    "that runs corrects its own within a minute; restart deploy/web, worker, beat or mail-fetch if this stays.",
    "web_refused": "HEARTBEAT_URL refuses the worker, so no deadline passes: correct it, and restart the worker.",
    "web": "Nothing answers at HEARTBEAT_URL (PUBLIC_URL/heartbeat, if not set), so no deadline passes: start "
    "deploy/web, or correct the address.",
    "worker": WORKER,
    "turns": "Nobody acts on overdue turns: see web and worker.",
    "plans": WORKER,
    "closings": WORKER,
    "reminders": WORKER,
    "notifications": WORKER,
    "mails": WORKER,
    "inbound_emails": WORKER,
    "mail_reports": WORKER,
    "webhooks": WORKER,
    "pushes": WORKER,
    "mailbox": "Nobody looks into the mailbox at MAIL_IN_IMAP_URL: start deploy/mail-fetch, and see night-mail check.",
    MACHINE: "Nobody looks at the database's disk and its backups: see night-mail-watch.timer on its machine.",
    DISK: "Less than a tenth of the database's or its backups' disk is free: make room before PostgreSQL stops.",
    WAL: "What happens is not kept beside the base backups: see PostgreSQL's log about archive_command.",
    BASE_BACKUP: "There is no base backup of the last thirty hours: start night-mail-backup.service, and see its log.",
    certificates.SOURCE: "The certificate at PUBLIC_URL was not renewed and ends soon: see certbot.timer.",
    "mail_server": "The mail server accepts no emails: check EMAIL_URL with night-mail check --email ADDRESS.",
}
"""What an operator can do about each overdue watch."""


class Overdue(NamedTuple):
    """An overdue watch: its name, and when its oldest item was due."""

    what: str
    since: datetime

    @property
    def to_do(self) -> str:
        """The sentence that tells the operator what to do."""
        return TO_DO.get(self.what, "")


Watch = Callable[[datetime], datetime | None]
_watches: dict[str, Watch] = {}


def watch(name: str) -> Callable[[Watch], Watch]:
    """Register a watch: given an instant, it finds the oldest item due before it, and returns when that was due."""

    def add(finds: Watch) -> Watch:
        _watches[name] = finds
        return finds

    return add


def look(now: datetime) -> list[Overdue]:
    """Return every watch whose oldest item is overdue, and since when."""
    oldest = ((name, finds(now - LATE)) for name, finds in _watches.items())
    return [Overdue(name, since) for name, since in oldest if since is not None]


def overdue(now: datetime) -> dict[str, float]:
    """Return for each watch how many seconds overdue its oldest item is, or 0."""
    late = dict(look(now))
    return {name: (now - late[name]).total_seconds() if name in late else 0.0 for name in _watches}


def tell(now: datetime) -> None:
    """Log one line for each overdue watch."""
    for late in look(now):
        if cache.add(f"canary:{late.what}", True, SAID_AGAIN_AFTER):
            log.error("overdue", what=late.what, since=instants.rfc3339(late.since), to_do=late.to_do)


@watch("clock")
def clock(before: datetime) -> datetime | None:
    """Return `before` if a heartbeat lies in the future, because the clock was set back: the true time is unknown."""
    return before if any(_is_ahead(source, before) for source in HEARD_ALL_THE_TIME) else None


@watch("web_refused")
def web_refused(before: datetime) -> datetime | None:
    """Return since when the web process refuses the worker's calls, because of an error in the settings."""
    refusal = probe.refused()
    return refusal.since if refusal else None


@watch("web")
def web(before: datetime) -> datetime | None:
    """Return since when the web process does not answer the worker, so nobody can sign in, and no deadline passes."""
    return _silent_since(heartbeats.WEB, before) if worker(before) is None else None


@watch("worker")
def worker(before: datetime) -> datetime | None:
    """Return since when the sweep of deadlines has not run."""
    return _silent_since(heartbeats.SWEEP, before)


@watch("turns")
def turns(before: datetime) -> datetime | None:
    """Return when a turn that nothing was played for was due: the sweep is down, or people cannot sign in."""
    due = deadlines.due_turns(before).order_by("expires_at", "id")[:LOOKED_AT]
    return next((at for at in map(outages.due_at, due) if at <= before), None)


@watch("plans")
def plans(before: datetime) -> datetime | None:
    """Return when a plan should have examined its seat's question."""
    return execution.overdue_since(before=before)


@watch("closings")
def closings(before: datetime) -> datetime | None:
    """Return since when a game that nobody plays should have been closed, or its players warned."""
    return closure.overdue_since(before=before)


@watch("reminders")
def reminders(before: datetime) -> datetime | None:
    """Return when a turn should have been checked for reminders."""
    oldest: datetime | None = Alarm.objects.filter(look_at__lte=before).aggregate(at=Min("look_at"))["at"]
    return oldest


@watch("notifications")
def notifications(before: datetime) -> datetime | None:
    """Return when a notification should have gone into an email or a digest."""
    return queue.oldest_ungathered(before)


@watch("mails")
def mails(before: datetime) -> datetime | None:
    """Return when the oldest unsent email was due."""
    return queue.EMAILS.oldest_waiting(before)


@watch("inbound_emails")
def inbound_emails(before: datetime) -> datetime | None:
    """Return when the oldest unprocessed email from a player was due."""
    rows = (emails.oldest_waiting(before) for emails in (inbound.REPLIES, inbound.SITE_EMAILS))
    return min(filter(None, rows), default=None)


@watch("mail_reports")
def mail_reports(before: datetime) -> datetime | None:
    """Return when a report about one of our emails should have been read."""
    return inbound.REPORTS.oldest_waiting(before)


@watch("webhooks")
def webhooks(before: datetime) -> datetime | None:
    """Return when a message to a webhook should have been posted."""
    return DELIVERIES.oldest_waiting(before)


@watch("pushes")
def pushes(before: datetime) -> datetime | None:
    """Return when a message to a browser should have been sent."""
    return MESSAGES.oldest_waiting(before)


@watch("mailbox")
def mailbox_is_alone(before: datetime) -> datetime | None:
    """Return when the mailbox for players' emails was last checked: its server may be refusing sign-in."""
    return _silent_since(mailbox.HEARTBEAT, before) if settings.MAIL_IN_IMAP_URL else None


@watch(MACHINE)
def machine(before: datetime) -> datetime | None:
    """Return when the disks and backups of PostgreSQL's machine were last checked, if they ever were."""
    return _silent_since(MACHINE, before)


@watch(DISK)
def disk(before: datetime) -> datetime | None:
    """Return when the disks of PostgreSQL's machine were last in order: one is nearly full."""
    return _last_well(DISK, before)


@watch(WAL)
def wal(before: datetime) -> datetime | None:
    """Return when WAL was last archived: a restore would lose everything since."""
    return _last_well(WAL, before)


@watch(BASE_BACKUP)
def base_backup(before: datetime) -> datetime | None:
    """Return when a base backup last succeeded: last night's did not."""
    return _last_well(BASE_BACKUP, before)


@watch(certificates.SOURCE)
def certificate(before: datetime) -> datetime | None:
    """Return when the public certificate expires, if that is soon."""
    end = heartbeats.last_heard(certificates.SOURCE)  # an instant in the future, as long as all is well
    return end if end and end <= before else None


@watch("mail_server")
def no_mail_server(before: datetime) -> datetime | None:
    """Return since when an email has been waiting because the mail server accepts none."""
    return mail_server.down_since(before=before)


def _silent_since(source: str, before: datetime) -> datetime | None:
    """Return when a heartbeat was last written, if that was before this instant."""
    at = heartbeats.last_heard(source)
    return at if at and at <= before else None


def _is_ahead(source: str, before: datetime) -> bool:
    """Check whether a heartbeat lies in the future."""
    return heartbeats.is_of_the_future(heartbeats.last_heard(source), before + LATE)


def _last_well(source: str, before: datetime) -> datetime | None:
    """Return when a part of PostgreSQL's machine was last in order; None if nobody checks it.

    Only `machine` reports the latter. The time may lie in the future if the clock was set back: then the true time is
    unknown, and `before` is as good as any.
    """
    if machine(before) or _is_ahead(MACHINE, before):
        return None
    return before if _is_ahead(source, before) else _silent_since(source, before)
