"""Streams to programs and pages (`notifications.streams`): who listens, and the events of each account."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted


class Listening(models.Model):
    """A player whose programs or pages receive the account's events, or recently did.

    Its row is the lock under which the account's events are numbered. Events are written only for players with a row;
    no reader can resume from an event before `floor`, or after `last`.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+", db_constraint=False
    )
    listens = models.BooleanField(default=True, help_text=_("Whether events are written for the player."))
    last = models.BigIntegerField(default=0, help_text=_("The number of the last event."))
    floor = models.BigIntegerField(default=0, help_text=_("Events up to this number are erased, or were not written."))
    since = models.DateTimeField(help_text=_("When the player began to listen."))
    heard_at = models.DateTimeField(help_text=_("When the player was last seen to listen, to the hour."))
    personal = (Deleted(),)

    class Meta:
        verbose_name, verbose_name_plural = _("listening player"), _("listening players")
        indexes: ClassVar = [models.Index("heard_at", name="listening_heard", condition=Q(listens=True))]

    def __str__(self) -> str:
        return str(self.player_id)


class AccountEvent(models.Model):
    """An event for a listening player, made of ids alone so that it contains no secrets.

    Triggers write those about entries and talk; all others come from `notifications.account_events`. Events are
    numbered after the commit, under the lock of their player's `Listening`, because numbers from a sequence may become
    visible in another order than they are drawn.
    """

    class Kind(models.TextChoices):
        """The kinds of account events; all but the first two are names from `notifications.policy.kinds`."""

        ENTRY = "entry", _("an entry of a game's log")
        TALK = "talk", _("something was said at a table")
        INVITATION = "invitation", _("invited to a game")
        SEAT_OFFERED = "seat_offered", _("offered an open seat")
        SEAT_TAKEN = "seat_taken", _("a stand-in has taken over the seat")
        SEAT_PASSED_ON = "seat_passed_on", _("another player has taken over the seat")
        RULING = "ruling", _("a ruling gave the seat to another player")
        DISPUTE_OPENED = "dispute_opened", _("a dispute was opened")
        DISPUTE_COMMENT = "dispute_comment", _("a dispute has a new comment")
        DISPUTE_CLOSED = "dispute_closed", _("a dispute was closed")
        PROPOSAL = "proposal", _("something was proposed to the table")
        PROPOSAL_OVER = "proposal_over", _("nothing came of a proposal")
        NUDGE = "nudge", _("others ask for a move")
        TIME_IS_OVER = "time_is_over", _("the deadline has passed, and grace runs")
        SOMEBODY_IS_LATE = "somebody_is_late", _("another player's deadline has passed")
        CLOSING_SOON = "closing_soon", _("a game will be closed")
        GAME_CLOSED = "game_closed", _("a game was closed before it began")
        SERIES_OVER = "series_over", _("a series is over")
        SECRETS_OPENED = "secrets_opened", _("an admin opened a game's secrets")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    number = models.BigIntegerField(null=True, help_text=_("Counted for each player; empty until it is given."))
    kind = models.CharField(max_length=16, choices=Kind)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    entry = models.IntegerField(null=True, help_text=_("The log's entry, or its last one at that time."))
    seat = models.SmallIntegerField(null=True, help_text=_("The player's own seat."))
    about = models.JSONField(default=dict, help_text=_("Further ids, such as a dispute's."))
    at = models.DateTimeField()
    personal = (Deleted(),)

    class Meta:
        verbose_name, verbose_name_plural = _("account event"), _("account events")
        constraints: ClassVar = [models.UniqueConstraint(F("player"), F("number"), name="account_event_once")]
        indexes: ClassVar = [
            models.Index("player", "id", name="account_event_unnumbered", condition=Q(number=None)),
            models.Index("at", name="account_event_old"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.number or ''}"
