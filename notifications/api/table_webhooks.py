"""A table's webhooks: its host has a chat receive what any spectator of the game may know."""

from typing import ClassVar, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.fields import Preset
from games.api.forms import Facts, checked
from games.api.games.of_game import OfGame
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of, token_of
from games.api.players import PlayerSerializer, player_row
from games.api.problems import Problem
from games.api.schema import problems
from games.lobby.visible import seen_by
from games.models import Player
from notifications.models import LONGEST_URL, Webhook
from notifications.outbox.calls import addresses
from notifications.outbox.webhooks import registry, table_webhooks
from notifications.outbox.webhooks.events import AT_TABLES

SCOPE: Final = "webhooks:write"
CHATS: Final = [(chat.value, chat.label) for chat in (Webhook.Format.DISCORD, Webhook.Format.NTFY)]
TOLD: Final = list(AT_TABLES.items())
LONGEST_MENTION: Final = 32
OUTSIDE: Final = ("no_such_game", "not_in_this_game")


class EventsField(Preset, serializers.ListField):
    child = serializers.ChoiceField(choices=TOLD)
    arguments: ClassVar = {"max_length": len(AT_TABLES)}


class MentionsField(Preset, serializers.DictField):
    child = serializers.CharField(max_length=LONGEST_MENTION)
    arguments: ClassVar = {
        "help_text": _("How the chat knows players, by their ids: in Discord a user's number, in ntfy a tag.")
    }


class TableWebhookSerializer(Facts):
    """A chat that is told of the game."""

    id = serializers.CharField()
    format = serializers.ChoiceField(choices=CHATS)
    server = serializers.CharField(help_text=_("Its name, and its port unless that is 443."))
    events = EventsField()
    mentions = MentionsField()
    host = PlayerSerializer(help_text=_("Who has attached it."))
    state = serializers.ChoiceField(choices=Webhook.State.choices)
    off_by = PlayerSerializer(allow_null=True, help_text=_("Who at the table has switched it off."))
    failing_since = serializers.DateTimeField(allow_null=True, help_text=_("Since when it has taken nothing."))
    created_at = serializers.DateTimeField()


class TableWebhookWishSerializer(Facts):
    """What to attach."""

    format = serializers.ChoiceField(choices=CHATS)
    url = serializers.CharField(
        max_length=LONGEST_URL,
        help_text=_("Of the webhook in Discord, or of the topic in ntfy. Nobody can show it again."),
    )
    events = EventsField(min_length=1)
    mentions = MentionsField(default=dict)


class TableWebhookChangeSerializer(Facts):
    """Only what you want to change."""

    events = EventsField(required=False, min_length=1)
    mentions = MentionsField(required=False)
    on = serializers.BooleanField(required=False, help_text=_("Anyone who sits there can switch it off."))


def _row(webhook: Webhook, reader: Player) -> Json:
    """Return a webhook as the reader may see it: only the host sees all of the players' names in the chat."""
    own = {key: mention for key, mention in webhook.mentions.items() if reader.pk in (key, webhook.player_id)}
    return {
        "id": webhook.pk,
        "format": webhook.format,
        "server": addresses.server(webhook.url),
        "events": webhook.events,
        "mentions": own,
        "host": player_row(webhook.player),
        "state": webhook.state,
        "off_by": None if webhook.off_by is None else player_row(webhook.off_by),
        "failing_since": instant(webhook.failing_since),
        "created_at": instant(webhook.created_at),
    }


class TableWebhooksView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "POST": SCOPE}

    @extend_schema(
        operation_id="list_table_webhooks",
        summary="List a table's webhooks",
        tags=["webhooks"],
        responses={200: page_of(TableWebhookSerializer), **problems(*OUTSIDE)},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """For everyone who sits there, and the host: which chats are told of the game, the oldest first."""
        player = player_of(request)
        return only_page([_row(webhook, player) for webhook in table_webhooks.shown_to(player, game_id)])

    @extend_schema(
        operation_id="attach_table_webhook",
        summary="Have a chat told of a game",
        tags=["webhooks"],
        request=TableWebhookWishSerializer,
        responses={
            201: TableWebhookSerializer,
            **problems(
                *OUTSIDE,
                "only_the_host",
                "game_not_running",
                "webhook_address",
                "ntfy_topic",
                "wrong_mention",
                "too_many_webhooks",
                "table_wants_none",
                "scope_not_held",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """For the host: at most 3. A chat is told what any spectator may know, and the start and the end in any case.

        The token must also have “games:read”. The webhook ends with it.
        """
        player, token = player_of(request), token_of(request)
        seen_by(player, game_id)
        wish = checked(TableWebhookWishSerializer, request)
        if missing := sorted(registry.HEARING - set(token.scope.split())):
            raise Problem("scope_not_held", scopes=missing)
        webhook = table_webhooks.attach(
            host=player,
            game_id=game_id,
            form=wish["format"],
            url=wish["url"],
            events=wish["events"],
            mentions=wish["mentions"],
            token=token,
            now=timezone.now(),
        )
        return Response(_row(webhook, player), status=201)


class TableWebhookView(OfGame):
    scopes: ClassVar = {"PATCH": SCOPE, "DELETE": SCOPE}

    @extend_schema(
        operation_id="change_table_webhook",
        summary="Change a table's webhook, or switch it off",
        tags=["webhooks"],
        request=TableWebhookChangeSerializer,
        responses={
            200: TableWebhookSerializer,
            **problems(*OUTSIDE, "no_such_webhook", "only_the_host", "wrong_mention", "not_yours_to_switch_on"),
        },
    )
    def patch(self, request: Request, game_id: str, webhook_id: str) -> Response:
        """The host changes it; anyone who sits there can switch it off, and then nobody else switches it on again."""
        player, now = player_of(request), timezone.now()
        seen_by(player, game_id)
        changes = checked(TableWebhookChangeSerializer, request)
        on: bool | None = changes.pop("on", None)
        table_webhooks.shown_to(player, game_id)
        webhook = table_webhooks.find(game_id, webhook_id)
        with transaction.atomic():
            if changes:
                webhook = table_webhooks.change(
                    host=player, game_id=game_id, webhook_id=webhook_id, changes=changes, now=now
                )
            if on is not None:
                webhook = table_webhooks.switch(player=player, game_id=game_id, webhook_id=webhook_id, on=on, now=now)
        return Response(_row(webhook, player))

    @extend_schema(
        operation_id="detach_table_webhook",
        summary="Detach a table's webhook",
        tags=["webhooks"],
        responses={204: None, **problems(*OUTSIDE, "no_such_webhook", "only_the_host", "table_wants_none")},
    )
    def delete(self, request: Request, game_id: str, webhook_id: str) -> Response:
        """For the host: the chat is told nothing more."""
        table_webhooks.detach(host=player_of(request), game_id=game_id, webhook_id=webhook_id)
        return Response(status=204)


class TableWebhookTestView(OfGame):
    scopes: ClassVar = {"POST": SCOPE}

    @extend_schema(
        operation_id="test_table_webhook",
        summary="Test a table's webhook",
        tags=["webhooks"],
        request=None,
        responses={
            204: None,
            **problems(*OUTSIDE, "no_such_webhook", "only_the_host", "webhook_is_off", "too_many_deliveries"),
        },
    )
    def post(self, request: Request, game_id: str, webhook_id: str) -> Response:
        """For the host: posts a message that tells nothing."""
        table_webhooks.test(host=player_of(request), game_id=game_id, webhook_id=webhook_id, now=timezone.now())
        return Response(status=204)
