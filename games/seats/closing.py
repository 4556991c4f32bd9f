"""Games that nobody plays are closed: those that never began, and those that all have left.

The sweep takes from an index of instants, in bounded batches, each game in a transaction of its own. It locks the game
(if somebody holds it, the next sweep comes soon), looks again, and
1. some days before the end tells whoever could still change it, once for each end (`closing_times` moves it);
2. at the end calls off what never began. In what did begin the stand-ins leave the table, too, as entries of the log:
   with every seat away it is abandoned, without ranks (P4).
Nobody is told less than `TOLD_AT_LEAST` before; a paused game waits. A game that raises is put aside for an hour.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, transaction
from django.db.models import Min, Q, QuerySet

from games import signals, store
from games.models import Game, Seat
from games.play import quarantine, seating
from games.seats import lobby

BATCH: Final = 200
TOLD_BEFORE: Final = timedelta(days=5)
TOLD_AT_LEAST: Final = timedelta(days=2)

log = structlog.get_logger(__name__)


def close_due(*, now: datetime, batch: int = BATCH) -> int:
    """Tell of every closing that is near, and close what is due; returns how many games were closed."""
    for game_id in _ids(_to_tell(now), batch):
        _guarded(tell, game_id, now)
    return sum(_guarded(close, game_id, now) for game_id in _ids(_to_close(now), batch))


def overdue_since(*, before: datetime) -> datetime | None:
    """The first instant before this one at which somebody should have been told, or a game closed, and was not."""
    told = _to_tell(before).aggregate(at=Min("closes_at"))["at"]
    closed = _to_close(before).aggregate(at=Min("closes_at"))["at"]
    return min((at for at in (told and told - TOLD_BEFORE, closed) if at is not None), default=None)


def _to_tell(now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(_sound(now), closes_at__lte=now + TOLD_BEFORE, closing_told_at=None)


def _to_close(now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(_sound(now), closes_at__lte=now, closing_told_at__isnull=False)


def _sound(now: datetime) -> Q:
    return Q(paused_at=None) & (Q(quarantined_until=None) | Q(quarantined_until__lte=now))


def _ids(waiting: QuerySet[Game], batch: int) -> Iterator[str]:
    """Longest overdue first, fetched in batches; each once, whatever becomes of it."""
    after = Q()
    while rows := list(waiting.filter(after).order_by("closes_at", "id").values_list("closes_at", "id")[:batch]):
        yield from (game_id for _, game_id in rows)
        at, last = rows[-1]
        after = Q(closes_at__gt=at) | Q(closes_at=at, id__gt=last)


def tell(*, game_id: str, now: datetime) -> bool:
    """Say that the game will be closed. False where that is not so any more, or somebody else holds the game."""
    with transaction.atomic():
        game = store.try_lock(game_id)
        if game is None or not _to_tell(now).filter(pk=game_id).exists():
            return False
        game.closes_at, game.closing_told_at = max(game.closes_at or now, now + TOLD_AT_LEAST), now
        game.save(update_fields=["closes_at", "closing_told_at"])
        signals.game_closing.send(sender=Game, game=game)
    return True


def close(*, game_id: str, now: datetime) -> bool:
    """Close the game. False where that is not due any more, or somebody else holds the game."""
    with transaction.atomic():
        game = store.try_lock(game_id)
        if game is None or not _to_close(now).filter(pk=game_id).exists():
            return False
        if game.status == Game.Status.OPEN:
            lobby.give_up(game, now)
        else:
            _abandon(store.load(game), now)
    return True


def _abandon(table: store.LoadedGame, now: datetime) -> None:
    """Whoever still sits there for the house leaves; with the last one the game is over (P4)."""
    for seat in table.seats:
        if seat.status == Seat.Status.PLAYING and not table.state.over:
            seating.mark_absent(table, seat, now)
    signals.game_changed.send(sender=Game, game=table.game, what="left_by_all", player=table.game.host)


def _guarded(act: Callable[..., bool], game_id: str, now: datetime) -> bool:
    """As in `games.play.deadlines`."""
    try:
        return act(game_id=game_id, now=now)
    except SoftTimeLimitExceeded:
        raise
    except OperationalError as error:
        log.warning("closing_put_off", game=game_id, error=type(error).__name__)
    except Exception as error:  # whatever it is, it must not stop the others
        quarantine.put(game_id=game_id, error=error, now=now)
    return False
