"""How far a player has read the list of what has happened."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted, Exported


class NoticesRead(models.Model):
    """The last notice that a player has seen, on any device; without a row, none."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    last = models.BigIntegerField(help_text=_("The number of a notification; those up to it are read."))
    read_at = models.DateTimeField()
    personal = (Exported("notices_read", "last read_at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("notices read"), _("notices read")

    def __str__(self) -> str:
        return f"{self.player_id} {self.last}"
