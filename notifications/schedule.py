"""When a player is reminded of a turn.

Pure: instants in, instants out. No time zone matters here, so neither does daylight-saving time.

One reminder a deadline, when a quarter of the time is left, but
- at least 3 hours before the deadline, or it would come too late to act on,
- at most 48 hours before it, or it would be forgotten again,
- never in the first quarter of the time, when the turn's own mail has only just come.

A deadline that moves is another deadline, and is reminded of anew.
"""

from datetime import datetime, timedelta
from typing import Final

SHORTEST_LEAD: Final = timedelta(hours=3)
LONGEST_LEAD: Final = timedelta(hours=48)


def reminder_at(opened_at: datetime, deadline_at: datetime) -> datetime:
    """The instant at which to remind of a turn that was opened and runs out at these instants."""
    quarter = (deadline_at - opened_at) / 4
    lead = min(max(quarter, SHORTEST_LEAD), LONGEST_LEAD)
    return max(deadline_at - lead, opened_at + quarter)


def is_due(now: datetime, opened_at: datetime, deadline_at: datetime) -> bool:
    """Whether the reminder is due: its instant has come, and the deadline has not."""
    return reminder_at(opened_at, deadline_at) <= now < deadline_at
