"""Instants, as the API writes them."""

from datetime import datetime

from games.instants import rfc3339


def instant(at: datetime | None) -> str | None:
    """Write an instant as RFC 3339 has it, in UTC with Z; a fraction that is 0 is left out."""
    return None if at is None else rfc3339(at, timespec="auto")
