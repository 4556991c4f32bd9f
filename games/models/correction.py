"""What hosts of competitions decide about results."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.personal import Emptied, Exported
from games.models.texts import ParagraphsField


class ResultCorrection(models.Model):
    """A host's ruling on the places in a game of a competition, for its standings; the game itself stays as it ended.

    At most one of a game is in force. Whoever undoes it leaves the row, so that it can be traced. If an admin rules on
    the game itself, it is undone by nobody.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="corrections", db_index=False, verbose_name=_("game"))
    head = models.PositiveIntegerField(
        _("last entry"), db_default=0, help_text=_("The last entry of the game when it was judged.")
    )
    ranks = models.JSONField(_("ranks"), help_text=_("By seat; those who share a place share a rank."))
    reason = ParagraphsField(_("reason"), max_length=500, help_text=_("Everyone who can see the competition reads it."))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="result_corrections", verbose_name=_("by")
    )
    by_admin = models.BooleanField(_("by an admin"), default=False, help_text=_("By one who does not host it."))
    created_at = models.DateTimeField(_("at"))
    undone_at = models.DateTimeField(_("undone"), null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("undone by")
    )
    personal = (
        Exported("result_corrections", "game_id ranks reason created_at undone_at", of="by", order="created_at"),
        Emptied("by", "reason", record="result_correction"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("corrected result"), _("corrected results")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game"], condition=Q(undone_at=None), name="correction_in_force"),
            models.CheckConstraint(
                name="correction_undone",
                condition=Q(undone_by=None) | Q(undone_at__isnull=False),
            ),
        ]
        indexes: ClassVar = [models.Index("game", "created_at", name="correction_of_game")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.pk}"
