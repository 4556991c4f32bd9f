"""Join links, by which anyone who has the link can take a free seat."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.game import Game


class JoinLink(models.Model):
    """The only join link of a table that has not begun. Its host passes it on; it works as long as the row exists."""

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    game = models.OneToOneField(Game, models.CASCADE, related_name="join_link", verbose_name=_("game"))
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name, verbose_name_plural = _("join link"), _("join links")
        ordering: ClassVar = ["-made_at"]

    def __str__(self) -> str:
        """Return the game's id, because the link's own id would open the table."""
        return self.game_id
