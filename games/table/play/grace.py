"""The announcement, once per turn, that its time is over and its grace period is running.

The turn's row records whether it was announced; a moved deadline is announced again. A turn without grace is acted on
at once, and the log's entry says so.
"""

from datetime import datetime
from typing import Final

from django.db.models import F, QuerySet

from games import signals
from games.models import Game, Turn
from games.table import store
from games.table.play import due_work, quarantine
from games.table.play.batches import Batches, nothing
from games.table.play.sweeps import in_play, is_halted


def say_time_is_over(*, now: datetime) -> int:
    """Announce every turn whose grace has begun; return how many there were."""
    return GRACES.run(now) if due_work.is_due(GRACES, now) else 0


def _late(now: datetime) -> QuerySet[Turn]:
    """Return the open turns in their grace that have not been announced, using a partial index of exactly those."""
    in_grace = Turn.objects.filter(closed_at=None, announced_at=None, expires_at__gt=F("deadline_at"))
    late = in_grace.filter(deadline_at__lte=now).filter(expires_at__gt=now)
    return late.filter(in_play(now, "game__"), game__closes_at=None)


def _announce_grace(held_game: store.HeldGame, turn_id: int, now: datetime, _nothing: None) -> bool:
    """Announce that the time of a turn is over. Return False if the turn was answered or its deadline has moved."""
    game, turn = held_game.game, held_game.turn(turn_id)
    if turn is None or is_halted(game) or game.closes_at is not None or not quarantine.is_sound(game, now):
        return False
    if turn.announced_at is not None or not turn.deadline_at <= now < turn.expires_at:
        return False
    turn.announced_at = now
    store.save([turn], "announced_at", game=game.pk)
    signals.time_is_over.send(sender=Game, game=game, turn=turn, seats=held_game.seats)
    return True


GRACES: Final = Batches(name="announcement", due=_late, read=nothing, act=_announce_grace, at="deadline_at")
