"""What a report says of an email of ours: that its address takes no more emails, or nothing that we act on. Pure.

Reports of delivery (RFC 3464) and complaints (RFC 5965) are read from their machine-readable part alone: what a server
says in words, in whatever language, and vacation answers mean nothing here. As in a live session
(`notifications.outbox.smtp`), only what is said of the address for good counts: not a full mailbox, not a block of
ours, not a server that could not be reached for days, after which the outbox gives up the email, not its address.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from notifications.inbox.complaints import COMPLAINT
from notifications.inbox.reading import parts
from notifications.inbox.reading.errors import UnreadableEmail
from notifications.inbox.reading.parts import Part
from notifications.inbox.sender import headers
from notifications.inbox.sender.headers import Header, TooMuch
from notifications.outbox import dead_addresses, smtp

MOST_GROUPS: Final = 50
"""Recipients of whom one report tells: each email of ours has one, but addresses may be forwarded to several."""
DELIVERY: Final = frozenset({"message/delivery-status", "message/global-delivery-status"})
"""RFC 3464, and RFC 6533 for addresses beyond ASCII."""
UNWANTED: Final = frozenset({"abuse", "fraud", "opt-out", "opt-out-list"})
"""The kinds of complaints by which somebody says not to want our emails (RFC 5965 3.1)."""
NO_ROUTE: Final = "5.4.4"
"""Nobody is responsible for the domain (RFC 3463 3.5): a server says so only in a report."""
_GAP: Final = re.compile(rb"\n{2,}")
_STATUS: Final = re.compile(r"([245]\.\d{1,3}\.\d{1,3})(?!\d)")
_REPLY: Final = re.compile(
    r"smtp\s*;\D{0,40}?([245]\d\d)(?!\d)[ -]?(?:#?([245]\.\d{1,3}\.\d{1,3})(?!\d))?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Dead:
    """The address takes no more emails. `code`: the reply and status of a server, or that it was a complaint."""

    code: str


@dataclass(frozen=True, slots=True)
class Harmless:
    """Nothing follows. `reason`: a code for admins."""

    reason: str


_REACHED: Final = Harmless("not_failed")
"""Delayed, delivered, handed on: it may arrive, or has."""


def read(raw: bytes) -> Dead | Harmless:
    """What an email to a return path says. Takes well under a second, whatever it is."""
    try:
        found = parts.leaves(raw, headers.read(raw))
        for part in found:
            if part.kind in DELIVERY:
                return _delivery(_groups(part))
            if part.kind == COMPLAINT:
                return _complaint(_groups(part))
    except (TooMuch, UnreadableEmail):
        return Harmless("unreadable")
    return Harmless("no_report")


def _groups(part: Part) -> Iterator[Header]:
    """The groups of fields of a part, parted by blank lines (RFC 3464 2.1). Raises TooMuch, UnreadableEmail."""
    content = b"\n".join(line.rstrip() for line in parts.content_of(part).split(b"\n"))
    return (headers.read(group) for group in islice(_GAP.split(content.strip(b"\n")), MOST_GROUPS))


def _delivery(groups: Iterable[Header]) -> Dead | Harmless:
    """Dead if a recipient is, and no other was reached."""
    told = [_recipient(group) for group in groups if group.one("action")]
    if _REACHED in told:
        return _REACHED
    return next((one for one in told if isinstance(one, Dead)), None) or next(iter(told), Harmless("no_recipient"))


def _recipient(group: Header) -> Dead | Harmless:
    if not group.one("action").lower().startswith("failed"):
        return _REACHED
    number, status = _answer(group)
    if number.startswith("4") or status.startswith("4"):
        return Harmless("given_up")
    if smtp.is_dead(number or status[:1], status) or status == NO_ROUTE:
        return Dead(f"{number} {status}".strip())
    return Harmless("other_failure")


def _answer(group: Header) -> tuple[str, str]:
    """The last server's reply code and status, "" where unknown.

    Some servers (Exim) write 5.0.0 for whatever it was, which says less than the answer that they quote.
    """
    quoted, written = _REPLY.match(group.one("diagnostic-code")), _STATUS.match(group.one("status"))
    status = written[1] if written else ""
    if quoted is None:
        return "", status
    return quoted[1], quoted[2] or ("" if status.endswith(".0.0") else status)


def _complaint(groups: Iterable[Header]) -> Dead | Harmless:
    kinds = {group.one("feedback-type").partition(";")[0].strip().lower() for group in groups}
    return Dead(dead_addresses.COMPLAINT) if kinds & UNWANTED else Harmless("no_complaint")
