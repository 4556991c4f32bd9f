"""Ratings, which are derived from the results of games and can be rederived at any time."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.personal import Exported


class RatedSeat(models.Model):
    """A player's skill after a rated game: `mu` with the uncertainty `sigma`."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="rated_seats", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rated_seats", db_index=False)
    ruleset = models.CharField(_("ruleset"), max_length=32)
    ended_at = models.DateTimeField(_("ended"))
    rank = models.PositiveSmallIntegerField(
        _("rank"), help_text=_("Among those whom the game counts for: whoever left it comes in last.")
    )
    lost_at = models.DateTimeField(
        _("lost"), null=True, blank=True, help_text=_("When being away cost the player the seat; empty if it didn’t.")
    )
    mu = models.FloatField(_("skill"))
    sigma = models.FloatField(_("uncertainty"))
    personal = (Exported("rated_games", "game_id ruleset rank mu sigma", order="ended_at game"),)

    class Meta:
        verbose_name, verbose_name_plural = _("rated seat"), _("rated seats")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "player"], name="rated_seat_once")]
        indexes: ClassVar = [
            models.Index("player", "ruleset", "ended_at", "game", name="rated_seat_of_player"),
            models.Index("ruleset", "ended_at", name="rated_seat_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.player_id}"


class Rating(models.Model):
    """A player's current skill in a ruleset, after `games` games. Leaderboards are sorted by `cautious`."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="ratings", db_index=False)
    ruleset = models.CharField(_("ruleset"), max_length=32)
    mu = models.FloatField(_("skill"))
    sigma = models.FloatField(_("uncertainty"))
    games = models.PositiveIntegerField(_("games"))
    cautious = models.FloatField(_("cautious"), help_text=_("The skill that the player has almost surely."))
    personal = ()

    class Meta:
        verbose_name, verbose_name_plural = _("rating"), _("ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "ruleset"], name="rating_once"),
            models.CheckConstraint(name="rating_of_games", condition=Q(games__gt=0, sigma__gt=0)),
        ]
        indexes: ClassVar = [models.Index("ruleset", F("cautious").desc(), "id", name="rating_leaders")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.ruleset}"


class StaleRatings(models.Model):
    """The point from which to rederive a ruleset's ratings: games that ended at `since`, after `after`, and later.

    Games that end meanwhile wait for it too, and follow in order.
    """

    ruleset = models.CharField(_("ruleset"), max_length=32, primary_key=True)
    since = models.DateTimeField(_("since"))
    after = models.CharField(max_length=12, blank=True, default="", db_default="")

    class Meta:
        verbose_name, verbose_name_plural = _("stale ratings"), _("stale ratings")

    def __str__(self) -> str:
        return self.ruleset
