"""Links in emails that their owners have ended."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class EndedLinks(models.Model):
    """A player's links signed up to an instant stop working.

    They are those of a kind about one thing; without a kind, all that can be ended.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(_("kind"), max_length=24, blank=True)
    subject = models.CharField(_("subject"), max_length=24, blank=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name, verbose_name_plural = _("ended links"), _("ended links")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind", "subject"], name="ended_links_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"
