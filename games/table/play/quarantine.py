"""The quarantine of games that raise: admins see them, they are retried later, and they stop no other game."""

import traceback
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db.models import Q

from games.models import Game

QUARANTINE: Final = timedelta(hours=1)

log = structlog.get_logger(__name__)


def put(*, game_id: str, error: Exception, now: datetime) -> None:
    """Put a game aside for an hour. Only the error's class and location are kept, since its text may hold secrets."""
    where = _place(traceback.extract_tb(error.__traceback__))
    log.error("game_quarantined", game=game_id, error=type(error).__name__, place=where)
    Game.objects.filter(id=game_id).update(
        quarantined_until=now + QUARANTINE, quarantine_error=f"{type(error).__name__} at {where}"[:200]
    )


def release(*, game_id: str) -> bool:
    """Take a game out of quarantine, so that the next sweep retries it; return whether it was in quarantine."""
    quarantined = Game.objects.filter(id=game_id, quarantined_until__isnull=False)
    return quarantined.update(quarantined_until=None, quarantine_error="") > 0


def sound(now: datetime, through: str = "") -> Q:
    """Return the condition for rows whose game is not put aside; `through` leads to the game, as in "game__"."""
    return Q(**{f"{through}quarantined_until": None}) | Q(**{f"{through}quarantined_until__lte": now})


def is_sound(game: Game, now: datetime) -> bool:
    """Check that this game is not put aside."""
    return game.quarantined_until is None or game.quarantined_until <= now


def _place(frames: Iterable[traceback.FrameSummary]) -> str:
    last = list(frames)[-1]
    return f"{last.name}:{last.lineno}"
