"""Whose decision is awaited, and until when."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Turn(models.Model):
    """One open prompt of a running game: a duty with a deadline. It is closed by the entry that answers it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="turns", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"))
    prompt_opened = models.PositiveIntegerField(_("opened by entry"))
    kind = models.CharField(_("kind"), max_length=32, help_text=_("The prompt's tag, as “take_turn”."))
    opened_at = models.DateTimeField(_("opened"))
    deadline_at = models.DateTimeField(_("deadline"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("turn"), _("turns")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "prompt_opened", "seat"], name="turn_prompt_once"),
            models.CheckConstraint(name="turn_deadline", condition=Q(deadline_at__gt=models.F("opened_at"))),
        ]
        indexes: ClassVar = [
            models.Index("deadline_at", name="turn_due", condition=Q(closed_at=None)),
            models.Index("game", "seat", name="turn_open", condition=Q(closed_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.prompt_id}"

    @property
    def prompt_id(self) -> str:
        """The prompt as everybody outside calls it: "41.2" was opened by entry 41 and asks seat 2."""
        return f"{self.prompt_opened}.{self.seat}"
