"""Proposals to the table, and votes on them. They contain no free text."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.game import Game
from games.models.personal import Exported
from games.models.ruling import ruling_kinds


class Proposal(models.Model):
    """A proposed order (`games.table.rulings.commands`), on which all at the table have to agree.

    `asked` is the order, ready for JSON; `undoes` the ruling by the table that it would undo. `table` is the last entry
    that had changed the position; a proposal about the position refers to the position after it only.
    """

    class State(models.TextChoices):
        """The state of a proposal. `OVERTAKEN`: the game has gone on, so that it is void or impossible."""

        OPEN = "open", _("open")
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        OVERTAKEN = "overtaken", _("overtaken")
        EXPIRED = "expired", _("not answered in time")

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="proposals", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"), help_text=_("The seat of the player who proposed it."))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False, verbose_name=_("by")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=ruling_kinds)
    asked = models.JSONField(_("order"))
    undoes = models.PositiveIntegerField(_("undoes"), null=True, help_text=_("The entry of the ruling it undoes."))
    table = models.PositiveIntegerField(_("table"), help_text=_("The last entry that had changed the table."))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(_("proposed"))
    closes_at = models.DateTimeField(_("closes"), help_text=_("Until then the others can answer."))
    look_at = models.DateTimeField(_("look at"), help_text=_("When somebody's time to answer may be over."))
    closed_at = models.DateTimeField(_("closed"), null=True)
    entry = models.PositiveIntegerField(_("entry"), null=True, help_text=_("The entry of the ruling it led to."))
    personal = (Exported("proposals", "game_id asked undoes state created_at closed_at", of="by", order="created_at"),)

    class Meta:
        verbose_name, verbose_name_plural = _("proposal"), _("proposals")
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "by"], name="proposal_open_once", condition=Q(state="open")),
            models.CheckConstraint(
                name="proposal_closed",
                condition=Q(state="open", closed_at=None) | (~Q(state="open") & Q(closed_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="proposal_agreed_has_entry",
                condition=Q(state="agreed", entry__isnull=False) | (~Q(state="agreed") & Q(entry=None)),
            ),
        ]
        indexes: ClassVar = [
            models.Index("look_at", "id", name="proposal_due", condition=Q(state="open")),
            models.Index("game", "created_at", name="proposal_game"),
            models.Index("by", "game", "created_at", name="proposal_by"),
        ]

    def __str__(self) -> str:
        """Return only the opaque id, since this ends up in logs and in the admin's history."""
        return self.id


class Vote(models.Model):
    """A player's answer to a proposal."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="votes", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player"))
    agrees = models.BooleanField(_("agrees"))
    cast_at = models.DateTimeField(_("at"))
    personal = (Exported("votes", "proposal_id agrees cast_at", order="cast_at"),)

    class Meta:
        verbose_name, verbose_name_plural = _("vote"), _("votes")
        ordering: ClassVar = ["proposal", "seat"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["proposal", "player"], name="vote_once")]

    def __str__(self) -> str:
        return f"{self.proposal_id} {self.seat}"
