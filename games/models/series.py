"""Series, in which the same people play several games, one after the other."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.fixture import Fixture
from games.models.personal import Deleted, Exported

FEWEST_GAMES: Final = 2
MOST_GAMES: Final = 10


class Series(models.Model):
    """A series of games of the same people. It has no name of its own but uses that of its games."""

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    games_wanted = models.PositiveSmallIntegerField(_("games"))
    created_at = models.DateTimeField(_("created"))
    ended_at = models.DateTimeField(
        _("ended"), null=True, blank=True, help_text=_("No further game follows. A ruling may resume the last one.")
    )

    class Meta:
        verbose_name, verbose_name_plural = _("series"), _("series")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="series_games", condition=Q(games_wanted__gte=FEWEST_GAMES, games_wanted__lte=MOST_GAMES)
            ),
        ]
        indexes: ClassVar = [models.Index("id", name="series_going_on", condition=Q(ended_at=None))]

    def __str__(self) -> str:
        return self.id


class SeriesGame(Fixture):
    """A game's place in its series. The number ensures that each game of a series is opened only once."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="places", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"), help_text=_("Counted from 1."))

    class Meta:
        verbose_name, verbose_name_plural = _("game of a series"), _("games of a series")
        constraints: ClassVar = [models.UniqueConstraint(fields=["series", "number"], name="series_game_once")]

    @property
    def is_last(self) -> bool:
        """Whether this is the last game of the series."""
        return self.number >= self.series.games_wanted


class SeriesLeaver(models.Model):
    """A player who plays no further games of a series, which the player can revoke while a game runs."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="leavers", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="series_left", verbose_name=_("player")
    )
    at = models.DateTimeField(_("at"))
    personal = (Exported("series_left", "series_id at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("leaver of a series"), _("leavers of a series")
        constraints: ClassVar = [models.UniqueConstraint(fields=["series", "player"], name="series_leaver_once")]

    def __str__(self) -> str:
        return f"{self.series_id} {self.player_id}"
