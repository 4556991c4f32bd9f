"""Departures: players who left a game after it started and before it was over."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.personal import Deleted, Exported


class Departure(models.Model):
    """A player's leaving a game, or loss of the seat by absence.

    A player who is back at the table does not count as having left.
    """

    class How(models.TextChoices):
        """The kind of the log entry that records the departure."""

        RESIGNED = "resigned", _("resigned")
        FORFEITED = "forfeited", _("forfeited")
        TAKEN_OVER = "taken_over", _("seat taken over")

    game = models.ForeignKey(Game, models.CASCADE, related_name="departures")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="departures", db_index=False, verbose_name=_("player")
    )
    how = models.CharField(_("how"), max_length=12, choices=How)
    at = models.DateTimeField(_("at"))
    personal = (Exported("games_left", "game_id how at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("departure"), _("departures")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "player"], name="departure_once")]
        indexes: ClassVar = [models.Index("player", "at", name="departure_of_player")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.player_id} {self.how}"
