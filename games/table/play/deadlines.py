"""The sweep of deadlines: which turns are due, what is played for them, and when the server itself was down.

The sweep runs at least once a minute:
1. Record a heartbeat; a silence of more than two minutes, of the web server or the sweep, becomes an outage.
2. While the web server is silent nothing expires, because nobody could have moved. Nor does a turn that ended after
   the last real request that the web server answered: an outage is noticed only after two minutes.
3. Announce, once per turn, that a deadline has passed and its grace period is running (`grace`).
4. Take the turns whose time is over, grace included, in batches (`batches`). Check each again under the lock, add the
   outages that overlapped it, do what was agreed (`expiry`), and record it with its cause.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from django.db import connection
from django.db.models import QuerySet

from games.models import Seat, Turn
from games.table import store
from games.table.clocks import heartbeats, mapping, outages
from games.table.clocks.habits import MOST_QUIET
from games.table.clocks.outages import Outages
from games.table.play import due_work, expiry, grace, plan_times, quarantine
from games.table.play.batches import Batches
from games.table.play.sweeps import DueRow, in_play, is_halted

LONGEST_NIGHT: Final = 2 * MOST_QUIET
"""The longest wait for a player's night to end: a traveler may go from one night into another."""


def sweep(*, now: datetime) -> int:
    """Act on due turns; return how many."""
    beaten, web, late, over = _look(now)
    if not beaten:
        heartbeats.beat(source=heartbeats.SWEEP, now=now)
    if heartbeats.is_silence(web, now):
        return 0
    if late:
        grace.GRACES.run(now)
    return _deadlines_until(web or now).run(now) if over else 0


def _look(now: datetime) -> tuple[bool, datetime | None, bool, bool]:
    """Record a heartbeat and return what the sweep needs to know, in one statement, as usually nothing is due.

    Return whether the heartbeat needs no further handling, when the web server was last heard, whether any grace has
    begun, and whether any turn is over.
    """
    due = due_work.question(grace.GRACES, DEADLINES)
    beat, web = heartbeats.beat_at(heartbeats.SWEEP, now), [heartbeats.WEB]
    statement = f"WITH beat AS ({heartbeats.BEAT}) SELECT EXISTS (TABLE beat), ({heartbeats.HEARD}), {due.sql}"
    with connection.cursor() as cursor:
        cursor.execute(statement, [*beat, *web, *due.at(now)])
        row: tuple[bool, datetime | None, bool, bool] = cursor.fetchone()
        return row


def due_turns(now: datetime) -> QuerySet[Turn]:
    """Return the open turns whose time is over, grace included.

    Games that are paused or put aside, and those in which nobody is waiting, are left out (`closing_times`).
    """
    due = Turn.objects.filter(closed_at=None, expires_at__lte=now)
    return due.filter(in_play(now, "game__"), game__closes_at=None)


def expire_turn(*, turn_id: int, now: datetime) -> bool:
    """Do what was agreed for a turn whose time is over (see `expiry`).

    Returns False if it is no longer open or not due yet.
    """
    game_id = Turn.objects.values_list("game_id", flat=True).get(id=turn_id)
    return bool(DEADLINES.one(DueRow(turn_id, game_id), now))


def _read_outages(_rows: Sequence[DueRow], held_games: Mapping[str, store.HeldGame]) -> Outages:
    """Return the outages that may have overlapped any of the games' open turns."""
    opened = [turn.opened_at for game in held_games.values() for turn in game.turns]
    return outages.since(min(opened)) if opened else Outages(())


def _expire(
    held_game: store.HeldGame, turn_id: int, now: datetime, down: Outages, heard: datetime | None = None
) -> bool:
    """Act on a turn whose time is over, and after whose end the web server was `heard` (None: that does not matter)."""
    game, turn = held_game.game, held_game.turn(turn_id)
    if turn is None or is_halted(game) or game.closes_at is not None or down.due_at(turn) > min(now, heard or now):
        return False
    if plan_times.look_now(held_game.seats[turn.seat], turn, now):
        return False
    if _sleeps(held_game.seats[turn.seat], turn, now, down):
        return False
    expiry.act(held_game.table, turn, now)
    if game.quarantined_until is not None:
        quarantine.release(game_id=game.pk)
    return True


def _sleeps(seat: Seat, turn: Turn, now: datetime, down: Outages) -> bool:
    """Check whether the seat's player is in quiet hours and the turn has not been overdue for too long.

    Deadlines avoid quiet hours, but an outage may have moved this one, or the player may have changed time zones.
    """
    return mapping.habits(seat.player).quiet_until(now) is not None and now - down.due_at(turn) < LONGEST_NIGHT


DEADLINES: Final = Batches(name="turn", due=due_turns, read=_read_outages, act=_expire, at="expires_at")


def _deadlines_until(heard: datetime) -> Batches[Outages]:
    """Return the sweep over turns that were over when the web server was last heard."""
    return replace(DEADLINES, due=lambda now: due_turns(min(now, heard)), act=partial(_expire, heard=heard))
