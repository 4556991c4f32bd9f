"""Webhooks: addresses where players' programs receive events, and the messages posted there."""

from typing import TYPE_CHECKING, ClassVar, Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.ids import ID_LENGTH, new_id, random_text
from games.models.personal import Deleted, Exported
from games.models.sealed import SealedJSONField
from games.models.texts import OneLineField
from notifications.models.leased import Leased

if TYPE_CHECKING:
    # Fields name it as text, and Django finds it.
    from games.models import Player

LONGEST_URL: Final = 500
LONGEST_LABEL: Final = 60
MESSAGE_LENGTH: Final = 32


def new_message() -> str:
    """Return a message's id; messages about events get theirs from the trigger that writes them."""
    return "msg_" + random_text(MESSAGE_LENGTH)


class Webhook(models.Model):
    """An address where a player's program receives events. One registered with a token is deleted with it.

    An app's webhook (`app`) receives the events of all players who have admitted the app, and belongs to the app's
    owner.

    A table's webhook (`game`) tells a chat or phones what any spectator of that game may know. Its address is itself a
    secret: `sealed_url` has all of it, `url` only its server.
    """

    class State(models.TextChoices):
        """The state of a webhook. Only `ON` receives events.

        `GONE`: its server answered 410; `FAILING`: it accepted nothing for days.
        """

        ON = "on", _("on")
        OFF = "off", _("switched off")
        GONE = "gone", _("gone")
        FAILING = "failing", _("failing")

    class Format(models.TextChoices):
        """The format of messages: ours, signed as Standard Webhooks specifies, or that of a chat or phones."""

        SIGNED = "signed", _("signed")
        DISCORD = "discord", _("Discord")
        NTFY = "ntfy", _("ntfy")

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    token = models.ForeignKey(
        "games.AccessToken",
        models.CASCADE,
        null=True,
        related_name="+",
        help_text=_("With which it was registered. Empty: by the player, signed in."),
    )
    label = OneLineField(max_length=LONGEST_LABEL, blank=True, help_text=_("What you call it."))
    url = models.CharField(max_length=LONGEST_URL)
    sealed_url = SealedJSONField(null=True, help_text=_("Of a table's: the whole address."))
    format = models.CharField(max_length=8, choices=Format, default=Format.SIGNED, db_default=Format.SIGNED)
    game = models.ForeignKey(
        "games.Game", models.CASCADE, null=True, related_name="+", help_text=_("The table of which it tells.")
    )
    app = models.OneToOneField(
        "games.Application",
        models.CASCADE,
        null=True,
        related_name="webhook",
        help_text=_("Of whose players it hears. Empty: of its own player."),
    )
    mentions = models.JSONField(
        default=dict, db_default={}, help_text=_("Of a table's: how players are called there, by their ids.")
    )
    off_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text=_("The player at the table who has switched it off."),
    )
    events = ArrayField(models.CharField(max_length=16), help_text=_("The kinds of events that it hears."))
    full = models.BooleanField(default=False, help_text=_("Whether it is also sent the game, as the player sees it."))
    secret = SealedJSONField(help_text=_("With which messages are signed."))
    old_secret = SealedJSONField(null=True, help_text=_("The one before, with which they are signed for a while too."))
    old_secret_until = models.DateTimeField(null=True)
    state = models.CharField(max_length=8, choices=State, default=State.ON)
    failing_since = models.DateTimeField(null=True, help_text=_("Since when its server has taken nothing."))
    proved_at = models.DateTimeField(null=True, help_text=_("When its server first took a message. Empty: never yet."))
    created_at = models.DateTimeField()
    personal = (Exported("webhooks", "label url events full created_at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("webhook"), _("webhooks")

    def __str__(self) -> str:
        return f"{self.pk} {self.state}"

    @property
    def target(self) -> str:
        """The whole address to post to."""
        return str(self.sealed_url or self.url)


class WebhookDelivery(Leased):
    """The duty to post one event to one webhook.

    A trigger creates it with the row it is about, a notification, an entry or a line of talk, so that a move costs no
    further statement. It takes no lock on the webhook, which may be deleted at the same moment; then the row is left
    over, and erased when it is old.
    """

    class State(models.TextChoices):
        """The state of a message. Only `QUEUED` is tried.

        `DROPPED`: no longer true, or its player may no longer receive it.
        """

        QUEUED = "queued", _("waiting")
        SENT = "sent", _("delivered")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("dropped")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_constraint=False, db_index=False)
    notification = models.ForeignKey(
        "notifications.Notification", models.CASCADE, null=True, related_name="+", help_text=_("What it tells of.")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
        help_text=_("Of an app's: the player who is concerned."),
    )
    game = models.ForeignKey(
        "games.Game",
        models.CASCADE,
        null=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
        help_text=_("Of an entry or a line."),
    )
    entry = models.IntegerField(null=True, help_text=_("The log's entry that it tells of."))
    line = models.IntegerField(null=True, help_text=_("The talk's line that it tells of."))
    event = models.CharField(max_length=16)
    message = models.CharField(
        max_length=40, default=new_message, editable=False, help_text=_("Its webhook-id: the same each time.")
    )
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    again = models.BooleanField(
        default=False, db_default=False, help_text=_("Its player asked for it to be posted again.")
    )
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0, help_text=_("Since it was queued."))
    under_way = models.BooleanField(
        default=False, db_default=False, help_text=_("While it is leased: a worker may be posting it.")
    )
    created_at = models.DateTimeField()
    queued_at = models.DateTimeField(help_text=_("When it was last queued: it is tried for three days."))
    status = models.PositiveSmallIntegerField(null=True, help_text=_("The HTTP status of the last answer."))
    last_error = models.CharField(max_length=40, blank=True, default="", db_default="")
    personal = (Deleted(),)

    class Meta:
        verbose_name, verbose_name_plural = _("webhook delivery"), _("webhook deliveries")
        indexes: ClassVar = [
            models.Index("next_attempt_at", name="webhook_queue", condition=Q(state="queued")),
            models.Index("webhook", F("id").desc(), name="webhook_deliveries"),
            models.Index("created_at", name="webhook_delivery_old"),
        ]

    def __str__(self) -> str:
        return f"{self.message} {self.state}"

    @property
    def hearer(self) -> "Player":
        """The player whose rights determine what the event may say."""
        return self.player or self.webhook.player
