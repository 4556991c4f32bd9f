"""Friends: players whom a player likes to play with."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted, Exported


class Friend(models.Model):
    """A friend of `player`, listed first for invitations. Nobody else ever learns of it."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="friends", db_index=False, verbose_name=_("player")
    )
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="friend_of", verbose_name=_("friend")
    )
    created_at = models.DateTimeField(_("created"))
    personal = (Exported("friends", "friend_id created_at"), Deleted("player friend"))

    class Meta:
        verbose_name, verbose_name_plural = _("friend"), _("friends")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "friend"], name="friend_once"),
            models.CheckConstraint(name="friend_somebody_else", condition=~Q(player=F("friend"))),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.friend_id}"
