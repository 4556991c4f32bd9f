"""The identity of an email to the site, made only of what nobody who resends it could change.

A signed email can be resent under another Message-ID for as long as its key is valid. So it is identified by what every
signature that we trust covers (`sender.signatures`), in DKIM's canonical form (RFC 6376 3.4): author, subject, date and
content. Its date limits how long this must be remembered (`is_of_now`).
"""

import hashlib
import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

from notifications.inbox.sender import headers
from notifications.inbox.sender.headers import Header, TooMuch

FIELDS: Final = ("from", "subject", "date")
OLDEST: Final = timedelta(days=7)
"""Mail servers keep trying for five days (RFC 5321 4.5.4.1)."""
OF_OTHER_CLOCKS: Final = timedelta(days=1)
_BLANKS: Final = re.compile(rb"[ \t]+")
_END: Final = re.compile(rb"\r?\n\r?\n")


def key_of(raw: bytes) -> str:
    """Return a hash, in hex, that identifies an email; if its header is unreadable, a hash of all its bytes."""
    try:
        fields = headers.read(raw).fields
    except TooMuch:
        return hashlib.sha256(raw).hexdigest()
    values = [b" ".join(value.split()) for name in FIELDS for key, value in fields if key == name]
    return hashlib.sha256(b"\0".join([*values, content(raw)])).hexdigest()


def is_of_now(header: Header, received_at: datetime) -> bool:
    """Check whether an email is recent by its own date."""
    try:
        written_at = parsedate_to_datetime(header.one("date"))
    except (ValueError, OverflowError):
        return False
    aware = written_at if written_at.tzinfo else written_at.replace(tzinfo=UTC)
    return received_at - OLDEST <= aware <= received_at + OF_OTHER_CLOCKS


def content(raw: bytes) -> bytes:
    """Return the content in DKIM's relaxed form: without spaces at line ends, and with each run of spaces as one."""
    head = _END.search(raw)
    lines = raw[head.end() :].split(b"\n") if head else []
    return b"\n".join(_BLANKS.sub(b" ", line.rstrip(b" \t\r")) for line in lines).rstrip(b"\n")
