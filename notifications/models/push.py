"""Browsers and programs that show notifications, and the messages to them."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import ID_LENGTH, new_id
from games.models.personal import Deleted, Exported
from games.models.sealed import SealedJSONField
from notifications.models.leased import Leased

LONGEST_DEVICE: Final = 60


class PushSubscription(models.Model):
    """The push service address of a browser (RFC 8030), and the keys for encrypting messages to it (RFC 8291).

    Anyone who knows the address can send to it, so it is stored encrypted. `digest` identifies it, so that a browser
    gets each message once, and for one player only: the last who signed in there and wanted notifications.
    """

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions")
    token = models.ForeignKey(
        "games.AccessToken",
        models.CASCADE,
        null=True,
        related_name="+",
        help_text=_("With which it was registered, and ends. Empty: by the player, in that browser."),
    )
    label = models.CharField(max_length=LONGEST_DEVICE, help_text=_("Which device it is, to its player."))
    sealed = SealedJSONField(help_text=_("Its address and keys."))
    digest = models.CharField(max_length=64, unique=True, editable=False)
    server = models.CharField(max_length=255, help_text=_("The host of its push service."))
    believes = models.CharField(
        max_length=100, help_text=_("Our public key, the only one that it takes messages from.")
    )
    created_at = models.DateTimeField()
    pushed_at = models.DateTimeField(null=True, help_text=_("When its service last took a message. Empty: never yet."))
    failing_since = models.DateTimeField(null=True, help_text=_("Since when its service has taken nothing."))
    personal = (Exported("push_subscriptions", "label server created_at pushed_at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("push subscription"), _("push subscriptions")

    def __str__(self) -> str:
        return f"{self.pk} {self.server}"


class PushDelivery(Leased):
    """The duty to send one browser a short version of an email.

    A trigger creates it with the email, so everything that may delay an email (digests, quiet hours, an open table) has
    been considered by then. It takes no lock on the subscription, which may be deleted at the same moment.
    """

    class State(models.TextChoices):
        """The state of a message. Only `QUEUED` is tried.

        `DROPPED`: no longer true, or nothing that a lock screen should show.
        """

        QUEUED = "queued", _("waiting")
        SENT = "sent", _("delivered")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("dropped")

    subscription = models.ForeignKey(
        PushSubscription, models.CASCADE, related_name="deliveries", db_constraint=False, db_index=False
    )
    mail = models.ForeignKey(
        "notifications.Mail",
        models.CASCADE,
        null=True,
        related_name="+",
        db_constraint=False,
        help_text=_("Of whose notifications it tells. Empty: a test."),
    )
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    under_way = models.BooleanField(
        default=False, db_default=False, help_text=_("While it is leased: a worker may be posting it.")
    )
    created_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True, help_text=_("The HTTP status of the last answer."))
    last_error = models.CharField(max_length=40, blank=True, default="", db_default="")

    class Meta:
        verbose_name, verbose_name_plural = _("push message"), _("push messages")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["subscription", "mail"], name="one_push_for_each_mail"),
        ]
        indexes: ClassVar = [
            models.Index("next_attempt_at", name="push_queue", condition=Q(state="queued")),
            models.Index("created_at", name="push_old"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.state}"
