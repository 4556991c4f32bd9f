"""Of which email of ours a complaint is (RFC 5965) that does not come to its return path. Pure."""

from typing import Final

from notifications.inbox.reading import parts
from notifications.inbox.reading.errors import UnreadableEmail
from notifications.inbox.sender import headers
from notifications.inbox.sender.headers import TooMuch
from notifications.letters import addresses

COMPLAINT: Final = "message/feedback-report"
ENCLOSED: Final = frozenset({"message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"})
"""The email that a report is about, or its header (RFC 6522, 6533)."""


def complained_of(raw: bytes) -> str:
    """The token of the email of ours that a complaint encloses; "" if it is no complaint, or of another email."""
    try:
        found = parts.leaves(raw, headers.read(raw))
        if any(part.kind == COMPLAINT for part in found):
            named = (headers.read(parts.content_of(part)).message_id for part in found if part.kind in ENCLOSED)
            return next(filter(None, map(addresses.message_token, named)), "")
    except (TooMuch, UnreadableEmail):
        pass
    return ""
