"""Sanctions: warnings about a player's behavior, mutes and suspensions."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.dispute import Dispute
from games.models.personal import Emptied, Exported
from games.models.texts import ParagraphsField


class Moderation(models.Model):
    """A sanction, whose text can be erased. The sanctions in force are recorded in the player's own row."""

    class Kind(models.TextChoices):
        """The kind of a sanction.

        `MUTED` bars from speaking, `SUSPENDED` from play, and the two after these lift them. `UNNAMED` takes the name
        away, `TABLES_OFF` calls off the tables that have not begun.
        """

        WARNED = "warned", _("warned")
        MUTED = "muted", _("muted")
        SUSPENDED = "suspended", _("suspended")
        UNMUTED = "unmuted", _("heard again")
        READMITTED = "readmitted", _("readmitted")
        UNNAMED = "unnamed", _("name taken away")
        TABLES_OFF = "tables_off", _("open tables closed")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="moderations", db_index=False, verbose_name=_("player")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    until = models.DateTimeField(_("until"), null=True)
    text = ParagraphsField(_("text"), max_length=2000, blank=True, help_text=_("The player can read it."))
    dispute = models.ForeignKey(
        Dispute, models.PROTECT, null=True, related_name="moderations", verbose_name=_("dispute")
    )
    name_hash = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text=_("A keyed hash of the name that was taken away, which nobody can take again."),
    )
    created_at = models.DateTimeField(_("at"))
    personal = (
        Exported("moderations", "kind until text created_at", order="created_at"),
        Emptied("by player", "text", record="moderation"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("moderation"), _("moderations")
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="moderation_until",
                condition=Q(kind__in=["muted", "suspended"], until__gt=models.F("created_at"))
                | (~Q(kind__in=["muted", "suspended"]) & Q(until=None)),
            ),
        ]
        indexes: ClassVar = [models.Index("player", "created_at", name="moderation_player")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"
