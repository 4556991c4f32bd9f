"""Lists of games that a host has created at once from pairings."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.personal import Deleted, Exported


class GameList(models.Model):
    """The games created from a list, in its order."""

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="lists", verbose_name=_("host"))
    games = ArrayField(models.CharField(max_length=12), verbose_name=_("games"), help_text=_("In the list's order."))
    key = models.CharField(max_length=80, default=new_id, editable=False)
    request_digest = models.CharField(
        max_length=64, editable=False, help_text=_("SHA-256 of what was asked for, in hex.")
    )
    created_at = models.DateTimeField(_("created"))
    personal = (Exported("game_lists", "id games key created_at", of="host"), Deleted("host"))

    class Meta:
        verbose_name, verbose_name_plural = _("list of games"), _("lists of games")
        constraints: ClassVar = [models.UniqueConstraint(fields=["host", "key"], name="game_list_once")]

    def __str__(self) -> str:
        return self.id
