"""Complaints (RFC 5965) that quote the return path of an email of ours without being sent to it. Pure."""

from collections.abc import Iterator
from typing import Final

from notifications.inbox.reading import parts
from notifications.inbox.reading.errors import UnreadableEmail
from notifications.inbox.reading.parts import Part
from notifications.inbox.sender import headers
from notifications.inbox.sender.headers import TooMuch

COMPLAINT: Final = "message/feedback-report"
ENCLOSED: Final = frozenset({"message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"})
"""Types of the part with the email that a report is about, or its header (RFC 6522, 6533)."""


def quoted_senders(raw: bytes) -> list[str]:
    """Return the envelope senders that a complaint quotes; none if the email is not a complaint.

    Only an email's reader and servers know its return path, while everyone in its thread knows its Message-ID.
    """
    try:
        leaves = parts.leaves(headers.read_email(raw))
        return list(_find_senders(leaves)) if any(part.kind == COMPLAINT for part in leaves) else []
    except (TooMuch, UnreadableEmail):
        return []


def _find_senders(leaves: list[Part]) -> Iterator[str]:
    for part in leaves:
        if part.kind == COMPLAINT:
            yield headers.read(parts.content_of(part)).one("original-mail-from").strip("<> ")
        elif part.kind in ENCLOSED:
            yield headers.read(parts.content_of(part)).one("return-path").strip("<> ")
