"""Acceptance of an email: it is stored before we acknowledge it.

An email to a return path is about an email of ours, and becomes a different kind of row
(`notifications.inbox.reports`). So does a complaint to the operator's address for complaints, if it quotes one of our
return paths.

A reply that arrives again (from a sender that missed our acknowledgement, or a restored queue) is recognized by its
key, a hash of its Message-ID and content without anything that servers add in transit (RFC 5321 4.4). For the keys of
emails to the site's own address, see `identity`.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from games import encryption
from notifications import reply_addresses, wake_up
from notifications.inbox import complaints, identity, site_addresses
from notifications.inbox.sender import headers
from notifications.letters import addresses, site_questions
from notifications.models import Inbound, InboundEmail, Mail, MailReport, SiteEmail

MOST_BYTES: Final = 1_000_000
"""An answer quotes our email (100 kB at most) and may include a picture. Of a larger answer only the header is kept, so
that we can tell its player; of any other larger email nothing is."""
MOST_REPORTS: Final = 20
"""Reports stored about each of our emails; further ones are discarded."""
KEPT: Final = timedelta(days=14)
"""How long an email's bytes are kept, so that an admin can have it processed again."""
PURPOSE: Final = "inbound email"
TOO_LARGE: Final = "too_large"
_MESSAGE_ID: Final = re.compile(rb"^message-id:[ \t]*((?:[^\r\n]|\r?\n[ \t]){1,998})", re.IGNORECASE | re.MULTILINE)
_BLANK_LINE: Final = re.compile(rb"\r?\n\r?\n")
_TRACE: Final = re.compile(
    rb"^(?:received|return-path|delivered-to|x-original-to|authentication-results):"
    rb"[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*(?:\r?\n)?",
    re.IGNORECASE | re.MULTILINE,
)


@transaction.atomic
def accept(raw: bytes, recipients: Iterable[str], sender: str, door: InboundEmail.Door, now: datetime) -> int:
    """Store the email, once for each of these recipients that is an address of ours, and wake the worker.

    Return how many those are, counting emails that we already have, and complaints that we cannot attribute. The rows
    are committed when this returns, unless it is called within a transaction.
    """
    to = list(dict.fromkeys(address.lower() for address in recipients))
    replies, to_site = list(_build_replies(raw, to, now)), list(_build_site_emails(raw, to, now))
    reported = {mail.pk: mail for address in to if (mail := _find_reported(raw, address))}
    reports = [_build_report(raw, mail, door, now) for mail in reported.values() if mail.reports.count() < MOST_REPORTS]
    for row in (*replies, *to_site):
        _fill(row, raw, sender, door, now)
    InboundEmail.objects.bulk_create(replies, ignore_conflicts=True)
    SiteEmail.objects.bulk_create(to_site, ignore_conflicts=True)
    MailReport.objects.bulk_create(reports, ignore_conflicts=True)
    count = len(replies) + len(to_site) + len(reported)
    if count:
        wake_up.after_commit(wake_up.wake_reader)
    return count or sum(map(_is_for_complaints, to))


def is_ours(address: str, now: datetime) -> bool:
    """Check whether we would keep an email to this address."""
    return (
        site_addresses.is_own(address)
        or reply_addresses.find(address, now) is not None
        or site_addresses.answered_at(address, now) is not None
        or site_questions.find(address) is not None
        or addresses.find_returned(address) is not None
        or _is_for_complaints(address)
    )


def _find_reported(raw: bytes, address: str) -> Mail | None:
    """Return the email of ours that an email to this address reports on."""
    if _is_for_complaints(address):
        return next(filter(None, map(addresses.find_returned, complaints.quoted_senders(raw))), None)
    return addresses.find_returned(address)


def _is_for_complaints(address: str) -> bool:
    return bool(settings.MAIL_COMPLAINTS_ADDRESS) and address.lower() == settings.MAIL_COMPLAINTS_ADDRESS


def _build_replies(raw: bytes, recipients: Iterable[str], now: datetime) -> Iterator[InboundEmail]:
    rows = {row.pk: row for address in recipients if (row := reply_addresses.find(address, now))}
    key = key_of(raw)
    yield from (InboundEmail(address=address, key=key) for address in rows.values())


def _build_site_emails(raw: bytes, recipients: Iterable[str], now: datetime) -> Iterator[SiteEmail]:
    for address in recipients:
        about, question = site_addresses.answered_at(address, now), site_questions.find(address)
        if about is not None or question is not None or site_addresses.is_own(address):
            yield SiteEmail(about=about, question=str(question or ""), key=identity.key_of(raw))


def _fill(row: Inbound, raw: bytes, sender: str, door: InboundEmail.Door, now: datetime) -> None:
    """Fill in what is stored of every email: how and when it arrived, and its encrypted bytes."""
    row.door, row.received_at, row.next_attempt_at, row.erase_at = door, now, now, now + KEPT
    is_too_large = len(raw) > MOST_BYTES
    if is_too_large and not isinstance(row, InboundEmail):
        row.state, row.reason, row.settled_at = Inbound.State.DROPPED, TOO_LARGE, now
        return
    if isinstance(row, InboundEmail):
        row.is_cut = is_too_large
    row.sender = sender.encode("ascii", "replace").decode().replace("\0", "")[:254]
    row.raw = encryption.seal(PURPOSE, row.key, headers.cut(raw) if is_too_large else raw)


def _build_report(raw: bytes, mail: Mail, door: InboundEmail.Door, now: datetime) -> MailReport:
    key = key_of(raw)
    row = MailReport(mail=mail, key=key, door=door, received_at=now, next_attempt_at=now, erase_at=now + KEPT)
    if len(raw) > MOST_BYTES:
        row.state, row.reason, row.settled_at = MailReport.State.IGNORED, TOO_LARGE, now
    else:
        row.raw = encryption.seal(PURPOSE, key, raw)
    return row


def content(row: Inbound | MailReport) -> bytes | None:
    """Return the bytes of an email as received; None once they are erased."""
    return None if row.raw is None else encryption.unseal(PURPOSE, row.key, bytes(row.raw))


def key_of(raw: bytes) -> str:
    """Return a reply's unique key, in hex, computed only from what cannot change without breaking a signature."""
    head = _cut_head(raw)
    message_id, body = _MESSAGE_ID.search(head), identity.content(raw)
    about = message_id[1].strip() if message_id else _TRACE.sub(b"", head).strip()
    return hashlib.sha256(b"%d:%b\n%b" % (len(about), about, body)).hexdigest()


def _cut_head(raw: bytes) -> bytes:
    gap = _BLANK_LINE.search(raw)
    return raw[: gap.start()] if gap else raw
