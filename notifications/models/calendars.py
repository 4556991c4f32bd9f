"""Addresses at which calendar programs fetch their owners' deadlines and vacations."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted, Exported


class CalendarAddress(models.Model):
    """The only secret address of a player's calendar. It works as long as the row exists; only its digest is stored."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="calendar_address"
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField()
    personal = (Exported("calendar_address", "created_at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("calendar address"), _("calendar addresses")

    def __str__(self) -> str:
        return self.player_id
