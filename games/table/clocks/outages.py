"""The time that outages have taken from a turn: it is added to its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Outage, Turn


@dataclass(frozen=True, slots=True)
class Outages:
    """All outages that may have overlapped some turns, by their beginning."""

    rows: Sequence[Outage]

    def due_at(self, turn: Turn) -> datetime:
        """Return when the turn expires, and all the time of outages that overlapped it added to that."""
        return turn.expires_at + self._lost(turn)

    def _lost(self, turn: Turn) -> timedelta:
        """Return the union of outages during the turn; an outage during the time added counts as well."""
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
    """Return the outages that have ended after this instant, for turns that were opened then or later."""
    return Outages(list(Outage.objects.filter(ended_at__gt=instant).order_by("started_at", "ended_at")))


def due_at(turn: Turn) -> datetime:
    """Return when one turn expires, with all the time of outages that overlapped it."""
    return since(turn.opened_at).due_at(turn)
