"""Rulings by admins or by the table, in words. Their effects are in the log."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.kinds import RulingKind
from games.models.dispute import Dispute
from games.models.game import Game
from games.models.personal import Emptied, Exported
from games.models.texts import ParagraphsField


def ruling_kinds() -> list[tuple[str, Promise]]:
    """Return the kinds of rulings, each with its name in the log and its label for admins."""
    return [(kind.value, kind.label) for kind in RulingKind]


class Rule(models.TextChoices):
    """A rule, announced from the start, that ends a game automatically."""

    SEASON_OVER = "season_over", _("the league's season is over")
    ROUND_OVER = "round_over", _("the cup's round is over")


class Ruling(models.Model):
    """A decision by an admin or the table, either proposed or carried out as an entry of the log.

    The entry holds the facts permanently; this row holds the texts, which can be erased. `asked` is the order as given,
    ready for JSON: a proposal that waits for a second admin is carried out from it. If the players decided it
    themselves, `agreed` has their seats, and `by` is the proposer. If a rule of a competition caused it, `rule` says
    which, and `by` is the competition's host.
    """

    class State(models.TextChoices):
        """The state of a ruling. `PROPOSED` waits for another admin; `WITHDRAWN` was never carried out."""

        PROPOSED = "proposed", _("waits for a second admin")
        DONE = "done", _("carried out")
        WITHDRAWN = "withdrawn", _("withdrawn")

    game = models.ForeignKey(Game, models.PROTECT, related_name="rulings", db_index=False)
    entry = models.PositiveIntegerField(_("entry"), null=True, help_text=_("Its entry's number in the log."))
    kind = models.CharField(_("kind"), max_length=12, choices=ruling_kinds)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DONE)
    asked = models.JSONField(_("order"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="rulings", db_index=False, verbose_name=_("by")
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("second admin")
    )
    agreed = ArrayField(
        models.PositiveSmallIntegerField(),
        default=list,
        db_default=[],
        blank=True,
        verbose_name=_("agreed"),
        help_text=_("The seats that decided it by agreement; empty if an admin did."),
    )
    rule = models.CharField(
        _("rule"),
        max_length=16,
        choices=Rule,
        blank=True,
        default="",
        db_default="",
        help_text=_("The rule that was announced from the start, and did it by itself; empty if an admin did."),
    )
    public_text = ParagraphsField(
        _("public text"), blank=True, max_length=2000, help_text=_("The players can read it.")
    )
    staff_note = ParagraphsField(_("note for admins"), blank=True, max_length=2000)
    undoes = models.PositiveIntegerField(_("undoes"), null=True, help_text=_("The entry of the ruling it undoes."))
    dispute = models.ForeignKey(
        Dispute,
        models.PROTECT,
        null=True,
        related_name="rulings",
        verbose_name=_("dispute"),
        help_text=_("The dispute that led to it."),
    )
    created_at = models.DateTimeField(_("created"))
    personal = (
        Exported("rulings", "game_id entry kind public_text staff_note created_at", of="by", order="created_at"),
        Emptied("by", "public_text staff_note", record="ruling"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("ruling"), _("rulings")
        ordering: ClassVar = ["-created_at", "-id"]
        permissions: ClassVar = [
            ("extend", "Can extend deadlines"),
            ("replace", "Can give a seat to another player or the stand-in"),
            ("rule", "Can rule on games in every way"),
            ("bulk", "Can extend, pause and resume many games at once"),
            ("open_secrets", "Can open what seats secretly hold"),
            ("moderate", "Can warn, mute and suspend players"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "entry"], name="ruling_entry_once"),
            models.CheckConstraint(
                name="ruling_done_has_entry",
                condition=Q(state="done", entry__isnull=False) | (~Q(state="done") & Q(entry=None)),
            ),
            models.CheckConstraint(
                name="ruling_two_are_two", condition=Q(confirmed_by=None) | ~Q(confirmed_by=models.F("by"))
            ),
        ]
        indexes: ClassVar = [
            models.Index("created_at", name="ruling_proposed", condition=Q(state="proposed")),
            models.Index("by", "created_at", name="ruling_by"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind} {self.entry or self.state}"
