"""Writing and reading instants and times of day as text. For people's local time see `notifications.times`."""

from datetime import UTC, datetime, time
from typing import Final

HH_MM: Final = "%H:%M"
"""The format of a time of day in browsers' forms, the API and the rows of habits: "22:30"."""


def rfc3339(instant: datetime, *, timespec: str = "microseconds") -> str:
    """Return an instant in RFC 3339 format: in UTC, with Z, to the microsecond, as in logs and rows.

    With `timespec` "auto", as in the API, a zero fraction of a second is left out.
    """
    return instant.astimezone(UTC).isoformat(timespec=timespec).replace("+00:00", "Z")


def read(text: str) -> datetime:
    """Return the instant that a text describes (RFC 3339).

    Raises ValueError if it is not an instant, or has no offset from UTC.
    """
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError("an instant with its offset")
    return instant


def in_utc(instant: datetime) -> str:
    """Return an instant to the minute: "2026-03-02 12:00 UTC".

    This is for admins, and for readers whose time zone is unknown.
    """
    return f"{to_the_minute(instant.astimezone(UTC))} UTC"


def to_the_minute(instant: datetime) -> str:
    """Return an instant to the minute, for columns whose header gives the time zone: "2026-03-02 12:00"."""
    return instant.strftime(f"%Y-%m-%d {HH_MM}")


def hh_mm(at: time | datetime) -> str:
    """Return a time of day as text: "22:30"."""
    return at.strftime(HH_MM)


def read_hh_mm(text: str) -> time:
    """Return the time of day that a text describes. Raises ValueError if it is not one."""
    return datetime.strptime(text, HH_MM).time()  # noqa: DTZ007
