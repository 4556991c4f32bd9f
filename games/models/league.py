"""Leagues: divisions of players in successive seasons."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.limits import LONGEST_TIME, SHORTEST_TIME
from games.models.competition import HostedCompetition
from games.models.fixture import Fixture
from games.models.personal import Exported

SMALLEST_DIVISION: Final = 4
LARGEST_DIVISION: Final = 30


class League(HostedCompetition):
    """A competition of divisions: its game, its clock, and the rules of its seasons.

    It is public, and so are all its results, unless it is a club's own.
    """

    seats = models.PositiveSmallIntegerField(_("seats"), help_text=_("At each of its tables."))
    games_each = models.PositiveSmallIntegerField(
        _("games for each player"), help_text=_("In a season, all at once: a multiple of the seats.")
    )
    division_size = models.PositiveSmallIntegerField(
        _("players of a division"), help_text=_("The last division may be smaller or larger.")
    )
    movers = models.PositiveSmallIntegerField(
        _("promoted and relegated"), help_text=_("So many go up from a division, and so many down.")
    )
    season_days = models.PositiveSmallIntegerField(_("days of a season"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, help_text=_("No season begins any more."))
    personal = (Exported("leagues_hosted", "id name created_at", of="host"),)

    class Meta:
        verbose_name, verbose_name_plural = _("league"), _("leagues")
        constraints: ClassVar = [
            models.CheckConstraint(name="league_for_everyone", condition=Q(public=True) | Q(club__isnull=False)),
            models.CheckConstraint(name="league_seats", condition=Q(seats__range=(2, 6))),
            models.CheckConstraint(
                name="league_division",
                condition=Q(division_size__range=(SMALLEST_DIVISION, LARGEST_DIVISION), movers__range=(1, 5)),
            ),
            models.CheckConstraint(
                name="league_time_per_move", condition=Q(time_per_move__range=(SHORTEST_TIME, LONGEST_TIME))
            ),
            models.CheckConstraint(name="league_season", condition=Q(season_days__range=(14, 366))),
        ]
        indexes: ClassVar = [
            models.Index(F("official").desc(), "created_at", "id", name="league_listed"),
            models.Index("host", name="league_of_host", condition=Q(closed_at=None)),
        ]


class LeagueMember(models.Model):
    """A player who takes part in the next season and those after it.

    In a running season, members without a place wait for one, in the order in which they entered.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="league_memberships")
    entered_at = models.DateTimeField(_("entered"))
    personal = (Exported("leagues", "league_id entered_at"),)

    class Meta:
        verbose_name, verbose_name_plural = _("member of a league"), _("members of leagues")
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "player"], name="league_member_once")]
        indexes: ClassVar = [models.Index("league", "entered_at", "id", name="league_member_waiting")]

    def __str__(self) -> str:
        return f"{self.league_id} {self.player_id}"


class LeagueSeason(models.Model):
    """A season of a league. Its end is announced from the start, and moves only later, by its host."""

    class State(models.TextChoices):
        """The state of a season. `PLANNED`: players can still enter."""

        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        OVER = "over", _("over")

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.PLANNED)
    starts_at = models.DateTimeField(_("starts"))
    ends_at = models.DateTimeField(_("ends"))
    postponed = models.PositiveSmallIntegerField(
        _("times put off"), default=0, help_text=_("By a week each, since too few had entered.")
    )
    began_at = models.DateTimeField(
        _("all games have begun"), null=True, blank=True, help_text=_("When everyone was told so.")
    )

    class Meta:
        verbose_name, verbose_name_plural = _("season of a league"), _("seasons of leagues")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "number"], name="league_season_once"),
            models.UniqueConstraint(fields=["league"], condition=~Q(state="over"), name="league_season_one_ahead"),
            models.CheckConstraint(name="league_season_times", condition=Q(starts_at__lt=F("ends_at"))),
        ]
        indexes: ClassVar = [
            models.Index("starts_at", "id", name="league_season_planned", condition=Q(state="planned")),
            models.Index("ends_at", "id", name="league_season_running", condition=Q(state="running")),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.number}"


class LeagueDivision(models.Model):
    """A division of a season, whose players meet each other. The first division is the highest."""

    season = models.ForeignKey(LeagueSeason, models.CASCADE, related_name="divisions", db_index=False)
    level = models.PositiveSmallIntegerField(_("level"))

    class Meta:
        verbose_name, verbose_name_plural = _("division"), _("divisions")
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "level"], name="league_division_once")]

    def __str__(self) -> str:
        return f"{self.season_id}.{self.level}"


class LeaguePlace(models.Model):
    """A place in a division: the player who has it now plays its games and gets their points.

    If it has no player, stand-ins play for it, and it cannot be promoted.
    """

    class Outcome(models.TextChoices):
        """The outcome of the season for a place; empty until the season is over."""

        PROMOTED = "promoted", _("promoted")
        STAYS = "stays", _("stays")
        RELEGATED = "relegated", _("relegated")

    division = models.ForeignKey(LeagueDivision, models.CASCADE, related_name="places", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"), help_text=_("Its seed: from 0, the best first."))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="league_places", db_index=False
    )
    given_at = models.DateTimeField(_("given"), help_text=_("Since when its player has it, or nobody."))
    unsettled = models.BooleanField(
        _("unsettled"), default=False, help_text=_("Seats of its games are to be given to its player, or to stand-ins.")
    )
    rank = models.PositiveSmallIntegerField(_("rank"), null=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    personal = (Exported("league_places", "division__season__league_id division__season__number rank outcome"),)

    class Meta:
        verbose_name, verbose_name_plural = _("place in a division"), _("places in divisions")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["division", "number"], name="league_place_once"),
            models.UniqueConstraint(
                fields=["division", "player"], condition=Q(player__isnull=False), name="league_place_of_player_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index("player", name="league_place_of_player", condition=Q(player__isnull=False)),
            models.Index("id", name="league_place_unsettled", condition=Q(unsettled=True)),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}.{self.number}"


class LeagueExit(models.Model):
    """A player's loss of a place, after which they can't have another in that season."""

    class Why(models.TextChoices):
        """The reason for the loss of a place."""

        LEFT = "left", _("left the league")
        ABSENT = "absent", _("away from too many games")
        GONE = "gone", _("suspended or erased")
        REMOVED = "removed", _("removed by the host")

    place = models.ForeignKey(LeaguePlace, models.CASCADE, related_name="exits", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="league_exits")
    why = models.CharField(_("why"), max_length=8, choices=Why)
    at = models.DateTimeField(_("at"))
    personal = (Exported("league_exits", "place_id why at", order="at"),)

    class Meta:
        verbose_name, verbose_name_plural = _("place given up"), _("places given up")
        indexes: ClassVar = [models.Index("place", "at", name="league_exit_of_place")]

    def __str__(self) -> str:
        return f"{self.place_id} {self.player_id}"


class LeagueGame(Fixture):
    """A game of a division. `places` are the numbers of its places, by seat."""

    division = models.ForeignKey(LeagueDivision, models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    places = models.JSONField(_("places"))

    class Meta:
        verbose_name, verbose_name_plural = _("game of a league"), _("games of leagues")
        constraints: ClassVar = [models.UniqueConstraint(fields=["division", "number"], name="league_game_once")]
        indexes: ClassVar = [models.Index("id", name="league_game_planned", condition=Q(game=None))]
