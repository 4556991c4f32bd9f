"""The log: what happened in a game, in public."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.append_only import append_only
from games.models.game import Game


class Entry(models.Model):
    """One fact and what followed from it, as everybody may know it. Written once, for ever.

    It knows seats and opaque ids of players; no name, address or free text is ever in it, so that nobody's erasure
    breaks the chain. Nothing refers to it but by game and number, so that the table can be partitioned by game.
    """

    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, models.PROTECT, related_name="entries", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=16)
    seat = models.PositiveSmallIntegerField(
        _("seat"), null=True, help_text=_("The seat that acted; empty if none did.")
    )
    at = models.DateTimeField(_("at"))
    public = models.JSONField(_("public part"))
    hash = models.CharField(_("chain hash"), max_length=64)

    class Meta:
        verbose_name, verbose_name_plural = _("entry"), _("entries")
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.CheckConstraint(name="entry_counts_from_one", condition=Q(number__gt=0)),
            models.CheckConstraint(name="entry_hash", condition=Q(hash__regex="^[0-9a-f]{64}$")),
        ]
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"
