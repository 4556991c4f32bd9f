"""The times of a player's reminders of a turn.

Pure: instants in, instants out. No time zone matters here, so neither does daylight-saving time.

The first reminder comes as long before the deadline as the player wants; by default when a quarter of the time is left,
but
- at least 3 hours before the deadline, or it would come too late to act on,
- at most 48 hours before it, or it would be forgotten again.

Each further one, if the player wants more, comes when half of that time is left, and none in the last hour. In any
case, no reminder comes in the first quarter of the time, when the turn's own email has only just arrived.

A deadline that moves counts as a new deadline, with its own reminders.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

SHORTEST_LEAD: Final = timedelta(hours=3)
LONGEST_LEAD: Final = timedelta(hours=48)
LAST_HOUR: Final = timedelta(hours=1)


class Wish(NamedTuple):
    """The most reminders of a deadline, and the time from the first one to it; None: by the length of the clock."""

    most: int
    lead: timedelta | None


USUAL: Final = Wish(1, None)


def reminders(opened_at: datetime, deadline_at: datetime, wish: Wish = USUAL) -> list[datetime]:
    """Return when to remind of a turn with this opening time and deadline, the earliest first."""
    quarter = (deadline_at - opened_at) / 4
    lead = wish.lead or min(max(quarter, SHORTEST_LEAD), LONGEST_LEAD)
    time_left = min(lead, 3 * quarter)
    instants: list[datetime] = []
    while len(instants) < wish.most and (not instants or time_left >= LAST_HOUR):
        instants.append(deadline_at - time_left)
        time_left /= 2
    return instants


def passed(now: datetime, instants: Sequence[datetime]) -> int:
    """Count the reminder times that have passed; a single reminder covers them all."""
    return sum(instant <= now for instant in instants)
