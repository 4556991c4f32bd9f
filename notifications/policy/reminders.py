"""Creation of due reminders: `schedule` computes their times, `alarms` says when to check.

1. The sweep takes due alarms in batches, and reads the players' settings.
2. It creates the reminders that are due, each of which can exist only once.
3. It sets each alarm to the time of the next reminder, or deletes it if there is none.

Only one process does this at a time. Notifications are written before the alarms, since a move locks the game before
its turns; a sweep that dies in between leaves neither.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction

from games.models import Game, Player, Seat, Turn
from games.table.play import due_work
from notifications.lists import Mode, Stream
from notifications.models import Alarm, Notification
from notifications.policy import alarms, kinds, schedule
from notifications.policy.creation import create
from notifications.policy.preferences import Subscriptions

BATCH: Final = 100
MEANWHILE: Final = timedelta(hours=1)
"""The interval for checking turns that cannot be reminded of now: the game is paused, or the player suspended."""


class Outcome(NamedTuple):
    """The outcome of an alarm: the next check, if any, the number of reminders given, and the due reminder, if any."""

    alarm: Alarm
    look_at: datetime | None = None
    reminders_given: int = 0
    due: Notification | None = None


def note_due(*, now: datetime, batch: int = BATCH) -> int:
    """Create a notification for every due reminder that does not exist yet. Return how many."""
    noted, looked = 0, batch if due_work.is_due(alarms.DUE, now) else 0
    while looked == batch:
        looked, created = _look(now, batch)
        noted += created
    return noted


@transaction.atomic
def _look(now: datetime, limit: int) -> tuple[int, int]:
    """Process a batch of alarms; return how many there were, and how many reminders were due."""
    if not alarms.alone():
        return 0, 0
    batch = alarms.due(now, limit)
    holders = _find_holders([alarm.turn for alarm in batch if _is_asked(alarm.turn, now)])
    wishes = Subscriptions(holders.values())
    outcomes = [_heed(alarm, holders.get((alarm.turn.game_id, alarm.turn.seat)), wishes, now) for alarm in batch]
    created = create([outcome.due for outcome in outcomes if outcome.due])
    alarms.settle((outcome.alarm, outcome.look_at, outcome.reminders_given) for outcome in outcomes)
    return len(batch), created


def _is_asked(turn: Turn, now: datetime) -> bool:
    return turn.closed_at is None and turn.deadline_at > now and turn.game.status == Game.Status.RUNNING


def _find_holders(turns: Iterable[Turn]) -> dict[tuple[str, int], Player]:
    """Return the players who hold seats in these turns' games, by game and seat."""
    seats = Seat.objects.filter(game__in={turn.game_id for turn in turns}, player__erased_at=None)
    taken_seats = seats.exclude(player=None).select_related("player")
    return {(seat.game_id, seat.number): seat.player for seat in taken_seats if seat.player}


def _heed(alarm: Alarm, holder: Player | None, wishes: Subscriptions, now: datetime) -> Outcome:
    """Decide the outcome of one alarm. It ends for a player who wants no reminders; new settings rearm it."""
    turn = alarm.turn
    if holder is None or not _is_asked(turn, now):
        return Outcome(alarm)
    if wishes.mode(holder, Stream.REMINDERS, turn.game_id) == Mode.OFF:
        return Outcome(alarm)
    if turn.game.paused_at is not None or _is_suspended(holder, now):
        return Outcome(alarm, now + MEANWHILE, alarm.given)
    instants = schedule.reminders(turn.opened_at, turn.deadline_at, wishes.reminders(holder.pk))
    due_count = schedule.passed(now, instants)
    next_one = instants[due_count] if due_count < len(instants) else None
    due = _build_reminder(turn, holder, due_count, now) if due_count > alarm.given else None
    return Outcome(alarm, next_one, max(due_count, alarm.given), due)


def _is_suspended(player: Player, now: datetime) -> bool:
    return player.suspended_until is not None and player.suspended_until > now


def _build_reminder(turn: Turn, player: Player, ordinal: int, now: datetime) -> Notification:
    return Notification(
        kind=kinds.REMINDER.name,
        player=player,
        game_id=turn.game_id,
        seat=turn.seat,
        prompt_opened=turn.prompt_opened,
        deadline_at=turn.deadline_at,
        ordinal=ordinal,
        created_at=now,
    )
