"""Cups: tournaments of several rounds, by knockout, by the Swiss system, or everyone against everyone."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.limits import LONGEST_TIME, SHORTEST_TIME
from games.models.competition import HostedCompetition
from games.models.fixture import Fixture
from games.models.personal import Exported

FEWEST_SEATS, MOST_SEATS = 2, 5
FEWEST_ROUNDS, MOST_ROUNDS = 2, 11
FEWEST_DAYS, MOST_DAYS = 3, 120
MOST_ADVANCING: Final = 2
MOST_LEGS: Final = 2


class Cup(HostedCompetition):
    """A tournament of several rounds: its game, its clock, its system, and its conditions of entry.

    It is public, and so are all its results, unless it is a club's own.
    """

    class Kind(models.TextChoices):
        """The system by which the players of a round are paired."""

        KNOCKOUT = "knockout", _("knockout")
        SWISS = "swiss", _("Swiss system")
        ROUND_ROBIN = "round_robin", _("round robin")

    class State(models.TextChoices):
        """The state of a cup. `OPEN`: players can still enter."""

        OPEN = "open", _("open for entry")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CALLED_OFF = "called_off", _("called off")

    kind = models.CharField(_("kind"), max_length=11, choices=Kind)
    seats = models.PositiveSmallIntegerField(_("seats"), help_text=_("At each table, at most."))
    advancing = models.PositiveSmallIntegerField(
        _("players who go on"), null=True, help_text=_("From each table of a knockout.")
    )
    rounds_wanted = models.PositiveSmallIntegerField(_("rounds"), null=True, help_text=_("By the Swiss system."))
    legs = models.PositiveSmallIntegerField(
        _("legs"), null=True, help_text=_("How often everyone meets everyone in a round robin.")
    )
    fixed_dates = models.BooleanField(
        _("fixed dates"),
        default=False,
        db_default=False,
        help_text=_("A round lasts all its days, whenever it is done."),
    )
    round_days = models.PositiveSmallIntegerField(_("days of a round"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    entry_closes_at = models.DateTimeField(_("entry closes"), help_text=_("Then it begins."))
    put_off = models.PositiveSmallIntegerField(
        _("put off"), default=0, help_text=_("So often, because too few had entered.")
    )
    ended_at = models.DateTimeField(_("ended"), null=True, help_text=_("When it was over, or called off."))
    personal = (Exported("cups_hosted", "id name created_at", of="host"),)

    class Meta:
        verbose_name, verbose_name_plural = _("cup"), _("cups")
        constraints: ClassVar = [
            models.CheckConstraint(name="cup_for_everyone", condition=Q(public=True) | Q(club__isnull=False)),
            models.CheckConstraint(name="cup_seats", condition=Q(seats__range=(FEWEST_SEATS, MOST_SEATS))),
            models.CheckConstraint(
                name="cup_system",
                condition=Q(kind="knockout", advancing__range=(1, MOST_ADVANCING), rounds_wanted=None)
                | Q(kind="swiss", advancing=None, rounds_wanted__range=(FEWEST_ROUNDS, MOST_ROUNDS))
                | Q(kind="round_robin", advancing=None, rounds_wanted=None, legs__range=(1, MOST_LEGS), seats=2),
            ),
            models.CheckConstraint(
                name="cup_time_per_move", condition=Q(time_per_move__range=(SHORTEST_TIME, LONGEST_TIME))
            ),
            models.CheckConstraint(name="cup_round_days", condition=Q(round_days__range=(FEWEST_DAYS, MOST_DAYS))),
            models.CheckConstraint(
                name="cup_state_ended",
                condition=Q(state__in=["open", "running"], ended_at=None)
                | Q(state__in=["over", "called_off"], ended_at__isnull=False),
            ),
        ]
        indexes: ClassVar = [
            models.Index(F("created_at").desc(), "id", name="cup_listed"),
            models.Index("entry_closes_at", "id", name="cup_open", condition=Q(state="open")),
            models.Index("id", name="cup_running", condition=Q(state="running")),
            models.Index("host", name="cup_of_host", condition=Q(state__in=["open", "running"])),
        ]

    @property
    def is_knockout(self) -> bool:
        """Whether players are eliminated."""
        return self.kind == self.Kind.KNOCKOUT


class CupEntrant(models.Model):
    """A player in a cup, identified in rounds and tables by `seed`."""

    class Why(models.TextChoices):
        """Why an entrant has left the cup; empty for everyone else, including those who were beaten."""

        LEFT = "left", _("left the cup")
        ABSENT = "absent", _("away from a game")
        GONE = "gone", _("suspended or erased")
        REMOVED = "removed", _("removed by the host")

    cup = models.ForeignKey(Cup, models.CASCADE, related_name="entrants", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="cups_entered")
    entered_at = models.DateTimeField(_("entered"))
    seed = models.PositiveSmallIntegerField(
        _("seed"), null=True, help_text=_("From 0, the best first; given by rating when the cup begins.")
    )
    instead_of = models.PositiveSmallIntegerField(
        _("instead of"), null=True, help_text=_("The seed in whose place the player has come into the running cup.")
    )
    left_at = models.DateTimeField(_("left"), null=True)
    why = models.CharField(_("why"), max_length=8, choices=Why, blank=True)
    unsettled = models.BooleanField(
        _("unsettled"), default=False, help_text=_("Seats of its games are to be given to stand-ins.")
    )
    personal = (Exported("cups", "cup_id entered_at seed left_at why"),)

    class Meta:
        verbose_name, verbose_name_plural = _("player of a cup"), _("players of cups")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cup", "player"], name="cup_entrant_once"),
            models.UniqueConstraint(fields=["cup", "seed"], name="cup_seed_once"),
            models.CheckConstraint(
                name="cup_left_for_a_reason",
                condition=Q(left_at=None, why="") | Q(left_at__isnull=False) & ~Q(why=""),
            ),
        ]
        indexes: ClassVar = [models.Index("id", name="cup_entrant_unsettled", condition=Q(unsettled=True))]

    def __str__(self) -> str:
        return f"{self.cup_id} {self.player_id}"


class CupRound(models.Model):
    """A round of a cup. Its end is announced when it begins; its host can move that later; it may be closed earlier."""

    cup = models.ForeignKey(Cup, models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    began_at = models.DateTimeField(_("began"))
    ends_at = models.DateTimeField(_("ends"))
    announced_at = models.DateTimeField(
        _("announced"), null=True, help_text=_("When everyone was told, with all games begun.")
    )
    closed_at = models.DateTimeField(
        _("closed"), null=True, help_text=_("When all tables were done, or its time was over.")
    )
    byes = models.JSONField(_("byes"), default=list, help_text=_("Seeds of those who go on without a game."))

    class Meta:
        verbose_name, verbose_name_plural = _("round of a cup"), _("rounds of cups")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cup", "number"], name="cup_round_once"),
            models.UniqueConstraint(fields=["cup"], condition=Q(closed_at=None), name="cup_round_one_at_a_time"),
            models.CheckConstraint(name="cup_round_times", condition=Q(began_at__lt=F("ends_at"))),
        ]

    def __str__(self) -> str:
        return f"{self.cup_id}.{self.number}"


class CupGame(Fixture):
    """A game of a round. `seeds` are those of its players, by seat."""

    round = models.ForeignKey(CupRound, models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"), help_text=_("Of the table, counted from 1."))
    seeds = models.JSONField(_("seeds"))

    class Meta:
        verbose_name, verbose_name_plural = _("game of a cup"), _("games of cups")
        constraints: ClassVar = [models.UniqueConstraint(fields=["round", "number"], name="cup_game_once")]
        indexes: ClassVar = [models.Index("id", name="cup_game_planned", condition=Q(game=None))]
