"""Instants in the API's format."""

from datetime import datetime

from games.instants import rfc3339


def instant(at: datetime | None) -> str | None:
    """Return an instant in the format of RFC 3339, in UTC with Z, omitting a fraction of 0."""
    return None if at is None else rfc3339(at, timespec="auto")
