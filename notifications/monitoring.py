"""Monitoring: whether anything due has been left undone for more than five minutes.

Each watch asks an index for the oldest thing of its kind, so that looking costs the same however much there is. What it
finds is told at `/health` and `/metrics` (by the web, which also knows it when the workers are dead), on the admins'
front page, and by a line in the log.
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
"""Turns; if an outage moved their time, they are due at their deadline and not late."""
SAID_AGAIN_AFTER: Final = 3600
"""Seconds: one log line an hour for each thing that stays late."""

log = structlog.get_logger(__name__)
MACHINE: Final = "machine"
DISK: Final = "disk"
WAL: Final = "wal"
BASE_BACKUP: Final = "base_backup"
SEEN_BY_MACHINE: Final = (DISK, WAL, BASE_BACKUP)
"""Heartbeats that deploy/backup/watch writes on PostgreSQL's machine: when each was last well."""
HEARD_ALL_THE_TIME: Final = (heartbeats.WEB, heartbeats.SWEEP, mailbox.HEARTBEAT, MACHINE)
"""Heartbeats of the parts themselves: while a part runs, it notes its own."""

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
    "mailbox": "Nobody looks into the mailbox at MAIL_IN_IMAP_URL: start deploy/mail-fetch, and see manage.py doctor.",
    MACHINE: "Nobody looks at the database's disk and its backups: see night-mail-watch.timer on its machine.",
    DISK: "Less than a tenth of the database's or its backups' disk is free: make room before PostgreSQL stops.",
    WAL: "What happens is not kept beside the base backups: see PostgreSQL's log about archive_command.",
    BASE_BACKUP: "There is no base backup of the last thirty hours: start night-mail-backup.service, and see its log.",
    certificates.SOURCE: "The certificate at PUBLIC_URL was not renewed and ends soon: see certbot.timer.",
    "mail_server": "The mail server accepts no emails: check EMAIL_URL with manage.py doctor --email ADDRESS.",
}
"""What an operator can do about each thing that is late."""


class Overdue(NamedTuple):
    """A thing that is late: what it is, and when it was due."""

    what: str
    since: datetime

    @property
    def to_do(self) -> str:
        """The sentence that tells the operator what to do."""
        return TO_DO.get(self.what, "")


Watch = Callable[[datetime], datetime | None]
_watches: dict[str, Watch] = {}


def watch(name: str) -> Callable[[Watch], Watch]:
    """Add a watch: given an instant, it finds the oldest thing due before it, and returns when that was due."""

    def add(finds: Watch) -> Watch:
        _watches[name] = finds
        return finds

    return add


def look(now: datetime) -> list[Overdue]:
    """Return all that is late, by the name of its watch."""
    oldest = ((name, finds(now - LATE)) for name, finds in _watches.items())
    return [Overdue(name, since) for name, since in oldest if since is not None]


def overdue(now: datetime) -> dict[str, float]:
    """Return for each watch how many seconds late the oldest thing is, or 0."""
    late = dict(look(now))
    return {name: (now - late[name]).total_seconds() if name in late else 0.0 for name in _watches}


def tell(now: datetime) -> None:
    """Write one line in the log for each thing that is late."""
    for late in look(now):
        if cache.add(f"canary:{late.what}", True, SAID_AGAIN_AFTER):
            log.error("overdue", what=late.what, since=instants.rfc3339(late.since), to_do=late.to_do)


@watch("clock")
def clock(before: datetime) -> datetime | None:
    """Return `before` if a heartbeat is still to come, since the clock was put back: nobody knows when."""
    return before if any(_is_ahead(source, before) for source in HEARD_ALL_THE_TIME) else None


@watch("web_refused")
def web_refused(before: datetime) -> datetime | None:
    """Return since when the web refuses the worker's calls: a mistake in the settings that waiting does not fix."""
    refusal = probe.refused()
    return refusal.since if refusal else None


@watch("web")
def web(before: datetime) -> datetime | None:
    """Return since when the web does not answer the worker: people cannot get in, and no deadline passes."""
    return _silent_since(heartbeats.WEB, before) if worker(before) is None else None


@watch("worker")
def worker(before: datetime) -> datetime | None:
    """Return since when the sweep of deadlines does not run."""
    return _silent_since(heartbeats.SWEEP, before)


@watch("turns")
def turns(before: datetime) -> datetime | None:
    """Return the due time of a turn that nothing was played for: the sweep is down, or people cannot get in."""
    due = deadlines.due_turns(before).order_by("expires_at", "id")[:LOOKED_AT]
    return next((at for at in map(outages.due_at, due) if at <= before), None)


@watch("plans")
def plans(before: datetime) -> datetime | None:
    """Return when a plan should have looked at its seat's question."""
    return execution.overdue_since(before=before)


@watch("closings")
def closings(before: datetime) -> datetime | None:
    """Return since when a game that nobody plays should be closed, or its players be told."""
    return closure.overdue_since(before=before)


@watch("reminders")
def reminders(before: datetime) -> datetime | None:
    """Return when a turn should have been checked for reminders."""
    oldest: datetime | None = Alarm.objects.filter(look_at__lte=before).aggregate(at=Min("look_at"))["at"]
    return oldest


@watch("notifications")
def notifications(before: datetime) -> datetime | None:
    """Return when a notification should have been put into an email, or into a digest."""
    return queue.oldest_ungathered(before)


@watch("mails")
def mails(before: datetime) -> datetime | None:
    """Return when the oldest email still to send was due."""
    return queue.EMAILS.oldest_waiting(before)


@watch("inbound_emails")
def inbound_emails(before: datetime) -> datetime | None:
    """Return when the oldest unprocessed email from a player was due."""
    rows = (emails.oldest_waiting(before) for emails in (inbound.REPLIES, inbound.SITE_EMAILS))
    return min(filter(None, rows), default=None)


@watch("mail_reports")
def mail_reports(before: datetime) -> datetime | None:
    """Return when a report about an email of ours should have been read."""
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
    """Return when the mailbox for players' emails was last looked into: its server may let nobody in."""
    return _silent_since(mailbox.HEARTBEAT, before) if settings.MAIL_IN_IMAP_URL else None


@watch(MACHINE)
def machine(before: datetime) -> datetime | None:
    """Return when the disks and backups of PostgreSQL's machine were last looked at, if they ever were."""
    return _silent_since(MACHINE, before)


@watch(DISK)
def disk(before: datetime) -> datetime | None:
    """Return when the disks of PostgreSQL's machine were last well: one is nearly full."""
    return _last_well(DISK, before)


@watch(WAL)
def wal(before: datetime) -> datetime | None:
    """Return when WAL was last kept: a restore would lose what has happened since."""
    return _last_well(WAL, before)


@watch(BASE_BACKUP)
def base_backup(before: datetime) -> datetime | None:
    """Return when a base backup last came about: the last night's did not."""
    return _last_well(BASE_BACKUP, before)


@watch(certificates.SOURCE)
def certificate(before: datetime) -> datetime | None:
    """Return when the certificate that people see ends, if that is near."""
    end = heartbeats.last_heard(certificates.SOURCE)  # an instant that lies ahead, as long as all is well
    return end if end and end <= before else None


@watch("mail_server")
def no_mail_server(before: datetime) -> datetime | None:
    """Return since when an email waits that cannot go out, because the mail server accepts none."""
    return mail_server.down_since(before=before)


def _silent_since(source: str, before: datetime) -> datetime | None:
    """Return when a heartbeat was last noted, if that was before this instant."""
    at = heartbeats.last_heard(source)
    return at if at and at <= before else None


def _is_ahead(source: str, before: datetime) -> bool:
    """Check whether a heartbeat is still to come."""
    return heartbeats.is_of_the_future(heartbeats.last_heard(source), before + LATE)


def _last_well(source: str, before: datetime) -> datetime | None:
    """Return when a thing on PostgreSQL's machine was last well; None if nobody looks there, which is told once.

    That may lie in the future, since the clock was put back: then nobody knows, and `before` is as good as any.
    """
    if machine(before) or _is_ahead(MACHINE, before):
        return None
    return before if _is_ahead(source, before) else _silent_since(source, before)
