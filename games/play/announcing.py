"""Announces once that a turn's time is over and its grace period is running.

Whether it was said stands in the turn's row, and a deadline that moves is another one. A turn without grace is acted on
at once, and the log's entry says so.
"""

from datetime import datetime
from typing import Final

from django.db.models import F, QuerySet

from games import signals
from games.models import Game, Turn
from games.play.sweeping import Sweep, in_play


def say_time_is_over(*, now: datetime) -> int:
    """Announce every turn whose grace has begun; returns how many there were."""
    return GRACES.run(now)


def _late(now: datetime) -> QuerySet[Turn]:
    """Open turns in their grace that have not been announced, from an index that holds no others."""
    in_grace = Turn.objects.filter(closed_at=None, announced_at=None, expires_at__gt=F("deadline_at"))
    late = in_grace.filter(deadline_at__lte=now).filter(expires_at__gt=now)
    return late.filter(in_play(now, "game__"), game__closes_at=None)


def _say(game: Game, turn_id: int, now: datetime) -> bool:
    """False if somebody was quicker, or the deadline has moved."""
    turn = _late(now).filter(pk=turn_id).first()
    if turn is None:
        return False
    turn.announced_at = now
    turn.save(update_fields=["announced_at"])
    signals.time_is_over.send(sender=Game, game=game, turn=turn)
    return True


GRACES: Final = Sweep(name="announcement", due=_late, act=_say)
