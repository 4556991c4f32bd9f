"""A game's seats, their players, and invitations."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.personal import Deleted, Exported
from games.models.player import Player


class Seat(models.Model):
    """A seat of a game. Its number, by which the log identifies it, is fixed when the game starts."""

    class Status(models.TextChoices):
        """The status of the seat's player (rules P1 and P4)."""

        PLAYING = "playing", _("playing")
        ABSENT = "absent", _("absent")
        RESIGNED = "resigned", _("resigned")
        FORFEITED = "forfeited", _("forfeited")

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="seats",
        db_index=False,
        verbose_name=_("player"),
    )
    joined_at = models.DateTimeField(_("joined"))
    contribution = models.CharField(
        _("contribution"), max_length=64, blank=True, help_text=_("What this seat adds to the key for all draws.")
    )
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.PLAYING)
    timeouts_in_a_row = models.PositiveSmallIntegerField(_("timeouts in a row"), default=0)
    bank = models.DurationField(_("bank"), default=timedelta, help_text=_("Time saved up."))
    stopped = models.DurationField(
        _("stopped"), default=timedelta, help_text=_("How long quiet hours and days off have stopped its clock.")
    )
    lines_read = models.PositiveIntegerField(
        _("lines read"), default=0, db_default=0, editable=False, help_text=_("Up to which line its player has read.")
    )
    open_since = models.DateTimeField(
        _("open since"),
        null=True,
        blank=True,
        help_text=_("Since then others can take it over (P2); empty if they can't."),
    )
    agrees_to_open = models.BooleanField(
        _("agrees to open"), default=False, help_text=_("If everyone agrees, the secrets open sooner after the end.")
    )
    points = models.SmallIntegerField(_("points"), null=True, help_text=_("Set when the game ends."))
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, help_text=_("Set when the game ends with ranks."))

    GONE: ClassVar = (Status.RESIGNED, Status.FORFEITED)
    """The statuses of seats whose player has left the game for good (P1)."""

    plan_of: str | None = None
    """The id of the player whose plan answers for the seat, if `store.sql` has read the row; not a column."""
    plan_waits: int | None = None
    """The hours left until which that plan leaves its player the time (None: no time); not a column."""
    personal = (Exported("seats", "game_id number joined_at status points rank"),)

    class Meta:
        verbose_name, verbose_name_plural = _("seat"), _("seats")
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "number"], name="seat_number_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(
                fields=["game", "player"], name="seat_player_once", condition=Q(player__isnull=False)
            ),
            models.CheckConstraint(name="seat_number", condition=Q(number__lt=6)),
            models.CheckConstraint(name="seat_contribution", condition=Q(contribution__regex="^[0-9a-fA-F]*$")),
        ]
        indexes: ClassVar = [
            models.Index("player", name="seat_of_player"),
            models.Index(
                F("open_since").desc(), F("id").desc(), name="seat_open", condition=Q(open_since__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}.{self.number}"

    @property
    def display_name(self) -> str:
        """What others read of who sits there: of nobody, and of a former player, the seat's number."""
        if self.player is None:
            return gettext("Seat %(number)d") % {"number": self.number + 1}
        if self.player.erased_at:
            return gettext("Seat %(number)d (former player)") % {"number": self.number + 1}
        return self.player.display_name

    @property
    def of_house(self) -> bool:
        """Whether a stand-in (a house player) holds the seat."""
        return self.player is not None and self.player.kind == Player.Kind.HOUSE

    @property
    def is_vacant(self) -> bool:
        """Whether the seat can be taken over while its game runs (P2)."""
        return self.status in self.GONE or self.of_house

    @property
    def planned(self) -> bool:
        """Whether the seat's holder has a plan, which nobody else may learn."""
        return self.plan_of is not None and self.plan_of == self.player_id

    @property
    def plan_comes_first(self) -> bool:
        """Whether the seat's holder is only asked the questions that the plan does not answer."""
        return self.planned and self.plan_waits is None


class Invitation(models.Model):
    """An invitation of a player to a free seat, open until the player answers; joining accepts it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(_("created"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    by_address = models.BooleanField(
        _("by address"),
        default=False,
        db_default=False,
        help_text=_("The host knows an address, and is not to learn whose it is."),
    )
    personal = (
        Exported(
            "invitations",
            "game_id player_id invited_by_id created_at answered_at",
            of=lambda player: Q(player=player) | Q(invited_by=player, by_address=False),
        ),
        Deleted(),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("invitation"), _("invitations")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "player"], name="invitation_once")]
        indexes: ClassVar = [
            models.Index("player", name="invitation_open", condition=Q(answered_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.player_id}"
