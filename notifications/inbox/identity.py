"""What tells one email to the site from another: nothing that whoever sends it again could change.

A signed email can be sent again for as long as its key stands, with another Message-ID. So it is known by what every
signature that we believe covers (`sender.signatures`), in the form in which DKIM compares it (RFC 6376 3.4): author,
subject, date and content. How long that must be remembered is bounded by its date (`is_of_now`).
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
"""Mail servers try for five days (RFC 5321 4.5.4.1)."""
OF_OTHER_CLOCKS: Final = timedelta(days=1)
_BLANKS: Final = re.compile(rb"[ \t]+")
_END: Final = re.compile(rb"\r?\n\r?\n")


def key_of(raw: bytes) -> str:
    """Return a hash, in hex, that identifies an email. One whose header nobody reads is known by its bytes."""
    try:
        fields = headers.read(raw).fields
    except TooMuch:
        return hashlib.sha256(raw).hexdigest()
    values = [b" ".join(value.split()) for name in FIELDS for key, value in fields if key == name]
    return hashlib.sha256(b"\0".join([*values, content(raw)])).hexdigest()


def is_of_now(header: Header, received_at: datetime) -> bool:
    """Check whether an email was written lately, by its own date."""
    try:
        written_at = parsedate_to_datetime(header.one("date"))
    except (ValueError, OverflowError):
        return False
    aware = written_at if written_at.tzinfo else written_at.replace(tzinfo=UTC)
    return received_at - OLDEST <= aware <= received_at + OF_OTHER_CLOCKS


def content(raw: bytes) -> bytes:
    """Return the content as DKIM's relaxed form has it: without blanks at the ends, each run of them as one."""
    head = _END.search(raw)
    lines = raw[head.end() :].split(b"\n") if head else []
    return b"\n".join(_BLANKS.sub(b" ", line.rstrip(b" \t\r")) for line in lines).rstrip(b"\n")
