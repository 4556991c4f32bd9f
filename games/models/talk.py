"""The talk of players. It is kept out of the log, so that texts can be erased."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.personal import Emptied, Exported

LONGEST_LINE: Final = 500


class TalkLine(models.Model):
    """A line of talk, numbered from 1 within its game. Its text is removed when its author is erased."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="talk_lines", db_index=False, verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="talk_lines", db_index=False, verbose_name=_("by")
    )
    text = models.CharField(_("text"), max_length=LONGEST_LINE, blank=True)
    said_at = models.DateTimeField(_("said"))
    personal = (
        Exported("talk_lines", "game_id number text said_at", of="by", order="said_at pk"),
        Emptied("by", "text"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("line"), _("lines")
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="talk_line_once")]
        indexes: ClassVar = [models.Index("by", "game", "said_at", name="talk_line_by")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"
