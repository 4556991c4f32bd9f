"""Players' private notes about games, which nobody else can read."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game
from games.models.personal import Deleted, Exported
from games.models.sealed import SealedJSONField


class PrivateNote(models.Model):
    """A player's private note about a game, sealed like a plan. Only services read these rows.

    It belongs to the player, not to the seat: the seat's next player never sees it.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = SealedJSONField()
    written_at = models.DateTimeField()
    personal = (Exported("private_notes", "game_id text written_at"), Deleted())

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "player"], name="private_note_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.player_id}"
