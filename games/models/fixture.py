"""The base of the games of all kinds of competitions."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Fixture(models.Model):
    """A game scheduled by a competition; it is planned until its `game` is set, which then never changes."""

    game = models.OneToOneField(
        Game, models.PROTECT, null=True, editable=False, related_name="%(class)s", verbose_name=_("game")
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.model_name} {self.pk}"
