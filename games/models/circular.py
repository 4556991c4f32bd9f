"""Emails to everyone in a competition that have still to be written."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.cup import Cup
from games.models.league import League
from games.models.personal import Deleted


class Circular(models.Model):
    """An email that everyone in a competition is to get, until the last has been written."""

    cup = models.ForeignKey(Cup, models.CASCADE, null=True, related_name="+", db_index=False)
    league = models.ForeignKey(League, models.CASCADE, null=True, related_name="+", db_index=False)
    template = models.CharField(_("template"), max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", verbose_name=_("by"))
    context = models.JSONField(_("context"), default=dict)
    written_to = models.CharField(_("written to"), max_length=12, blank=True, help_text=_("All up to this player."))
    personal = (Deleted("by"),)

    class Meta:
        verbose_name, verbose_name_plural = _("circular"), _("circulars")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="circular_of_one_competition",
                condition=Q(cup=None, league__isnull=False) | Q(cup__isnull=False, league=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.cup_id or self.league_id} {self.template}"
