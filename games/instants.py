"""Instants as text: one spelling for logs, rows and APIs."""

from datetime import UTC, datetime


def rfc3339(instant: datetime) -> str:
    """An instant as RFC 3339 has it: in UTC, to the microsecond, with Z."""
    return instant.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
