"""Reading the reports that have come in: each in one transaction that marks the address, if any, and settles the row.

A report comes to the return path of an email of ours, or quotes that, so it is believed, about that email alone: once
for each, and only while its address is still the player's. A complaint marks the address at once. A bounce is signed by
nobody, so it must name that address and enclose that email, and marks the address only with a second one on another day
(`notifications.outbox.dead_addresses`). What raises is put off, longer each time, and given up in the end.
"""

import time
from datetime import datetime, timedelta
from typing import Final

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import F, QuerySet
from prometheus_client import Counter

from notifications.inbox import acceptance, budget
from notifications.inbox.reports import parser
from notifications.inbox.reports.parser import Bounce, Complaint
from notifications.letters import addresses
from notifications.models import MailReport
from notifications.outbox import dead_addresses
from notifications.outbox.dead_addresses import Follows
from notifications.outbox.queue import pause

BATCH: Final = 50
GIVE_UP_AFTER: Final = timedelta(days=3)
"""So long we may need to mend a mistake of ours."""
State = MailReport.State

log = structlog.get_logger(__name__)
reports = Counter("night_mail_mail_reports_total", "What became of reports about emails", ["outcome"])
PUT_OFF: Final = "put_off"
NOT_ITS_ADDRESS: Final = "not_its_address"
for _outcome in (State.MARKED, State.NOTED, State.IGNORED, PUT_OFF):
    reports.labels(outcome=_outcome)


def read_due(*, now: datetime, limit: int = BATCH, by: str = "") -> int:
    """Read up to this many reports, for the task of this id. Return how many it took."""
    keys = list(_due(now).order_by("next_attempt_at", "pk").values_list("pk", flat=True)[:limit])
    return sum(_read_guarded(key, now, by) for key in keys)


def give_up_killed(by: str, *, now: datetime, least: int = 0) -> int:
    """Ignore what a task was reading when its process was killed, if it has been tried this often. Return how many."""
    killed = MailReport.objects.filter(state=State.WAITING, reason=budget.mark(by), attempts__gte=least)
    return killed.update(state=State.IGNORED, reason=budget.TOOK_TOO_LONG, settled_at=now)


def _read_guarded(key: int, now: datetime, by: str) -> bool:
    """Read a report so that its trouble does not stop the others. Return False if another worker has it."""
    started_at = time.thread_time()
    _due(now).filter(pk=key).update(reason=budget.mark(by), attempts=F("attempts") + 1)
    try:
        return _read(key, now)
    except SoftTimeLimitExceeded:
        if time.thread_time() - started_at >= budget.MOST_WORK:
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
    raw = acceptance.content(report)
    if raw is None:
        return State.IGNORED, "erased"
    match parser.read(raw):
        case Bounce() as bounce:
            return _heed_bounce(report, bounce)
        case Complaint():
            heeded = dead_addresses.heed_complaint(report.mail, now)
            return (State.MARKED, dead_addresses.COMPLAINT) if heeded else (State.IGNORED, NOT_ITS_ADDRESS)
        case harmless:
            return State.IGNORED, harmless.reason


def _heed_bounce(report: MailReport, bounce: Bounce) -> tuple[MailReport.State, str]:
    """Heed a bounce. The day that counts is when it came in, however late it is read."""
    if addresses.message_id(report.mail.token) not in bounce.message_ids:
        return State.IGNORED, "not_its_email"
    if not dead_addresses.went_to(report.mail, bounce.addresses):
        return State.IGNORED, NOT_ITS_ADDRESS
    follows = dead_addresses.heed_bounce(report.mail, bounce.code, report.received_at)
    states = {Follows.NOTHING: State.IGNORED, Follows.NOTED: State.NOTED, Follows.MARKED: State.MARKED}
    return states[follows], NOT_ITS_ADDRESS if follows is Follows.NOTHING else bounce.code


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
    """Have reports that were ignored read again, if their content is still there. Return how many."""
    keys = list(rows.filter(state=State.IGNORED, raw__isnull=False).values_list("pk", flat=True))
    waiting = {"state": State.WAITING, "reason": "", "settled_at": None, "next_attempt_at": now}
    return MailReport.objects.filter(pk__in=keys).update(**waiting)


def erase_old(*, now: datetime, limit: int = 1000) -> int:
    """Erase the bytes of up to this many reports whose time is over. Return how many."""
    old = MailReport.objects.filter(raw__isnull=False, erase_at__lte=now).values_list("pk", flat=True)[:limit]
    return MailReport.objects.filter(pk__in=list(old)).update(raw=None)


def _due(now: datetime) -> QuerySet[MailReport]:
    return MailReport.objects.filter(state=State.WAITING, next_attempt_at__lte=now)
