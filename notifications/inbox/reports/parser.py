"""The meaning of a report: that an address takes no emails, that somebody complained, or nothing to act on. Pure.

Delivery reports (RFC 3464) and complaints (RFC 5965) are read only from their machine-readable part: free text in
whatever language, and vacation answers, have no meaning here. As in a live session (`notifications.outbox.smtp`), only
permanent failures of the address count: not a full mailbox, not a server blocking us, and not a server unreachable for
days, after which the outbox gives up the email but not its address.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from notifications.inbox.complaints import COMPLAINT, ENCLOSED
from notifications.inbox.reading import parts
from notifications.inbox.reading.errors import UnreadableEmail
from notifications.inbox.reading.parts import Part
from notifications.inbox.sender import headers
from notifications.inbox.sender.headers import Header, TooMuch
from notifications.outbox import smtp

MOST_GROUPS: Final = 50
"""Recipients in one report: each of our emails has one, but addresses may be forwarded to several."""
DELIVERY: Final = frozenset({"message/delivery-status", "message/global-delivery-status"})
"""The types of RFC 3464, and of RFC 6533 for internationalized addresses."""
UNWANTED: Final = frozenset({"abuse", "fraud", "opt-out", "opt-out-list"})
"""Kinds of complaints that say our emails are unwanted (RFC 5965 3.1)."""
NO_ROUTE: Final = "5.4.4"
"""No server accepts mail for the domain (RFC 3463 3.5), which only a report can say."""
_GAP: Final = re.compile(rb"\n{2,}")
_STATUS: Final = re.compile(r"([245]\.\d{1,3}\.\d{1,3})(?!\d)")
_REPLY: Final = re.compile(
    r"smtp\s*;\D{0,40}?([245]\d\d)(?!\d)[ -]?(?:#?([245]\.\d{1,3}\.\d{1,3})(?!\d))?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Bounce:
    """A report that addresses take no emails; `code` is the server's reply and status.

    `addresses` are those in the report, before and after forwarding; `message_ids` those of the emails that it
    encloses.
    """

    code: str
    addresses: Sequence[str]
    message_ids: Sequence[str]


@dataclass(frozen=True, slots=True)
class Complaint:
    """A report that somebody does not want our emails."""


@dataclass(frozen=True, slots=True)
class Harmless:
    """A report without consequences; `reason` is a code for admins."""

    reason: str


_REACHED: Final = Harmless("not_failed")
"""Delayed, delivered or relayed: it may arrive, or already has."""


def read(raw: bytes) -> Bounce | Complaint | Harmless:
    """Return the meaning of an email to a return path, in well under a second for any input."""
    try:
        leaves = parts.leaves(headers.read_email(raw))
        for part in leaves:
            if part.kind in DELIVERY:
                return _judge_delivery(_split_groups(part), _find_enclosed(leaves))
            if part.kind == COMPLAINT:
                return _judge_complaint(_split_groups(part))
    except (TooMuch, UnreadableEmail):
        return Harmless("unreadable")
    return Harmless("no_report")


def _split_groups(part: Part) -> Iterator[Header]:
    """Return a part's groups of fields, separated by blank lines (RFC 3464 2.1). Raises TooMuch, UnreadableEmail."""
    content = b"\n".join(line.rstrip() for line in parts.content_of(part).split(b"\n"))
    return (headers.read(group) for group in islice(_GAP.split(content.strip(b"\n")), MOST_GROUPS))


def _find_enclosed(leaves: Iterable[Part]) -> list[str]:
    """Return the Message-IDs of the emails that a report is about. Raises TooMuch, UnreadableEmail."""
    return [headers.read(parts.content_of(part)).message_id for part in leaves if part.kind in ENCLOSED]


def _judge_delivery(groups: Iterable[Header], message_ids: Sequence[str]) -> Bounce | Harmless:
    """Return a bounce if a recipient takes no emails and no other was reached."""
    recipients = [(group, _judge_recipient(group)) for group in groups if group.one("action")]
    if any(verdict == _REACHED for _, verdict in recipients):
        return _REACHED
    refused = [(group, code) for group, code in recipients if isinstance(code, str)]
    if refused:
        return Bounce(refused[0][1], [name for group, _ in refused for name in _find_addresses(group)], message_ids)
    return next((why for _, why in recipients if isinstance(why, Harmless)), Harmless("no_recipient"))


def _find_addresses(group: Header) -> list[str]:
    """Return a recipient's addresses: the one we sent to, and where it was forwarded (RFC 3464 2.3.1, 2.3.2)."""
    values = (group.one(name).partition(";")[2].strip(" <>") for name in ("original-recipient", "final-recipient"))
    return list(filter(None, values))


def _judge_recipient(group: Header) -> str | Harmless:
    """Return the server's code if it proves that the recipient takes no emails; else the reason why it does not."""
    if not group.one("action").lower().startswith("failed"):
        return _REACHED
    number, status = _read_answer(group)
    if number.startswith("4") or status.startswith("4"):
        return Harmless("given_up")
    if smtp.is_dead(number or status[:1], status) or status == NO_ROUTE:
        return f"{number} {status}".strip()
    return Harmless("other_failure")


def _read_answer(group: Header) -> tuple[str, str]:
    """Return the last server's reply code and status, "" if unknown.

    Some servers (Exim) write 5.0.0 for every failure, which says less than the reply that they quote.
    """
    reply_match, status_match = _REPLY.match(group.one("diagnostic-code")), _STATUS.match(group.one("status"))
    status = status_match[1] if status_match else ""
    if reply_match is None:
        return "", status
    return reply_match[1], reply_match[2] or ("" if status.endswith(".0.0") else status)


def _judge_complaint(groups: Iterable[Header]) -> Complaint | Harmless:
    kinds = {group.one("feedback-type").partition(";")[0].strip().lower() for group in groups}
    return Complaint() if kinds & UNWANTED else Harmless("no_complaint")
