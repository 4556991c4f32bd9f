"""Links in emails that their owners have ended."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted


class EndedLinks(models.Model):
    """The end of a player's links that were signed up to an instant.

    It covers links of a kind about one subject or, without a kind, all links that can be ended.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(_("kind"), max_length=24, blank=True)
    subject = models.CharField(_("subject"), max_length=24, blank=True)
    at = models.DateTimeField(_("at"))
    personal = (Deleted(),)

    class Meta:
        verbose_name, verbose_name_plural = _("ended links"), _("ended links")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind", "subject"], name="ended_links_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"
