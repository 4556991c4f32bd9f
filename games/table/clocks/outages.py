"""The time that outages have taken from turns, which is added to their end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Outage, Turn


@dataclass(frozen=True, slots=True)
class Outages:
    """The outages that may have overlapped some turns, by their beginning."""

    rows: Sequence[Outage]

    def due_at(self, turn: Turn) -> datetime:
        """Return when the turn expires, including the time of all outages that overlapped it."""
        return turn.expires_at + self.lost(turn)

    def lost(self, turn: Turn) -> timedelta:
        """Return the total time of outages during the turn, including those during the added time."""
        lost = timedelta()
        reached = turn.opened_at
        for outage in self.rows:
            if outage.started_at >= turn.expires_at + lost:
                break
            begin = max(outage.started_at, reached)
            if outage.ended_at > begin:
                lost += outage.ended_at - begin
                reached = outage.ended_at
        return lost


def since(instant: datetime) -> Outages:
    """Return the outages that ended after this instant, for turns opened at that instant or later."""
    return Outages(list(Outage.objects.filter(ended_at__gt=instant).order_by("started_at", "ended_at")))


def due_at(turn: Turn) -> datetime:
    """Return when a turn expires, including the time of all outages that overlapped it."""
    return since(turn.opened_at).due_at(turn)
