"""Instants, as the API writes them."""

from datetime import UTC, datetime
from typing import Any


def instant(at: datetime | None) -> Any:
    """RFC 3339 in UTC with Z."""
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")
