"""Bulk rulings: one order for many games, with the games still to do."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.game import Game
from games.models.personal import Emptied
from games.models.texts import ParagraphsField


class BulkRuling(models.Model):
    """An order for many games, confirmed once. Each game is an item, and a failed item stops no other."""

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    asked = models.JSONField(_("order"))
    public_text = ParagraphsField(_("public text"), blank=True, max_length=2000)
    staff_note = ParagraphsField(_("note for admins"), blank=True, max_length=2000)
    created_at = models.DateTimeField(_("created"))
    finished_at = models.DateTimeField(_("finished"), null=True)
    personal = (Emptied("by", "public_text staff_note", record="bulk_ruling"),)

    class Meta:
        verbose_name, verbose_name_plural = _("bulk ruling"), _("bulk rulings")
        ordering: ClassVar = ["-created_at", "-id"]
        indexes: ClassVar = [models.Index("created_at", name="bulk_unfinished", condition=Q(finished_at=None))]

    def __str__(self) -> str:
        return self.id


class BulkItem(models.Model):
    """A game of a bulk ruling, and the result: the ruling's entry, or the code of the reason why there is none."""

    class State(models.TextChoices):
        """The state of an item. `REFUSED`: the order did not apply. `FAILED`: our error; the game was put aside."""

        PENDING = "pending", _("pending")
        DONE = "done", _("done")
        REFUSED = "refused", _("refused")
        FAILED = "failed", _("failed")

    bulk = models.ForeignKey(BulkRuling, models.CASCADE, related_name="items", db_index=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="+")
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.PENDING)
    code = models.CharField(_("code"), max_length=64, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("game of a bulk ruling"), _("games of bulk rulings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["bulk", "game"], name="bulk_item_once")]
        indexes: ClassVar = [models.Index("bulk", "id", name="bulk_item_pending", condition=Q(state="pending"))]

    def __str__(self) -> str:
        return f"{self.bulk_id} {self.game_id}"
