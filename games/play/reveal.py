"""When an ended game's secrets are shown to everyone."""

from datetime import datetime
from typing import Final

from django.db.models.functions import Coalesce

from games.models import Dispute, Game

OPEN_SINCE: Final = Coalesce("reopened_at", "created_at")
"""`Dispute.open_since`, for the database."""


def secrets_are_open(game: Game, now: datetime) -> bool:
    """Whether an ended game's secrets may be told: their time has come, and no dispute keeps them sealed."""
    opens_at = game.secrets_open_at
    if opens_at is None or opens_at > now:
        return False
    asked = Dispute.objects.filter(game=game, state=Dispute.State.OPEN).alias(since=OPEN_SINCE)
    return not asked.filter(since__lt=opens_at).exists()
