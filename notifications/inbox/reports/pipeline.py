"""Processing of an incoming report, in the transaction that settles its row.

A report arrives at the return path of one of our emails, or quotes it, so it is believed about that email alone: once
for each, and only while its address is still the player's. A complaint marks the address at once. A bounce carries no
signature, so it must name that address and enclose that email, and marks the address only after a second one on another
day (`notifications.outbox.dead_addresses`).
"""

from datetime import datetime
from typing import Final

from prometheus_client import Counter

from notifications.inbox import acceptance
from notifications.inbox.reports import parser
from notifications.inbox.reports.parser import Bounce, Complaint
from notifications.letters import addresses
from notifications.models import MailReport
from notifications.outbox import dead_addresses
from notifications.outbox.dead_addresses import Follows

State = MailReport.State
outcomes = Counter("night_mail_mail_reports_total", "What became of reports about emails", ["outcome"])
NOT_ITS_ADDRESS: Final = "not_its_address"
for _outcome in (State.MARKED, State.NOTED, State.IGNORED, "put_off"):
    outcomes.labels(outcome=_outcome)


def process(report: MailReport, now: datetime) -> None:
    """Act on a report, and settle it."""
    report.state, report.reason = _outcome_of(report, now)
    report.settled_at = now
    report.save(update_fields=["state", "reason", "settled_at"])


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
    """Act on a bounce. The day that counts is that of its arrival, however late it is read."""
    if addresses.message_id(report.mail.token) not in bounce.message_ids:
        return State.IGNORED, "not_its_email"
    if not dead_addresses.went_to(report.mail, bounce.addresses):
        return State.IGNORED, NOT_ITS_ADDRESS
    follows = dead_addresses.heed_bounce(report.mail, bounce.code, report.received_at)
    states = {Follows.NOTHING: State.IGNORED, Follows.NOTED: State.NOTED, Follows.MARKED: State.MARKED}
    return states[follows], NOT_ITS_ADDRESS if follows is Follows.NOTHING else bounce.code
