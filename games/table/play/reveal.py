"""The rule for when an ended game's secrets are shown to everyone."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db.models import F
from django.db.models.functions import Coalesce

from games.models import Dispute, Game

OPEN_SINCE: Final = Coalesce("reopened_at", "created_at")
"""`Dispute.open_since` as a database expression."""


def secrets_are_open(game: Game, now: datetime) -> bool:
    """Check whether an ended game's secrets may be shown: their time has come, and no dispute keeps them sealed."""
    return game.pk in opened([game], now)


def opened(games: Iterable[Game], now: datetime) -> set[str]:
    """Return the ids of those games whose secrets may be shown."""
    due = {game.pk for game in games if game.secrets_open_at is not None and game.secrets_open_at <= now}
    if not due:
        return due
    disputes = Dispute.objects.filter(game__in=due, state=Dispute.State.OPEN).alias(since=OPEN_SINCE)
    return due.difference(disputes.filter(since__lt=F("game__secrets_open_at")).values_list("game_id", flat=True))
