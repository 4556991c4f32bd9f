"""What every game of a competition has in common, whichever competition it is."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Fixture(models.Model):
    """A game that a competition has promised: planned as long as it has no `game`, which it gets once and for ever."""

    game = models.OneToOneField(
        Game, models.PROTECT, null=True, editable=False, related_name="%(class)s", verbose_name=_("game")
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.model_name} {self.pk}"
