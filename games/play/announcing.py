"""Says once of a turn that its time is over and its grace runs, to whoever listens.

Whether it was said stands in the turn's row, and a deadline that moves is another one. A turn without grace is acted on
at once, and of that the log's entry tells.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

import structlog
from django.db import OperationalError, transaction
from django.db.models import F, Q

from games import signals, store
from games.models import Game, Turn

BATCH: Final = 200

log = structlog.get_logger(__name__)


def say_time_is_over(*, now: datetime) -> int:
    """Tell of every turn whose grace has begun; returns of how many."""
    return sum(_say(turn, now) for turn in _late(now))


def _late(now: datetime) -> Iterator[Turn]:
    """Open turns in their grace of which nobody was told, from an index that holds no others."""
    in_grace = Turn.objects.filter(closed_at=None, announced_at=None, expires_at__gt=F("deadline_at"))
    late = in_grace.filter(deadline_at__lte=now).filter(expires_at__gt=now)
    running = late.filter(game__status=Game.Status.RUNNING, game__paused_at=None, game__closes_at=None)
    sound = running.filter(Q(game__quarantined_until=None) | Q(game__quarantined_until__lte=now))
    after = 0
    while turns := list(sound.filter(pk__gt=after).order_by("pk")[:BATCH]):
        yield from turns
        after = turns[-1].pk


def _say(turn: Turn, now: datetime) -> bool:
    """False where somebody was quicker, or the game's lock is taken: the next sweep comes soon."""
    try:
        with transaction.atomic():
            game = store.try_lock(turn.game_id)
            if game is None or game.paused_at is not None:
                return False
            told = Turn.objects.filter(pk=turn.pk, closed_at=None, announced_at=None, deadline_at=turn.deadline_at)
            if not told.update(announced_at=now):
                return False
            signals.time_is_over.send(sender=Game, game=game, turn=turn)
    except OperationalError as error:  # PostgreSQL's trouble, such as a deadlock, is not the game's
        log.warning("announcement_put_off", game=turn.game_id, error=type(error).__name__)
        return False
    return True
