"""The tables that a player would like to hear of when they open."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted, Exported


class TableWish(models.Model):
    """Which tables a player would join: an email tells of new ones, one a day at most. Empty fields mean any."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="table_wish")
    ruleset = models.CharField(max_length=40, blank=True)
    pace = models.CharField(max_length=16, blank=True, help_text=_("The name of a clock."))
    seats = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField()
    told_until = models.DateTimeField(help_text=_("Tables that were opened until then have been told or passed over."))
    next_at = models.DateTimeField(help_text=_("No email before."))
    personal = (Exported("table_wish", "ruleset pace seats created_at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("wish for tables"), _("wishes for tables")
        indexes: ClassVar = [models.Index("next_at", name="table_wish_next")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.ruleset} {self.pace} {self.seats or ''}"
