"""Deadlines: what is due, what is played for whom, and when the server itself was away.

The sweep, at least once a minute:
1. Say that we are alive; a silence of more than two minutes, the web's or the sweep's, becomes an outage.
2. While the web is silent nothing expires: nobody could have moved.
3. Say of the turns whose deadline has passed, and whose grace runs, that it does: once (`announcing`).
4. Take the turns whose time is over, grace included, in bounded batches. For each, in a transaction of its own: lock
   the game (if somebody holds it, the next sweep comes soon), look again, wait for the outages that overlapped the
   turn, do what was agreed (`expiry`), record it with its cause.
5. A game that raises is put aside for an hour, visible to admins, and stops nobody else's.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, transaction
from django.db.models import Q

from games import store
from games.clocks import heartbeats, mapping
from games.clocks.habits import MOST_QUIET
from games.clocks.outages import due_at
from games.models import Game, Seat, Turn
from games.play import announcing, expiry, plan_timing, quarantine

BATCH: Final = 200
LONGEST_NIGHT: Final = 2 * MOST_QUIET
"""Who travels may come from one night into another; who does so on and on is waited for no longer."""

log = structlog.get_logger(__name__)


def sweep(*, now: datetime) -> int:
    """Act on what is due; returns on how many turns."""
    heartbeats.beat(source=heartbeats.SWEEP, now=now)
    if heartbeats.web_is_silent(now=now):
        return 0
    announcing.say_time_is_over(now=now)
    return sum(_guarded(turn, now) for turn in due_turns(now, BATCH))


def due_turns(now: datetime, batch: int) -> Iterator[Turn]:
    """Open turns whose time is over, grace included, longest overdue first, fetched in batches.

    Games that are paused or put aside are left out, and those in which nobody waits any more (`closing_times`).
    """
    due = (
        Turn.objects.filter(closed_at=None, expires_at__lte=now, game__status=Game.Status.RUNNING, game__paused_at=None)
        .filter(_sound(now), game__closes_at=None)
        .order_by("expires_at", "id")
    )
    after = Q()
    while turns := list(due.filter(after)[:batch]):
        yield from turns
        last = turns[-1]
        after = Q(expires_at__gt=last.expires_at) | Q(expires_at=last.expires_at, id__gt=last.pk)


def _sound(now: datetime) -> Q:
    """Rows whose game is not put aside."""
    return Q(game__quarantined_until=None) | Q(game__quarantined_until__lte=now)


def expire_turn(*, turn_id: int, now: datetime) -> bool:
    """Do what was agreed about a turn whose time is over (see `expiry`).

    Returns False where it is no longer open or not due yet.
    """
    with transaction.atomic():
        game = store.try_lock(Turn.objects.values_list("game_id", flat=True).get(id=turn_id))
        turn = Turn.objects.get(id=turn_id)
        if game is None or game.paused_at is not None or turn.closed_at is not None or due_at(turn) > now:
            return False
        if game.closes_at is not None:
            return False
        if plan_timing.look_now(turn, now):
            return False
        table = store.load(game)
        if _sleeps(table.seats[turn.seat], turn, now):
            return False
        expiry.act(table, turn, now)
    return True


def _sleeps(seat: Seat, turn: Turn, now: datetime) -> bool:
    """Whether it is night for the seat's player, and has not been so for ever since the turn was due.

    Deadlines go around quiet hours; but an outage may have moved this one, or the player have moved meanwhile.
    """
    return mapping.habits(seat.player).quiet_until(now) is not None and now - due_at(turn) < LONGEST_NIGHT


def _guarded(turn: Turn, now: datetime) -> bool:
    try:
        played = expire_turn(turn_id=turn.pk, now=now)
    except SoftTimeLimitExceeded:  # the sweep itself has taken too long: the next one goes on
        raise
    except OperationalError as error:  # PostgreSQL's trouble, such as a deadlock, is not the game's
        log.warning("turn_put_off", game=turn.game_id, error=type(error).__name__)
        return False
    except Exception as error:  # whatever it is, it must not stop the others
        quarantine.put(game_id=turn.game_id, error=error, now=now)
        return False
    if played:
        quarantine.release(game_id=turn.game_id)
    return played
