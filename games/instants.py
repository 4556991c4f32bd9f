"""Instants and times of day as text, written and read here. For people's own time see `notifications.times`."""

from datetime import UTC, datetime, time
from typing import Final

HH_MM: Final = "%H:%M"
"""A time of day as browsers' forms, the API and the rows of habits have it: "22:30"."""


def rfc3339(instant: datetime, *, timespec: str = "microseconds") -> str:
    """Return an instant as RFC 3339 has it: in UTC, with Z, to the microsecond, as logs and rows have it.

    With `timespec` "auto" a fraction of a second that is 0 is left out: so the API writes them.
    """
    return instant.astimezone(UTC).isoformat(timespec=timespec).replace("+00:00", "Z")


def read(text: str) -> datetime:
    """Return the instant that a text names (RFC 3339).

    Raises ValueError if it is none, or has no offset from UTC.
    """
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError("an instant with its offset")
    return instant


def in_utc(instant: datetime) -> str:
    """Return an instant to the minute, as in "2026-03-02 12:00 UTC".

    It is for admins, and for readers whose time zone is unknown.
    """
    return f"{to_the_minute(instant.astimezone(UTC))} UTC"


def to_the_minute(instant: datetime) -> str:
    """Return an instant to the minute, where a column's head says which time zone it is: "2026-03-02 12:00"."""
    return instant.strftime(f"%Y-%m-%d {HH_MM}")


def hh_mm(at: time | datetime) -> str:
    """Return a time of day: "22:30"."""
    return at.strftime(HH_MM)


def read_hh_mm(text: str) -> time:
    """Return the time of day that a text names. Raises ValueError if it is none."""
    return datetime.strptime(text, HH_MM).time()  # noqa: DTZ007
