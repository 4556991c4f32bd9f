"""Deadlines: what is due, what is played for whom, and when the server itself was away.

The sweep, at least once a minute:
1. Say that we are alive; a silence of more than two minutes, the web's or the sweep's, becomes an outage.
2. While the web is silent nothing expires: nobody could have moved.
3. Take the turns whose deadline has passed in bounded batches. For each, in a transaction of its own: lock the
   game (if somebody holds it, the next sweep comes soon), look again, wait for the outages that overlapped the
   turn, play the default, record it with its cause.
4. A game that raises is put aside for an hour, visible to admins, and stops nobody else's.
"""

from datetime import datetime, timedelta
from typing import Final

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, transaction

import engine
from games import selectors, store
from games.models import Entry, Heartbeat, Outage, Turn
from games.services import moves, plan_times, quarantine, recording, seats

SILENCE: Final = timedelta(minutes=2)
ABSENT_AFTER: Final = 3
BATCH: Final = 200
NOTED_EVERY: Final = timedelta(seconds=10)
"""Anybody may knock at the web's door; a knock that comes sooner after another writes nothing."""
WEB: Final = "web"
SWEEP: Final = "sweep"

log = structlog.get_logger(__name__)


def sweep(*, now: datetime) -> int:
    """Play what is due; returns how many turns were played by default."""
    beat(source=SWEEP, now=now)
    if web_is_silent(now=now):
        return 0
    return sum(_guarded(turn, now) for turn in selectors.due_turns(now, BATCH))


def web_answered(*, now: datetime) -> None:
    """Note that people could get in, unless that was noted just now."""
    if not Heartbeat.objects.filter(source=WEB, at__gt=now - NOTED_EVERY).exists():
        beat(source=WEB, now=now)


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
    heart = Heartbeat.objects.filter(source=WEB).first()
    return heart is not None and now - heart.at > SILENCE


def expire_turn(*, turn_id: int, now: datetime) -> bool:
    """Play the default for a turn whose time is over (see the rules, "Played by default").

    Returns False where it is no longer open or not due yet. A second choice that the default itself opens is
    answered by default too, so that a turn played for somebody is whole.
    """
    with transaction.atomic():
        game = store.try_lock(Turn.objects.values_list("game_id", flat=True).get(id=turn_id))
        turn = Turn.objects.get(id=turn_id)
        if game is None or game.paused_at is not None or turn.closed_at is not None or due_at(turn) > now:
            return False
        if plan_times.will_look_at(turn):
            return False
        table = store.load(game)
        _play_for(table, turn, now)
        _count_timeout(table, turn.seat, now)
    return True


def due_at(turn: Turn) -> datetime:
    """The deadline, and all the time of outages that overlapped the turn added to it."""
    return turn.deadline_at + _lost(turn)


def _lost(turn: Turn) -> timedelta:
    """The union of outages during the turn; an outage during the time added counts as well."""
    lost = timedelta()
    reached = turn.opened_at
    outages = Outage.objects.filter(ended_at__gt=turn.opened_at).order_by("started_at", "ended_at")
    for outage in outages:
        if outage.started_at >= turn.deadline_at + lost:
            break
        begin = max(outage.started_at, reached)
        if outage.ended_at > begin:
            lost += outage.ended_at - begin
            reached = outage.ended_at
    return lost


def _play_for(table: store.Table, turn: Turn, now: datetime) -> None:
    entry = _play_default(table, turn.seat, now)
    while (opened := table.state.prompt_of(turn.seat)) and opened.opened == entry.number and opened.within_turn:
        entry = _play_default(table, turn.seat, now, goes_on=True)


def _play_default(table: store.Table, seat: int, now: datetime, **more: bool) -> Entry:
    answered = moves.prompt_id(table.state.prompt_of(seat))
    move = engine.default_move(table.state, seat)
    return recording.decide(table, kind="timeout", seat=seat, move=move, now=now, prompt=answered, **more)


def _count_timeout(table: store.Table, number: int, now: datetime) -> None:
    seat = table.seats[number]
    seat.timeouts_in_a_row += 1
    seat.save(update_fields=["timeouts_in_a_row"])
    if seat.timeouts_in_a_row >= ABSENT_AFTER and not table.state.over:
        seats.mark_absent(table, seat, now)


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
