"""Outgoing mail: reasons to write, emails, each player's wishes, and dead addresses."""

import secrets
from datetime import time
from typing import ClassVar, Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.instants import to_the_minute
from games.models.personal import Deleted, Exported
from games.models.sealed import SealedJSONField
from games.models.texts import OneLineField
from notifications.lists import DIGEST, LISTS, Mode, Stream
from notifications.models.leased import Leased

TOKEN_BYTES: Final = 15
"""120 bits: a return-path token cannot be guessed, and fits a local part (64 octets, RFC 5321 4.5.3.1.1)."""

MOST_REMINDERS: Final = 3
LONGEST_LEAD_HOURS: Final = 168
LONGEST_NOTICE: Final = 200


def new_token() -> str:
    """Return an unguessable token in lower-case hex, since mail servers may fold the case of a local part."""
    return secrets.token_hex(TOKEN_BYTES)


class Mail(Leased):
    """An email to one person.

    An email about one or more games, or a competition, is written at delivery from its notifications. One about an
    account has a template and a context, which is erased once the email is settled.
    """

    class State(models.TextChoices):
        """The state of an email. Only `QUEUED` can change; `DROPPED`: there was nothing left to say."""

        QUEUED = "queued", _("queued")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("dropped")

    token = models.CharField(
        max_length=40,
        default=new_token,
        editable=False,
        help_text=_("Part of its Message-ID and return path."),
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="mails", db_index=False
    )
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="mails", db_index=False)
    stream = models.CharField(
        max_length=16, choices=LISTS, blank=True, help_text=_("Empty for emails about an account.")
    )
    address = models.EmailField(
        blank=True, max_length=254, help_text=_("Only for an email about an account, until it is settled.")
    )
    sent_to = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text=_("A keyed hash of where it went, until a report about it has been heeded."),
    )
    urgent = models.BooleanField(default=False, help_text=_("Someone is waiting for it: sent before all others."))
    template = models.CharField(max_length=100, blank=True)
    context = SealedJSONField(null=True, help_text=_("It may hold a code, or a link that is as good as one."))
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    created_at = models.DateTimeField()
    last_error = models.CharField(
        max_length=100,
        blank=True,
        help_text=_("An error's class or a server's code; never its text, which may hold secrets."),
    )
    personal = (
        Exported("mails", "created_at settled_at stream template game_id state address", order="pk"),
        Deleted("player address__iexact"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("email"), _("emails")
        constraints: ClassVar = [models.UniqueConstraint(fields=["token"], name="mail_token_once")]
        indexes: ClassVar = [
            models.Index("player", name="mail_of_player"),
            models.Index("game", name="mail_of_game"),
            models.Index(F("urgent").desc(), "next_attempt_at", name="mail_queue", condition=Q(state="queued")),
            models.Index("settled_at", name="mail_settled", condition=Q(settled_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.state}"

    @property
    def is_digest(self) -> bool:
        """True if the email is about several games."""
        return self.stream == DIGEST

    @property
    def is_of_several_games(self) -> bool:
        """True for a digest, and for an email about several invitations or a competition and its games."""
        return self.game_id is None and not self.template


class Notification(models.Model):
    """A reason to notify a person; its dedupe key keeps it unique, however often it is created."""

    class State(models.TextChoices):
        """The fate of a notification. `SUPERSEDED`: overtaken by events. `UNWANTED`: its stream was switched off."""

        PENDING = "pending", _("pending")
        SUPERSEDED = "superseded", _("superseded")
        UNWANTED = "unwanted", _("unwanted")

    kind = models.CharField(max_length=16, help_text=_("A name in the table of kinds."))
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", db_index=False)
    game = models.ForeignKey(
        "games.Game",
        models.CASCADE,
        null=True,
        related_name="notifications",
        db_index=False,
        help_text=_("Empty: of a competition."),
    )
    season = models.ForeignKey(
        "games.LeagueSeason",
        models.CASCADE,
        null=True,
        related_name="notifications",
        db_index=False,
        help_text=_("Of a league, if it is about that rather than one of its games."),
    )
    cup = models.ForeignKey(
        "games.Cup",
        models.CASCADE,
        null=True,
        related_name="notifications",
        db_index=False,
        help_text=_("If it is about that rather than one of its games."),
    )
    club = models.ForeignKey(
        "games.Club",
        models.CASCADE,
        null=True,
        related_name="notifications",
        db_index=False,
        help_text=_("If it is about that."),
    )
    round = models.PositiveSmallIntegerField(null=True, help_text=_("Of the cup, if it is about one."))
    seat = models.SmallIntegerField(null=True, help_text=_("The reader's seat; empty for readers without one."))
    entry = models.IntegerField(null=True, help_text=_("The log entry that caused it."))
    prompt_opened = models.IntegerField(
        null=True, help_text=_("The open question it is about: the number of the entry that opened it.")
    )
    deadline_at = models.DateTimeField(null=True)
    ordinal = models.PositiveSmallIntegerField(
        default=1, help_text=_("For reminders: first, second or third for this deadline.")
    )
    plan = models.BigIntegerField(null=True, help_text=_("The plan it is about. A new plan gets its own notification."))
    dispute = models.ForeignKey(
        "games.Dispute", models.CASCADE, null=True, related_name="notifications", db_index=False
    )
    proposal = models.ForeignKey("games.Proposal", models.CASCADE, null=True, related_name="+", db_index=False)
    comment = models.ForeignKey("games.DisputeComment", models.CASCADE, null=True, related_name="+", db_index=False)
    announcement = models.ForeignKey(
        "games.ClubAnnouncement", models.CASCADE, null=True, related_name="+", db_index=False
    )
    dedupe_key = models.CharField(max_length=120, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    held_until = models.DateTimeField(
        null=True, help_text=_("Waits for a digest or the end of quiet hours. Empty: not looked at yet.")
    )
    mail = models.ForeignKey(Mail, models.SET_NULL, null=True, related_name="notifications")
    created_at = models.DateTimeField()
    personal = (Exported("notices", "created_at kind game_id season_id cup_id club_id", order="pk"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("notification"), _("notifications")
        indexes: ClassVar = [
            models.Index("player", "id", name="notification_by_player"),
            models.Index("game", name="notification_of_game"),
            *(
                models.Index(about, name=f"notification_of_{about}", condition=Q(**{f"{about}__isnull": False}))
                for about in ("season", "cup", "club", "dispute", "proposal", "comment", "announcement")
            ),
            models.Index("held_until", name="notification_ungathered", condition=Q(state="pending", mail=None)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["dedupe_key"], name="notification_once"),
            models.CheckConstraint(
                name="notification_subject",
                condition=Q(game__isnull=False, season=None, cup=None, club=None)
                | Q(game=None, season__isnull=False, cup=None, club=None)
                | Q(game=None, season=None, cup__isnull=False, club=None)
                | Q(game=None, season=None, cup=None, club__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.dedupe_key

    @property
    def of_game(self) -> str:
        """The id of its game. Raises ValueError for a notification about a competition."""
        if self.game_id is None:
            raise ValueError("it is about a competition")
        return self.game_id

    @property
    def competition(self) -> str:
        """The key of its competition or club; "" for a notification about a game."""
        if self.club_id is not None:
            return f"club {self.club_id}"
        if self.cup_id is not None:
            return f"cup {self.cup_id}"
        return "" if self.season_id is None else f"season {self.season_id}"


class Preference(models.Model):
    """How soon a player wants a stream's emails: for all games, or for one, which takes precedence.

    Without a row, humans get everything at once, and bots nothing.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mail_preferences")
    game = models.ForeignKey(
        "games.Game", models.CASCADE, null=True, related_name="+", help_text=_("Empty: all games.")
    )
    stream = models.CharField(max_length=16, choices=Stream)
    mode = models.CharField(max_length=8, choices=Mode)
    personal = (Deleted(),)

    class Meta:
        verbose_name, verbose_name_plural = _("preference"), _("preferences")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "game", "stream"], name="preference_once", nulls_distinct=False)
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game_id or ''} {self.stream} {self.mode}"


class Habits(models.Model):
    """A player's email habits, which apply to all streams; without a row, the fields' defaults apply."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="mail_habits"
    )
    reminders = models.PositiveSmallIntegerField(
        default=1,
        validators=[MaxValueValidator(MOST_REMINDERS)],
        help_text=_("How many reminders you get before each deadline, at most."),
    )
    lead_hours = models.PositiveSmallIntegerField(
        null=True,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST_LEAD_HOURS)],
        help_text=_("Hours from the first reminder to the deadline; empty: it depends on the clock."),
    )
    quiet_from = models.TimeField(null=True, help_text=_("Local time. In quiet hours, emails wait if they can."))
    quiet_until = models.TimeField(null=True)
    digest_at = models.TimeField(default=time(8), help_text=_("When the daily digest comes, local time."))
    pictures = models.BooleanField(
        default=True, db_default=True, help_text=_("Emails about your turns show the board.")
    )
    every_answer = models.BooleanField(
        default=True,
        db_default=True,
        help_text=_("Each email of yours is answered; if not, only one that is refused or leads to a question."),
    )
    personal = (Exported("mail_habits"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("habits"), _("habits")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="habits_quiet_hours",
                condition=Q(quiet_from=None, quiet_until=None)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False) & ~Q(quiet_from=F("quiet_until")),
            )
        ]

    def __str__(self) -> str:
        return str(self.player_id)


class Absence(models.Model):
    """A player's notice of absence for the others at the table; it stops no clock."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="absence")
    text = OneLineField(max_length=LONGEST_NOTICE, blank=True)
    starts_on = models.DateField(help_text=_("In the player's time zone."))
    ends_on = models.DateField(help_text=_("The last day."))
    personal = (Exported("absence"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("absence"), _("absences")
        constraints: ClassVar = [models.CheckConstraint(name="absence_lasts", condition=Q(ends_on__gte=F("starts_on")))]

    def __str__(self) -> str:
        return str(self.player_id)


class Alarm(models.Model):
    """When to check again whether a player needs a reminder of an open turn.

    Triggers on the turns' table create one for every turn that opens, and set it again whenever its deadline moves. It
    is deleted when no further reminder will come.
    """

    turn = models.OneToOneField("games.Turn", models.CASCADE, primary_key=True, related_name="alarm")
    look_at = models.DateTimeField()
    given = models.PositiveSmallIntegerField(default=0, help_text=_("Reminders sent for the current deadline."))

    class Meta:
        verbose_name, verbose_name_plural = _("alarm"), _("alarms")
        indexes: ClassVar = [models.Index("look_at", name="alarm_due")]

    def __str__(self) -> str:
        return f"{self.turn_id} {to_the_minute(self.look_at)}"


class DeadAddress(models.Model):
    """A player's address that a server permanently refused, or that complained about our emails.

    It applies as long as the player keeps that address; a new address is tried.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="dead_address")
    address = models.EmailField(max_length=254)
    code = models.CharField(
        max_length=16, help_text=_("The server's reply code, RFC 5321 4.2 and RFC 3463; or that it was a complaint.")
    )
    since = models.DateTimeField()
    personal = (Exported("dead_address", "address code since"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("dead address"), _("dead addresses")

    def __str__(self) -> str:
        return f"{self.player_id} {self.code}"


class FirstBounce(models.Model):
    """A first bounce from a player's address: after a second one on another day, the address counts as dead."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="first_bounce")
    address = models.EmailField(max_length=254)
    bounced_at = models.DateTimeField()
    personal = (Exported("first_bounce", "address bounced_at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("first bounce"), _("first bounces")

    def __str__(self) -> str:
        return f"{self.player_id} {to_the_minute(self.bounced_at)}"
