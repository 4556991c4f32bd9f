"""Appeals: a player's answer to a sanction or to the loss of a seat, and an admin's verdict on it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.kinds import RulingKind
from games.models.game import Game
from games.models.moderation import Moderation
from games.models.personal import Emptied, Exported
from games.models.ruling import Ruling
from games.models.texts import ParagraphsField


class Appeal(models.Model):
    """What somebody answers to a sanction, or to a ruling that cost their seat. Both texts can be erased."""

    class Verdict(models.TextChoices):
        """The outcome. `LIFTED`: the player was right, and the sanction no longer holds; `STANDS`: nothing changes."""

        OPEN = "", _("waits for an admin")
        LIFTED = "lifted", _("lifted")
        STANDS = "stands", _("stands")

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="appeals", verbose_name=_("player")
    )
    moderation = models.OneToOneField(
        Moderation, models.PROTECT, null=True, related_name="appeal", verbose_name=_("sanction")
    )
    ruling = models.ForeignKey(Ruling, models.PROTECT, null=True, related_name="appeals", verbose_name=_("ruling"))
    text = ParagraphsField(_("text"), max_length=2000, blank=True)
    created_at = models.DateTimeField(_("at"))
    verdict = models.CharField(_("verdict"), max_length=6, choices=Verdict, blank=True, default=Verdict.OPEN)
    answer = ParagraphsField(_("answer"), max_length=2000, blank=True, help_text=_("The player can read it."))
    judged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("judged by")
    )
    judged_at = models.DateTimeField(_("judged"), null=True)
    personal = (
        Exported("appeals", "text created_at verdict answer judged_at", order="created_at"),
        Emptied("player", "text answer", record="appeal"),
        Emptied("judged_by", "answer", record="appeal_verdict"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("appeal"), _("appeals")
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="appeal_subject",
                condition=Q(moderation__isnull=False, ruling=None) | Q(moderation=None, ruling__isnull=False),
            ),
            models.CheckConstraint(
                name="appeal_judged",
                condition=Q(verdict="", judged_at=None, judged_by=None)
                | (~Q(verdict="") & Q(judged_at__isnull=False, judged_by__isnull=False)),
            ),
            models.UniqueConstraint(fields=["ruling", "player"], name="appeal_ruling_once"),
        ]
        indexes: ClassVar = [models.Index("created_at", name="appeal_open", condition=Q(verdict=""))]

    def __str__(self) -> str:
        return self.id

    @property
    def cause(self) -> Moderation | Ruling:
        """Return the sanction or ruling."""
        cause = self.moderation or self.ruling
        assert cause is not None
        return cause

    @property
    def game(self) -> Game | None:
        """Return the game in which the seat was lost; None for a sanction."""
        return self.ruling.game if self.ruling else None

    @property
    def right(self) -> str:
        """Return the right that judging takes: the one that the sanction took."""
        return RulingKind(self.ruling.kind).right if self.ruling else "moderate"

    @property
    def first_judges(self) -> frozenset[str]:
        """Return the ids of the admins who decided first."""
        second = self.ruling.confirmed_by_id if self.ruling else None
        return frozenset(filter(None, (self.cause.by_id, second)))
