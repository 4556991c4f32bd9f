"""Open seats that hosts offer to someone by name."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.personal import Deleted, Exported


class SeatOffer(models.Model):
    """An offer of an open seat of a running game by its host to a player.

    It stands until it is answered or withdrawn, or the seat is no longer open; then it is closed. For a while the seat
    is kept for the player.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seat_offers", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seat_offers", db_index=False)
    created_at = models.DateTimeField(_("created"))
    reserved_until = models.DateTimeField(_("reserved until"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    personal = (
        Exported("seat_offers", "game_id seat created_at reserved_until closed_at"),
        Deleted("player game__host"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("offer of a seat"), _("offers of seats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="seat_offer_once", condition=Q(closed_at=None)),
        ]
        indexes: ClassVar = [
            models.Index("game", name="seat_offer_of_game"),
            models.Index("player", name="seat_offer_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}.{self.seat} {self.player_id}"
