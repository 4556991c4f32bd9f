"""What was typed in an email, from its bytes."""

from notifications.inbox.reading import Typed, typed_text
from notifications.inbox.sender import headers


def typed_in(raw: bytes) -> Typed:
    """What was typed. Raises UnreadableEmail, TooMuch."""
    return typed_text(headers.read_email(raw))
