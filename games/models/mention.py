"""Mentions of a player's former name or address in others' texts."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Mention(models.Model):
    """A player's former name in somebody else's text, found when the player gave up the name.

    The text stays as written. When the player is erased, staff decide about each mention: one that names the person is
    removed, one that only looks like the name stays. No name is stored here: `word` is a keyed hash of it.
    """

    class State(models.TextChoices):
        """The state of a mention. `KNOWN`: the player has a new name. `ASKED`: the player is erased; staff decide."""

        KNOWN = "known", _("known")
        ASKED = "asked", _("to be decided")
        TAKEN_OUT = "taken_out", _("taken out")
        LEFT = "left", _("left as it is")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="mentions", db_index=False, verbose_name=_("player")
    )
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="+", verbose_name=_("game"))
    source = models.CharField(_("where"), max_length=16, help_text=_("For example “dispute” or “comment”."))
    row = models.CharField(max_length=24)
    field = models.CharField(max_length=16)
    start = models.PositiveIntegerField()
    length = models.PositiveIntegerField()
    word = models.CharField(max_length=64)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.KNOWN)
    found_at = models.DateTimeField(_("found"))
    decided_at = models.DateTimeField(_("decided"), null=True)
    personal = ()

    class Meta:
        verbose_name, verbose_name_plural = _("mention"), _("mentions")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["source", "row", "field", "start", "player"],
                name="mention_once",
                condition=Q(state__in=["known", "asked"]),
            ),
        ]
        indexes: ClassVar = [
            models.Index("player", name="mention_player"),
            models.Index("found_at", "id", name="mention_asked", condition=Q(state="asked")),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.row}"
