"""The audit: every act of an admin, in one append-only list."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.append_only import append_only
from games.models.game import Game
from games.models.personal import Deleted, Exported
from games.models.texts import ParagraphsField


class AdminAct(models.Model):
    """A record of what an admin did or looked at, only in codes, numbers and opaque ids.

    It is never changed, so nothing personal could be erased from it. What the admin wrote is an `AdminReason`.
    """

    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="acts", db_index=False, verbose_name=_("by")
    )
    what = models.CharField(_("what"), max_length=32, help_text=_("For example “ruled” or “secrets_opened”."))
    game = models.ForeignKey(
        Game, models.PROTECT, null=True, related_name="acts", db_index=False, verbose_name=_("game")
    )
    entry = models.PositiveIntegerField(_("entry"), null=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="acts_about",
        db_index=False,
        verbose_name=_("player"),
        help_text=_("The player it was about."),
    )
    detail = models.JSONField(_("detail"), default=dict, help_text=_("Codes, numbers and ids; no free text."))
    personal = (
        Exported("admins_acts_about_you", "at what game_id", order="at"),
        Exported("admin_acts", "at what game_id entry reason__text", of="by", order="at"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("admin's act"), _("admins' acts")
        ordering: ClassVar = ["-at", "-id"]
        indexes: ClassVar = [
            models.Index("at", "id", name="act_at"),
            models.Index("by", "at", name="act_by"),
            models.Index("game", "at", name="act_game"),
            models.Index("player", "at", name="act_player"),
            models.Index("what", "at", name="act_what"),
        ]
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"{self.pk} {self.what}"


class AdminReason(models.Model):
    """The reason for an act in the admin's own words, which can be erased."""

    act = models.OneToOneField(AdminAct, models.PROTECT, primary_key=True, related_name="reason")
    text = ParagraphsField(_("reason"), max_length=2000)
    personal = (Deleted("act__player act__by", record="reason"),)

    class Meta:
        verbose_name, verbose_name_plural = _("admin's reason"), _("admins' reasons")

    def __str__(self) -> str:
        return str(self.pk)
