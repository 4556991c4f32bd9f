"""Blocks of players by other players."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted, Exported


class Block(models.Model):
    """A block: invitations and offers by `blocked` do not reach `player`, whose tables `blocked` cannot join."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", db_index=False, verbose_name=_("player")
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by", verbose_name=_("blocked")
    )
    created_at = models.DateTimeField(_("created"))
    personal = (Exported("blocks", "blocked_id created_at"), Deleted("player blocked"))

    class Meta:
        verbose_name, verbose_name_plural = _("block"), _("blocks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "blocked"], name="block_once"),
            models.CheckConstraint(name="block_somebody_else", condition=~Q(player=F("blocked"))),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.blocked_id}"
