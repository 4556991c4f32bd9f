"""Serializers of webhooks and their deliveries, in requests and answers."""

from collections.abc import Collection
from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from engine.codec import Json
from games.api.fields import Preset
from games.api.forms import Facts
from games.api.instants import instant
from games.api.pagination import page_of
from games.api.players import PlayerSerializer, player_row
from games.models import Player
from notifications.models import LONGEST_LABEL, LONGEST_URL, Webhook, WebhookDelivery
from notifications.outbox.webhooks.events import AT_TABLES, OFFERED, TITLES

HEARD: Final = list(OFFERED.items())
HEARD_BY_CHATS: Final = [(event, title) for event, title in HEARD if event in AT_TABLES]
LONGEST_MENTION: Final = 32
SIGNED: Final = Webhook.Format.SIGNED.value
OF_PROGRAMS: Final = [(SIGNED, Webhook.Format.SIGNED.label)]
OF_CHATS: Final = [(value, label) for value, label in Webhook.Format.choices if value != SIGNED]
AT_TABLES_ONLY: Final = frozenset({"mentions"})
OF_PROGRAMS_ONLY: Final = frozenset({"url", "full", "label"})


class EventsField(Preset, serializers.ListField):
    child = serializers.ChoiceField(choices=HEARD)
    arguments: ClassVar = {"max_length": len(OFFERED)}


class EventsOfTableField(EventsField):
    child = serializers.ChoiceField(choices=HEARD_BY_CHATS)
    arguments: ClassVar = {"max_length": len(AT_TABLES)}


class UrlField(serializers.CharField):
    def __init__(self) -> None:
        super().__init__(
            max_length=LONGEST_URL,
            help_text=_(
                "https, on the Internet; a port, path and query if you like. Of a chat: of the webhook in Discord, or "
                "of the topic in ntfy."
            ),
        )


class MentionsField(Preset, serializers.DictField):
    child = serializers.CharField(max_length=LONGEST_MENTION)
    arguments: ClassVar = {
        "help_text": _("How a table's chat knows players, by their ids: in Discord a user's number, in ntfy a tag.")
    }


class WebhookSerializer(Facts):
    """Where a program of yours, or a table's chat, is called, and of what it hears."""

    id = serializers.CharField()
    game = serializers.CharField(
        allow_null=True, help_text=_("The table whose chat it is; null if it calls a program of yours.")
    )
    format = serializers.ChoiceField(
        choices=Webhook.Format.choices,
        help_text=_("“signed”: messages to a program, as Standard Webhooks specifies. Any other is a table's chat."),
    )
    url = serializers.CharField(help_text=_("Where we post; of a chat only the server."))
    events = EventsField()
    full = serializers.BooleanField(help_text=_("Each message also has the game, as you may see it then."))
    label = serializers.CharField(help_text=_("What you call it."))  # type: ignore[assignment]
    mentions = MentionsField()
    host = PlayerSerializer(allow_null=True, help_text=_("Who has attached it to the table."))
    state = serializers.ChoiceField(
        choices=Webhook.State.choices,
        help_text=_("“gone”: your server answered 410. “failing”: it took nothing for days. Only “on” hears anything."),
    )
    off_by = PlayerSerializer(allow_null=True, help_text=_("Who at the table has switched it off."))
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text=_("Since when your server has taken nothing; null if it took the last message.")
    )
    created_at = serializers.DateTimeField()


class NewWebhookSerializer(WebhookSerializer):
    """A new webhook with its secret, which is shown only once."""

    secret = serializers.CharField(
        allow_null=True,
        help_text=_("With which messages are signed. Nobody can show it again. A table's chat has none."),
    )


class WebhooksQuerySerializer(Facts):
    game = serializers.CharField(
        required=False, help_text=_("The chats of this table, for everyone who sits there, and its host.")
    )


class WebhookWishSerializer(Facts):
    """A webhook to register, of either kind."""

    game = serializers.CharField(
        required=False, help_text=_("Your table, if a chat is to be told what any spectator of the game may know.")
    )
    format = serializers.ChoiceField(
        choices=Webhook.Format.choices,
        default=SIGNED,
        help_text=_("“signed” for a program of yours; for a table, that of its chat."),
    )
    url = UrlField()
    events = EventsField(min_length=1)
    full = serializers.BooleanField(default=False, help_text=_("Send the game with each message."))
    label = serializers.CharField(  # type: ignore[assignment]
        max_length=LONGEST_LABEL, default="", allow_blank=True, help_text=_("What you call it.")
    )
    mentions = MentionsField(default=dict)

    def validate(self, attrs: Json) -> Json:
        at_table = "game" in attrs
        if at_table == (attrs["format"] == SIGNED):
            raise serializers.ValidationError(
                {"format": _("“signed” for a program of yours; for a table, its chat's.")}
            )
        refuse_misplaced({name for name in ("full", "label", "mentions") if attrs[name]}, at_table=at_table)
        if at_table:
            refuse_events(attrs["events"])
        return attrs


class ProgramWishSerializer(Facts):
    """Call a program of yours."""

    format = serializers.ChoiceField(
        choices=OF_PROGRAMS, required=False, help_text=_("As Standard Webhooks specifies.")
    )
    url = UrlField()
    events = EventsField(min_length=1)
    full = serializers.BooleanField(default=False, help_text=_("Send the game with each message."))
    label = serializers.CharField(  # type: ignore[assignment]
        max_length=LONGEST_LABEL, default="", allow_blank=True, help_text=_("What you call it.")
    )


class ChatWishSerializer(Facts):
    """Tell a chat of your table."""

    game = serializers.CharField(help_text=_("Your table: the chat is told what any spectator of it may know."))
    format = serializers.ChoiceField(choices=OF_CHATS, help_text=_("That of the chat."))
    url = UrlField()
    events = EventsOfTableField(min_length=1)
    mentions = MentionsField(default=dict)


REGISTERED: Final = PolymorphicProxySerializer("WebhookWish", [ProgramWishSerializer, ChatWishSerializer], None)
"""The schema of either kind of webhook to register."""


class WebhookChangeSerializer(Facts):
    """Only what you want to change; anything you leave out stays as it is."""

    url = serializers.CharField(required=False, max_length=LONGEST_URL)
    events = EventsField(required=False, min_length=1)
    full = serializers.BooleanField(required=False)
    label = serializers.CharField(required=False, max_length=LONGEST_LABEL, allow_blank=True)  # type: ignore[assignment]
    mentions = MentionsField(required=False)
    on = serializers.BooleanField(
        required=False,
        help_text=_(
            "Off: what waits is dropped, and nothing new is noted. Anyone who sits at a table can switch its chats off."
        ),
    )


class WebhookSecretSerializer(Facts):
    """A new secret, shown only once."""

    secret = serializers.CharField()
    old_until = serializers.DateTimeField(help_text=_("Until then messages are also signed with the one before."))


class WebhookDeliverySerializer(Facts):
    """A message, and what became of it."""

    id = serializers.CharField()
    message = serializers.CharField(help_text=_("Its “webhook-id”, the same each time it is posted."))
    event = serializers.ChoiceField(choices=list(TITLES.items()))
    game = serializers.CharField(allow_null=True)
    state = serializers.ChoiceField(
        choices=WebhookDelivery.State.choices,
        help_text=_("“dropped”: it was no longer true, or not yours to hear, when it was to be posted."),
    )
    attempts = serializers.IntegerField(help_text=_("Since it was last queued."))
    status = serializers.IntegerField(allow_null=True, help_text=_("The HTTP status that your server answered last."))
    error = serializers.CharField(
        help_text=_(
            "Why it was not taken: “status”, “no_address” (the name has none on the Internet), “address_not_allowed”, "
            "“no_connection”, “certificate”, “no_answer”; “off” if the webhook was switched off. Empty if it was "
            "taken, or never tried."
        )
    )
    created_at = serializers.DateTimeField()
    next_attempt_at = serializers.DateTimeField(allow_null=True, help_text=_("If it waits."))
    settled_at = serializers.DateTimeField(allow_null=True)


DELIVERY_PAGE: Final = page_of(WebhookDeliverySerializer)


def refuse_misplaced(names: Collection[str], *, at_table: bool) -> None:
    """Raise ValidationError for members that only the other kind of webhook has."""
    foreign = OF_PROGRAMS_ONLY if at_table else AT_TABLES_ONLY
    message = _("A table's chat has none.") if at_table else _("Only a table's chat has these.")
    if misplaced := foreign.intersection(names):
        raise serializers.ValidationError(dict.fromkeys(sorted(misplaced), message))


def refuse_events(events: Collection[str]) -> None:
    """Raise ValidationError for events that a table's chat is not told of."""
    if not AT_TABLES.keys() >= set(events):
        raise serializers.ValidationError({"events": _("One of: %s.") % ", ".join(AT_TABLES)})


def webhook_row(webhook: Webhook, reader: Player | None) -> Json:
    """Return a webhook as its reader may see it (None: an app, which has no tables).

    The player who attached a chat sees all its mentions; everyone else at the table sees only their own.
    """
    host = webhook.player if webhook.game_id else None
    own = {key: mention for key, mention in webhook.mentions.items() if reader is not None and key == reader.pk}
    return {
        "id": webhook.pk,
        "game": webhook.game_id,
        "format": webhook.format,
        "url": webhook.url,
        "events": webhook.events,
        "full": webhook.full,
        "label": webhook.label,
        "mentions": webhook.mentions if host == reader else own,
        "host": None if host is None else player_row(host),
        "state": webhook.state,
        "off_by": None if webhook.off_by is None else player_row(webhook.off_by),
        "failing_since": instant(webhook.failing_since),
        "created_at": instant(webhook.created_at),
    }


def delivery_row(delivery: WebhookDelivery) -> Json:
    waits = delivery.state == WebhookDelivery.State.QUEUED
    return {
        "id": str(delivery.pk),
        "message": delivery.message,
        "event": delivery.event,
        "game": _find_game(delivery),
        "state": delivery.state,
        "attempts": delivery.attempts,
        "status": delivery.status,
        "error": delivery.last_error,
        "created_at": instant(delivery.created_at),
        "next_attempt_at": instant(delivery.next_attempt_at) if waits else None,
        "settled_at": instant(delivery.settled_at),
    }


def _find_game(delivery: WebhookDelivery) -> str | None:
    """Return a delivery's game; to an app only after posting, since it may never get to know what still waits."""
    if delivery.webhook.app_id is not None and delivery.state not in (
        WebhookDelivery.State.SENT,
        WebhookDelivery.State.FAILED,
    ):
        return None
    return delivery.notification.game_id if delivery.notification else delivery.game_id
