"""Leaving a running cup for good, whatever the reason."""

from datetime import datetime

from games.models import CupEntrant


def drop(entrant: CupEntrant, why: CupEntrant.Why, now: datetime) -> None:
    """Exclude the player from all further rounds. The cup's row must be locked."""
    if entrant.left_at is not None:
        return
    entrant.left_at, entrant.why, entrant.unsettled = now, why, True
    entrant.save(update_fields=["left_at", "why", "unsettled"])
