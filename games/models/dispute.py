"""Disputes: a player's complaint, the replies of others and of admins, and admins' questions to the accused."""

from datetime import datetime
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.game import Game
from games.models.personal import Emptied, Exported
from games.models.texts import ParagraphsField


class Dispute(models.Model):
    """A player's request for an admin. Its text can be erased; the outcome is recorded in the game's log."""

    class Kind(models.TextChoices):
        """The subject of a dispute."""

        MISTAKEN_MOVE = "mistaken_move", _("a move was mistaken")
        ABSENT_PLAYER = "absent_player", _("a player is absent")
        ABUSE = "abuse", _("abusive behavior")
        SUSPECTED_BUG = "suspected_bug", _("a suspected bug")
        SUSPECTED_COLLUSION = "suspected_collusion", _("suspected cheating or collusion")
        OTHER = "other", _("something else")
        FOR_ADMINS = "for_admins", _("something for the admins alone")

    class State(models.TextChoices):
        """The state of a dispute. `RESOLVED`: settled with action. `DISMISSED`: without. `WITHDRAWN`: by its opener."""

        OPEN = "open", _("open")
        RESOLVED = "resolved", _("resolved")
        DISMISSED = "dismissed", _("dismissed")
        WITHDRAWN = "withdrawn", _("withdrawn")

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="disputes", db_index=False)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="disputes", db_index=False, verbose_name=_("opened by")
    )
    seat = models.PositiveSmallIntegerField(
        _("seat"), null=True, help_text=_("The seat of the player who opened it; none before the game began.")
    )
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    entry = models.PositiveIntegerField(_("entry"), null=True, help_text=_("The number of the entry it is about."))
    text = ParagraphsField(
        _("text"),
        max_length=2000,
        blank=True,
        help_text=_("The other players can read it, unless it accuses somebody or is for the admins alone."),
    )
    lines = models.ManyToManyField(
        "games.TalkLine", related_name="+", verbose_name=_("lines"), help_text=_("What was said at the table.")
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    paused_game = models.BooleanField(_("pauses the game"), default=False)
    created_at = models.DateTimeField(_("opened"))
    closed_at = models.DateTimeField(_("closed"), null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("closed by")
    )
    outcome = ParagraphsField(_("outcome"), max_length=2000, blank=True, help_text=_("The players can read it."))
    settled_by = models.ForeignKey(
        "games.Ruling", models.PROTECT, null=True, related_name="settled", help_text=_("The ruling that resolved it.")
    )
    reopened_at = models.DateTimeField(
        _("reopened"), null=True, help_text=_("When the ruling that resolved it was undone.")
    )
    personal = (
        Exported("disputes", "id game_id kind entry text state created_at outcome", of="opened_by", order="created_at"),
        Emptied("opened_by", "text outcome", record="dispute"),
        Emptied("closed_by", "outcome", record="outcome"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("dispute"), _("disputes")
        ordering: ClassVar = ["-created_at", "-id"]
        permissions: ClassVar = [("settle", "Can resolve and dismiss disputes")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "opened_by"], name="dispute_open_once", condition=Q(state="open")),
            models.CheckConstraint(
                name="dispute_closed",
                condition=Q(state="open", closed_at=None, closed_by=None)
                | (~Q(state="open") & Q(closed_at__isnull=False, closed_by__isnull=False)),
            ),
        ]
        indexes: ClassVar = [
            models.Index("created_at", "id", name="dispute_queue", condition=Q(state="open")),
            models.Index("game", "created_at", name="dispute_game"),
            models.Index("opened_by", "created_at", name="dispute_opened_by"),
        ]

    def __str__(self) -> str:
        """Return only the opaque id, since this ends up in logs and in the admin's history."""
        return self.id

    @property
    def open_since(self) -> datetime:
        """Since when an open dispute has been waiting for an admin."""
        return self.reopened_at or self.created_at

    @property
    def is_private(self) -> bool:
        """Whether its words stay between its opener and the admins."""
        return self.kind in PRIVATE

    @property
    def is_announced(self) -> bool:
        """Whether the table hears that it was opened and closed, though perhaps not a word of it."""
        return self.kind not in ACCUSING


ACCUSING: Final = frozenset({Dispute.Kind.ABUSE, Dispute.Kind.SUSPECTED_COLLUSION})
"""The kinds that accuse somebody.

The accused reads what an admin asks (`games.table.disputes.inquiries`), the table only what is ruled about the game.
"""
PRIVATE: Final = ACCUSING | {Dispute.Kind.FOR_ADMINS}
"""The kinds whose words only admins and the opener read."""


class DisputeComment(models.Model):
    """A comment on a dispute. Its text can be erased."""

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="comments", db_index=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="dispute_comments", verbose_name=_("by")
    )
    as_admin = models.BooleanField(_("as an admin"), default=False)
    text = ParagraphsField(_("text"), max_length=2000, blank=True)
    created_at = models.DateTimeField(_("at"))
    personal = (
        Exported("dispute_comments", "dispute_id text created_at", of="by", order="created_at"),
        Emptied("by", "text", record="comment"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("comment"), _("comments")
        ordering: ClassVar = ["created_at", "id"]
        indexes: ClassVar = [models.Index("dispute", "created_at", name="dispute_comments")]

    def __str__(self) -> str:
        return str(self.pk)


class DisputeQuestion(models.Model):
    """An admin's question to a player whom a dispute is about, in neutral words, and the player's answer.

    The player reads this, and not the dispute. Both texts can be erased.
    """

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="questions", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    text = ParagraphsField(_("question"), max_length=2000, blank=True)
    created_at = models.DateTimeField(_("at"))
    answer = ParagraphsField(_("answer"), max_length=2000, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True)
    personal = (
        Exported("dispute_questions", "text created_at answer answered_at", order="created_at"),
        Emptied("player", "text answer", record="dispute_question"),
        Emptied("by", "text", record="dispute_question_asked"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("question to a player"), _("questions to players")
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["dispute", "player"], name="dispute_question_once"),
        ]
        indexes: ClassVar = [
            models.Index("player", name="dispute_question_open", condition=Q(answered_at=None)),
        ]

    def __str__(self) -> str:
        return self.id
