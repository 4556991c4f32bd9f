"""The time that outages have taken from a turn: it is added to its end."""

from datetime import datetime, timedelta

from games.models import Outage, Turn


def due_at(turn: Turn) -> datetime:
    """When the turn expires, and all the time of outages that overlapped it added to that."""
    return turn.expires_at + _lost(turn)


def _lost(turn: Turn) -> timedelta:
    """The union of outages during the turn; an outage during the time added counts as well."""
    lost = timedelta()
    reached = turn.opened_at
    outages = Outage.objects.filter(ended_at__gt=turn.opened_at).order_by("started_at", "ended_at")
    for outage in outages:
        if outage.started_at >= turn.expires_at + lost:
            break
        begin = max(outage.started_at, reached)
        if outage.ended_at > begin:
            lost += outage.ended_at - begin
            reached = outage.ended_at
    return lost
