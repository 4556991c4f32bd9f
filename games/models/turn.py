"""Turns: decisions that a game waits for, with player and deadline."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.personal import Emptied

FRESH: Final = 1 / 4
"""The first part of a turn's time, during which its email has only just arrived."""


class Turn(models.Model):
    """A prompt of a game with its deadline. It is open until an entry of the log answers it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="turns", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="turns",
        db_index=False,
        verbose_name=_("player"),
        help_text=_("The player asked; anyone who takes over the seat replaces them."),
    )
    prompt_opened = models.PositiveIntegerField(_("opened by entry"))
    kind = models.CharField(_("kind"), max_length=32, help_text=_("The prompt's tag, for example “take_turn”."))
    opened_at = models.DateTimeField(_("opened"))
    deadline_at = models.DateTimeField(_("deadline"))
    expires_at = models.DateTimeField(
        _("expires"), help_text=_("When the server acts: at the deadline, or when grace ends.")
    )
    stops = models.JSONField(
        default=list, blank=True, help_text=_("When its clock stops, as planned at its start; emptied when it ends.")
    )
    announced_at = models.DateTimeField(
        _("announced"), null=True, blank=True, help_text=_("When everyone was told that grace is running.")
    )
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    in_time = models.BooleanField(
        _("in time"),
        null=True,
        blank=True,
        help_text=_("Whether a move came in time; empty if the turn doesn't count."),
    )
    personal = (Emptied("player", "in_time"),)

    class Meta:
        verbose_name, verbose_name_plural = _("turn"), _("turns")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "seat", "prompt_opened"], name="turn_open_once", condition=Q(closed_at=None)
            ),
            models.CheckConstraint(name="turn_deadline", condition=Q(deadline_at__gt=models.F("opened_at"))),
            models.CheckConstraint(name="turn_expires", condition=Q(expires_at__gte=models.F("deadline_at"))),
        ]
        indexes: ClassVar = [
            models.Index("deadline_at", name="turn_due", condition=Q(closed_at=None)),
            models.Index("expires_at", name="turn_expiring", condition=Q(closed_at=None)),
            models.Index(
                "deadline_at",
                name="turn_in_grace",
                condition=Q(closed_at=None, announced_at=None, expires_at__gt=models.F("deadline_at")),
            ),
            models.Index(
                fields=["player", "closed_at"],
                name="turn_of_player",
                include=["in_time"],
                condition=Q(in_time__isnull=False),
            ),
            models.Index("player", name="turn_asked", condition=Q(closed_at=None)),
            models.Index("game", "seat", name="turn_of_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.prompt_id}"

    @property
    def prompt_id(self) -> str:
        """The public id of the prompt: "41.2" was opened by entry 41 and asks seat 2."""
        return f"{self.prompt_opened}.{self.seat}"
