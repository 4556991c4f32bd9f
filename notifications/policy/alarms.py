"""Alarms, which say when to check again whether a player needs a reminder of an open turn.

Triggers on the turns' table (in the migrations) set an alarm for every new turn at the end of the first quarter of its
time, before which nobody is reminded. They set it again when the deadline moves. So a move costs no further query, and
code that moves deadlines need not know about reminders. Turns closed in the meantime are detected when their alarm is
due.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import QuerySet

from games import advisory_locks
from games.advisory_locks import AdvisoryLock
from games.models import Player
from games.table.play.sweeps import DueRows
from notifications.models import Alarm

SET: Final = """
    UPDATE notifications_alarm AS alarm SET look_at = new.look_at, given = new.given
    FROM unnest(%s::bigint[], %s::timestamptz[], %s::timestamptz[], %s::int[]) AS new (turn, old, look_at, given)
    WHERE alarm.turn_id = new.turn AND alarm.look_at = new.old
"""
REMOVE: Final = """
    DELETE FROM notifications_alarm AS alarm USING unnest(%s::bigint[], %s::timestamptz[]) AS gone (turn, old)
    WHERE alarm.turn_id = gone.turn AND alarm.look_at = gone.old
"""
REARM: Final = """
    INSERT INTO notifications_alarm (turn_id, look_at, given)
    SELECT turn.id, %(now)s, 0
    FROM games_turn AS turn JOIN games_seat AS seat ON seat.game_id = turn.game_id AND seat.number = turn.seat
    WHERE seat.player_id = %(player)s AND turn.closed_at IS NULL
    ON CONFLICT (turn_id) DO UPDATE SET look_at = least(notifications_alarm.look_at, excluded.look_at)
"""


def alone() -> bool:
    """Return whether nobody else is checking alarms; if so, keep others from starting until this transaction ends."""
    return advisory_locks.take(AdvisoryLock.ALARMS)


def due(now: datetime, limit: int) -> list[Alarm]:
    """Return the due alarms, the oldest first, with turn and game."""
    return list(_due(now).order_by("look_at").select_related("turn__game")[:limit])


def _due(now: datetime) -> QuerySet[Alarm]:
    return Alarm.objects.filter(look_at__lte=now)


def settle(looked: Iterable[tuple[Alarm, datetime | None, int]]) -> None:
    """Update alarms with the time of the next check and the number of reminders given; delete those without a time.

    An alarm that was set again after being read is left alone.
    """
    rows = list(looked)
    rearmed = [(alarm.turn_id, alarm.look_at, at, count) for alarm, at, count in rows if at is not None]
    gone = [(alarm.turn_id, alarm.look_at) for alarm, at, _ in rows if at is None]
    with connection.cursor() as cursor:
        if rearmed:
            cursor.execute(SET, [list(column) for column in zip(*rearmed, strict=True)])
        if gone:
            cursor.execute(REMOVE, [list(column) for column in zip(*gone, strict=True)])


def rearm(player: Player, *, now: datetime) -> None:
    """Have all open turns of a player checked again, because the player has changed the reminder settings."""
    with connection.cursor() as cursor:
        cursor.execute(REARM, {"player": player.pk, "now": now})


DUE: Final = DueRows(name="alarm", due=_due, at="look_at", key="turn")
