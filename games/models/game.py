"""Games: their settings and their state."""

from datetime import timedelta
from typing import ClassVar, Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.limits import LONGEST_TIME, SHORTEST_TIME
from games.models.club import Club
from games.models.personal import Exported

NUDGED_FOR: Final = timedelta(days=1)
"""How long after a nudge nobody can be nudged again in the same game."""


class Game(models.Model):
    """A table and its log. The lock on its row ensures a single writer."""

    class Status(models.TextChoices):
        """The status of a game.

        `CLOSED`: called off, or closed, before it began. Without ranks: `ABANDONED`, because every seat was absent
        (P4), and `VOID`, by a ruling.
        """

        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        ENDED = "ended", _("ended")
        ABANDONED = "abandoned", _("abandoned")
        VOID = "void", _("void")
        CLOSED = "closed", _("called off")

    class Access(models.TextChoices):
        """The right to take a free seat."""

        OPEN = "open", _("anybody")
        INVITATION = "invitation", _("by invitation")
        CLUB = "club", _("members of the club")

    class Bots(models.TextChoices):
        """Whether bots may take seats; this does not apply to the site's own stand-ins."""

        NONE = "none", _("none")
        ALLOWED = "allowed", _("allowed")

    class Order(models.TextChoices):
        """The seating order (rule B4).

        It is by joining, random, as in the game before but one seat further on, or as paired by a competition.
        """

        FIXED = "fixed", _("as joined")
        DRAWN = "drawn", _("drawn")
        CONTINUED = "continued", _("as before, the next player first")
        PAIRED = "paired", _("as the competition has it")

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    name = models.CharField(_("name"), max_length=80, blank=True)
    ruleset = models.CharField(_("ruleset"), max_length=32, help_text=_("With its version, for example “usa@1”."))
    board_digest = models.CharField(_("board"), max_length=64, help_text=_("The digest that pins the board's data."))
    options = models.JSONField(_("options"), default=dict, blank=True)
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted", db_index=False, verbose_name=_("host")
    )
    seats_wanted = models.PositiveSmallIntegerField(_("seats"))
    access = models.CharField(_("who may join"), max_length=12, choices=Access, default=Access.OPEN)
    public = models.BooleanField(_("public"), default=True, help_text=_("Anyone can watch."))
    club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        editable=False,
        related_name="games",
        db_index=False,
        verbose_name=_("club"),
        help_text=_("Its members see the table, and may join it while it is open to them."),
    )
    bots = models.CharField(_("bots"), max_length=8, choices=Bots, default=Bots.NONE, db_default=Bots.NONE.value)
    order = models.CharField(_("seating"), max_length=10, choices=Order, default=Order.DRAWN)
    practice = models.BooleanField(
        _("practice"),
        default=False,
        db_default=False,
        help_text=_("Against stand-ins only. It doesn't count, and sends no emails."),
    )
    pause_on_dispute = models.BooleanField(
        _("disputes pause it"), default=False, help_text=_("An open dispute stops the clocks.")
    )
    time_per_move = models.DurationField(_("time per move"), help_text=_("From 12 hours to 14 days."))
    clock = models.JSONField(
        _("clock"), default=dict, blank=True, help_text=_("What the players agreed on besides the time per move.")
    )
    minimum_reliability = models.PositiveSmallIntegerField(
        _("minimum reliability"), null=True, blank=True, help_text=_("Percentage of moves made in time.")
    )
    rated = models.BooleanField(
        _("rated"), default=True, db_default=True, help_text=_("Its result changes ratings, if people play it.")
    )
    minimum_rating = models.PositiveSmallIntegerField(_("minimum rating"), null=True, blank=True)
    maximum_rating = models.PositiveSmallIntegerField(_("maximum rating"), null=True, blank=True)
    again_of = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="again",
        db_index=False,
        help_text=_("The earlier game whose players meet again here."),
    )
    games_before = models.PositiveSmallIntegerField(
        _("games before"),
        default=0,
        db_default=0,
        editable=False,
        help_text=_("How many games these people played before this one, each a rematch of the other."),
    )
    created_at = models.DateTimeField(_("created"))
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    secrets_open_at = models.DateTimeField(
        _("secrets open"), null=True, blank=True, help_text=_("From then on anyone can see the seed, hands and draws.")
    )
    commitment = models.CharField(_("commitment"), max_length=64, help_text=_("SHA-256 of the secret seed, in hex."))
    head = models.PositiveIntegerField(_("entries"), default=0, help_text=_("The number of the log's last entry."))
    chain = models.CharField(_("chain"), max_length=64, blank=True, help_text=_("The hash of the log's last entry."))
    lines = models.PositiveIntegerField(
        _("lines said"),
        default=0,
        db_default=0,
        editable=False,
        help_text=_("The number of the talk's last line."),
    )
    talk_open = models.BooleanField(
        _("talk is open"), default=False, db_default=False, help_text=_("Spectators can read the talk, and join in.")
    )
    talk_opened_after = models.PositiveIntegerField(
        _("talk opened after"),
        default=0,
        db_default=0,
        editable=False,
        help_text=_("The number of the last line that was said before: until the game is over, it is for the players."),
    )
    nudged_at = models.DateTimeField(
        _("nudged"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When its players last had somebody reminded."),
    )
    proposals_open = models.PositiveSmallIntegerField(
        _("open proposals"),
        default=0,
        db_default=0,
        editable=False,
        help_text=_("How many proposals wait for the table."),
    )
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True)
    pauses = ArrayField(
        models.CharField(max_length=32),
        default=list,
        blank=True,
        help_text=_("The reasons. With none left, the clocks run."),
    )
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True, help_text=_("Unless someone plays by then."))
    closing_told_at = models.DateTimeField(
        _("closing announced"), null=True, blank=True, help_text=_("When the players were told that it will close.")
    )
    never_started = models.BooleanField(
        _("never started"), default=False, help_text=_("It was closed because it never started.")
    )
    quarantined_until = models.DateTimeField(_("quarantined until"), null=True, blank=True)
    quarantine_error = models.CharField(
        max_length=200, blank=True, help_text=_("The error's class and place; never its text, which may hold secrets.")
    )
    personal = (Exported("hosted", "id name created_at", of="host"),)

    class Meta:
        verbose_name, verbose_name_plural = _("game"), _("games")
        constraints: ClassVar = [
            models.CheckConstraint(name="game_seats", condition=Q(seats_wanted__range=(2, 6))),
            models.CheckConstraint(
                name="game_time_per_move", condition=Q(time_per_move__range=(SHORTEST_TIME, LONGEST_TIME))
            ),
            models.CheckConstraint(
                name="game_status_times",
                condition=Q(status="open", started_at=None, ended_at=None)
                | Q(status="closed", started_at=None, ended_at__isnull=False)
                | Q(status="running", started_at__isnull=False, ended_at=None)
                | Q(
                    status__in=["ended", "abandoned", "void"],
                    started_at__isnull=False,
                    ended_at__gte=models.F("started_at"),
                ),
            ),
            models.CheckConstraint(
                name="game_paused_for_a_reason",
                condition=Q(paused_at=None, pauses=[])
                | Q(paused_at__isnull=False, pauses__len__gt=0, status="running"),
            ),
            models.CheckConstraint(
                name="game_closes_while_alive", condition=Q(closes_at=None) | Q(status__in=["open", "running"])
            ),
            models.CheckConstraint(
                name="game_log_head",
                condition=Q(head=0, chain="", started_at=None) | Q(head__gt=0, chain__regex="^[0-9a-f]{64}$"),
            ),
            models.CheckConstraint(
                name="game_minimum_reliability",
                condition=Q(minimum_reliability=None) | Q(minimum_reliability__range=(1, 100)),
            ),
            models.CheckConstraint(name="game_commitment", condition=Q(commitment__regex="^[0-9a-f]{64}$")),
        ]
        indexes: ClassVar = [
            models.Index("host", name="game_of_host"),
            models.Index("club", "created_at", "id", name="game_of_club", condition=Q(club__isnull=False)),
            models.Index("again_of", name="game_again_of", condition=Q(again_of__isnull=False)),
            models.Index("created_at", "id", name="game_created"),
            models.Index("status", "created_at", "id", name="game_of_status"),
            models.Index("ruleset", "created_at", "id", name="game_of_ruleset"),
            models.Index("started_at", name="game_running", condition=Q(public=True, status="running")),
            models.Index("ended_at", "id", name="game_end", condition=Q(ended_at__isnull=False)),
            models.Index("paused_at", name="game_paused", condition=Q(paused_at__isnull=False)),
            models.Index("closes_at", "id", name="game_closing", condition=Q(closes_at__isnull=False)),
            models.Index(
                "closes_at",
                "id",
                name="game_closing_untold",
                condition=Q(closes_at__isnull=False, closing_told_at=None),
            ),
            models.Index("quarantined_until", name="game_quarantined", condition=Q(quarantined_until__isnull=False)),
        ]

    looks_invited = False
    """Whether the game looks as if by invitation to its reader, whom the host has blocked (`games.lobby.visible`)."""

    names_club = False
    """Whether the game's reader may know of its club (`games.lobby.visible.name_clubs`)."""

    def __str__(self) -> str:
        """Return only the opaque id, since this ends up in logs and in the admin's history."""
        return self.id

    @property
    def shown_access(self) -> str:
        """The access as its reader sees it (annotated by `games.lobby.selectors.visible_games`)."""
        is_hidden = self.looks_invited or getattr(self, "of_blocker", False)
        return self.Access.INVITATION if is_hidden else self.access

    @property
    def shown_club(self) -> str | None:
        """The id of the club, if there is one of which the reader may know."""
        return self.club_id if self.names_club else None

    @property
    def of_competition(self) -> bool:
        """Whether the game belongs to a competition, which then alone decides who sits there."""
        return self.order == self.Order.PAIRED

    def set_talk_open(self, is_open: bool) -> None:
        """Open the talk to spectators from now on, or close it, without saving."""
        if is_open and not self.talk_open:
            self.talk_opened_after = self.lines
        self.talk_open = is_open
