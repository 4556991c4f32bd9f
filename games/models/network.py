"""The recent networks of players as keyed hashes, which only reveal that two players share one."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted, Exported


class NetworkSeen(models.Model):
    """A player's use of a network on a day. It is kept for thirty days; the network address is never stored."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="networks_seen", db_index=False, verbose_name=_("player")
    )
    day = models.DateField(_("day"))
    network = models.CharField(_("network"), max_length=32, help_text=_("A keyed hash of the network's address."))
    personal = (Exported("networks_seen", "day network"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("network seen"), _("networks seen")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "day", "network"], name="network_seen_once"),
        ]
        indexes: ClassVar = [models.Index("day", name="network_seen_day")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day}"
