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

from datetime import datetime, timedelta
from typing import Final

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, transaction

from games import clockwork, selectors, store
from games.clocks.habits import MOST_QUIET
from games.models import Heartbeat, Outage, Seat, Turn
from games.services import announcing, expiry, plan_times, quarantine

SILENCE: Final = timedelta(minutes=2)
BATCH: Final = 200
NOTED_EVERY: Final = timedelta(seconds=10)
"""Anybody may knock at the web's door; a knock that comes sooner after another writes nothing."""
LONGEST_NIGHT: Final = 2 * MOST_QUIET
"""Who travels may come from one night into another; who does so on and on is waited for no longer."""
WEB: Final = "web"
SWEEP: Final = "sweep"

log = structlog.get_logger(__name__)


def sweep(*, now: datetime) -> int:
    """Act on what is due; returns on how many turns."""
    beat(source=SWEEP, now=now)
    if web_is_silent(now=now):
        return 0
    announcing.say_time_is_over(now=now)
    return sum(_guarded(turn, now) for turn in selectors.due_turns(now, BATCH))


def web_answered(*, now: datetime) -> None:
    """Note that people could get in, unless that was noted just now."""
    if not Heartbeat.objects.filter(source=WEB, at__gt=now - NOTED_EVERY).exists():
        beat(source=WEB, now=now)


def listen(*, now: datetime) -> None:
    """From now on the web's silence is one, even if it has never answered."""
    Heartbeat.objects.get_or_create(source=WEB, defaults={"at": now})


def beat(*, source: str, now: datetime) -> None:
    """Note that a part of the server is alive. After a silence of over two minutes, that was an outage."""
    with transaction.atomic():
        heart, new = Heartbeat.objects.select_for_update().get_or_create(source=source, defaults={"at": now})
        if new or now <= heart.at:
            return
        if now - heart.at > SILENCE:
            Outage.objects.get_or_create(started_at=heart.at, defaults={"ended_at": now})
        heart.at = now
        heart.save(update_fields=["at"])


def web_is_silent(*, now: datetime) -> bool:
    """Whether the web has not answered a real request for more than two minutes."""
    at = last_heard(WEB)
    return at is not None and now - at > SILENCE


def last_heard(source: str) -> datetime | None:
    """When that part of the server last said that it is alive."""
    return Heartbeat.objects.filter(source=source).values_list("at", flat=True).first()


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
        if plan_times.look_now(turn, now):
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
    return clockwork.habits(seat.player).quiet_until(now) is not None and now - due_at(turn) < LONGEST_NIGHT


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
