"""Instants as text: written and read here, by everybody. For people's own time see `notifications.times`."""

from datetime import UTC, datetime


def rfc3339(instant: datetime, *, timespec: str = "microseconds") -> str:
    """An instant as RFC 3339 has it: in UTC, with Z, to the microsecond, as logs and rows have it.

    With `timespec` "auto" a fraction of a second that is 0 is left out: so the API writes them.
    """
    return instant.astimezone(UTC).isoformat(timespec=timespec).replace("+00:00", "Z")


def read(text: str) -> datetime:
    """The instant that a text names (RFC 3339). Raises ValueError where it is none, or has no offset from UTC."""
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError("an instant with its offset")
    return instant


def in_utc(instant: datetime) -> str:
    """To the minute, for admins, and for those of whose time zone nothing is known: "2026-03-02 12:00 UTC"."""
    return instant.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
