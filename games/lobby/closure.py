"""Closing games that nobody plays: those that never started, and those that everyone has left.

Two sweeps (`games.table.play.batches`) use an index of instants:
1. some days before the closing, the first notifies everyone who could still prevent it, once for each closing time
   (`closing_times` moves it);
2. at the closing time, the second calls off games that never began. In games that did begin, the stand-ins leave the
   table too, as entries of the log: with every seat away the game is abandoned, without ranks (P4). Players are
   notified at least `TOLD_AT_LEAST` before; a paused game waits.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Min, Q, QuerySet

from games import signals
from games.lobby import lobby
from games.models import Game, Seat
from games.table import store
from games.table.play import due_work, quarantine, seat_changes
from games.table.play.batches import Batches, nothing
from games.table.play.sweeps import BATCH, DueRow

TOLD_BEFORE: Final = timedelta(days=5)
TOLD_AT_LEAST: Final = timedelta(days=2)


def close_due(*, now: datetime, batch: int = BATCH) -> int:
    """Announce closings that are near, and close due games; return how many games were closed."""
    to_tell, to_close = due_work.anything((TELLING, CLOSING), now)
    if to_tell:
        TELLING.run(now, batch=batch)
    return CLOSING.run(now, batch=batch) if to_close else 0


def overdue_since(*, before: datetime) -> datetime | None:
    """Return the earliest instant before `before` at which a due announcement or closing did not happen."""
    announced = _to_tell(before).aggregate(at=Min("closes_at"))["at"]
    closed = _to_close(before).aggregate(at=Min("closes_at"))["at"]
    return min((at for at in (announced and announced - TOLD_BEFORE, closed) if at is not None), default=None)


def _to_tell(now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(_waiting(now), closes_at__lte=now + TOLD_BEFORE, closing_told_at=None)


def _to_close(now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(_waiting(now), closes_at__lte=now, closing_told_at__isnull=False)


def _waiting(now: datetime) -> Q:
    return Q(paused_at=None) & quarantine.sound(now)


def close(*, game_id: str, now: datetime) -> bool:
    """Close the game. Return False if that is no longer due, or somebody else holds the game."""
    return bool(CLOSING.one(DueRow(game_id, game_id), now))


def _announce_closing(held_game: store.HeldGame, _key: str, now: datetime, _nothing: None) -> bool:
    """Announce that the game will be closed. Return False if that is no longer true."""
    game = held_game.game
    if not _closes_by(game, now + TOLD_BEFORE, now) or game.closing_told_at is not None:
        return False
    game.closes_at, game.closing_told_at = max(game.closes_at or now, now + TOLD_AT_LEAST), now
    store.save([game], "closes_at", "closing_told_at", game=game.pk)
    signals.game_closing.send(sender=Game, game=game, seats=held_game.seats)
    return True


def _close(held_game: store.HeldGame, _key: str, now: datetime, _nothing: None) -> bool:
    """Close a game that never began, or make its stand-ins leave. Return False if that is no longer due."""
    game = held_game.game
    if not _closes_by(game, now, now) or game.closing_told_at is None:
        return False
    if game.status == Game.Status.OPEN:
        lobby.give_up(game, held_game.seats, now)
    else:
        _abandon(held_game.table, now)
    return True


def _closes_by(game: Game, end: datetime, now: datetime) -> bool:
    """Check whether a locked game must still be closed by `end`: neither paused, put aside, nor kept alive."""
    waits = game.paused_at is None and quarantine.is_sound(game, now)
    return waits and game.closes_at is not None and game.closes_at <= end


def _abandon(table: store.LoadedGame, now: datetime) -> None:
    """Make the remaining stand-ins leave; with the last one the game is over (P4)."""
    for seat in table.seats:
        if seat.status == Seat.Status.PLAYING and not table.state.over:
            seat_changes.mark_absent(table, seat, now)
    signals.game_changed.send(sender=Game, game=table.game, what="left_by_all", player=table.game.host)


TELLING: Final = Batches(name="closing", due=_to_tell, read=nothing, act=_announce_closing, at="closes_at", game="id")
CLOSING: Final = Batches(name="closing", due=_to_close, read=nothing, act=_close, at="closes_at", game="id")
