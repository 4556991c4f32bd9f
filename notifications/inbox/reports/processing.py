"""Reading the reports that have come in: each in one transaction that marks the address, if any, and settles the row.

A report comes to the return path of an email of ours, or encloses it, so it is believed, about that email alone: the
address to which it went is marked, whatever address the report names (it may have been forwarded there), once for each
email, and only while it is still the player's. What raises is put off, longer each time, and given up in the end.
"""

import time
from datetime import datetime, timedelta
from typing import Final

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import F, QuerySet
from prometheus_client import Counter

from notifications.inbox import accepting, budget
from notifications.inbox.reports import reading
from notifications.inbox.reports.reading import Dead
from notifications.models import Mail, MailReport
from notifications.outbox import dead_addresses
from notifications.outbox.queue import pause

BATCH: Final = 50
GIVE_UP_AFTER: Final = timedelta(days=3)
"""So long we may need to mend a mistake of ours."""
State = MailReport.State

log = structlog.get_logger(__name__)
reports = Counter("night_mail_mail_reports_total", "What became of reports about emails", ["outcome"])
PUT_OFF: Final = "put_off"
for _outcome in (State.MARKED, State.IGNORED, PUT_OFF):
    reports.labels(outcome=_outcome)


def read_due(*, now: datetime, limit: int = BATCH, by: str = "") -> int:
    """Read up to so many reports, for the task of this id. Return how many it took."""
    keys = list(_due(now).order_by("next_attempt_at", "pk").values_list("pk", flat=True)[:limit])
    return sum(_guarded(key, now, by) for key in keys)


def give_up_killed(by: str, *, now: datetime, least: int = 0) -> int:
    """Ignore what a task was reading when its process was killed, if it has been tried so often. Return how many."""
    killed = MailReport.objects.filter(state=State.WAITING, reason=budget.mark(by), attempts__gte=least)
    return killed.update(state=State.IGNORED, reason=budget.TOOK_TOO_LONG, settled_at=now)


def heed(mail: Mail, raw: bytes, now: datetime) -> str:
    """Does what a report about an email of ours asks for. Returns the code of the mark, "" if nothing was marked."""
    said = reading.read(raw)
    return said.code if isinstance(said, Dead) and dead_addresses.mark_for(mail, said.code, now) else ""


def _guarded(key: int, now: datetime, by: str) -> bool:
    """One report's trouble must not stop the others. False if another worker has it."""
    begun = time.thread_time()
    _due(now).filter(pk=key).update(reason=budget.mark(by), attempts=F("attempts") + 1)
    try:
        return _read(key, now)
    except SoftTimeLimitExceeded:
        if time.thread_time() - begun >= budget.MOST_WORK:
            give_up_killed(by, now=now)
        raise
    except Exception as error:
        log.error("mail_report_raised", report=key, error=type(error).__name__)
        _put_off(key, now, type(error).__name__)
        return True


@transaction.atomic
def _read(key: int, now: datetime) -> bool:
    rows = _due(now).select_for_update(skip_locked=True, of=("self",)).select_related("mail")
    report = rows.filter(pk=key).first()
    if report is None:
        return False
    report.state, report.reason = _outcome_of(report, now)
    report.settled_at = now
    report.save(update_fields=["state", "reason", "settled_at"])
    reports.labels(outcome=report.state).inc()
    return True


def _outcome_of(report: MailReport, now: datetime) -> tuple[MailReport.State, str]:
    raw = accepting.content(report)
    if raw is None:
        return State.IGNORED, "erased"
    said = reading.read(raw)
    if not isinstance(said, Dead):
        return State.IGNORED, said.reason
    marked = dead_addresses.mark_for(report.mail, said.code, now)
    return (State.MARKED, said.code) if marked else (State.IGNORED, "not_its_address")


@transaction.atomic
def _put_off(key: int, now: datetime, reason: str) -> None:
    report = MailReport.objects.select_for_update(of=("self",)).filter(pk=key, state=State.WAITING).first()
    if report is None:
        return
    report.reason = reason[:40]
    report.next_attempt_at = now + pause(report.attempts)
    if now - report.received_at > GIVE_UP_AFTER:
        report.state, report.settled_at = State.IGNORED, now
    report.save(update_fields=["reason", "next_attempt_at", "state", "settled_at"])
    reports.labels(outcome=PUT_OFF).inc()


def again(rows: QuerySet[MailReport], *, now: datetime) -> int:
    """Has reports that were ignored read again, if their content is still there. Returns how many."""
    keys = list(rows.filter(state=State.IGNORED, raw__isnull=False).values_list("pk", flat=True))
    waiting = {"state": State.WAITING, "reason": "", "settled_at": None, "next_attempt_at": now}
    return MailReport.objects.filter(pk__in=keys).update(**waiting)


def erase_old(*, now: datetime, limit: int = 1000) -> int:
    """Erases the bytes of up to so many reports whose time is over. Returns how many."""
    old = MailReport.objects.filter(raw__isnull=False, erase_at__lte=now).values_list("pk", flat=True)[:limit]
    return MailReport.objects.filter(pk__in=list(old)).update(raw=None)


def _due(now: datetime) -> QuerySet[MailReport]:
    return MailReport.objects.filter(state=State.WAITING, next_attempt_at__lte=now)
