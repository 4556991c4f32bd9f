"""Webhooks, by which a player's program is called when something happens.

A token handles only the webhooks registered with it, which end with it: revoking a program's token takes everything
from it. All of a player's webhooks are on the player's own page. An app, by its own id and secret, handles its one
webhook, which receives the events of all players who authorize the app.

A webhook with a `game` is a chat of that table. Its host manages it, and everyone who sits there sees it and can switch
it off, with any token that may also see games.
"""

from typing import ClassVar, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.authentication import BearerTokenAuthentication
from games.api.conditional import Conditional
from games.api.forms import asked, checked
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of, require, token_of
from games.api.problems import Problem
from games.api.schema import problems
from games.errors import NotFound, Refused
from games.lobby.visible import seen_by
from games.models import Application, Player
from notifications.api.app_credentials import AppAuthentication, HasScopeOrIsApp
from notifications.api.webhook_forms import (
    DELIVERY_PAGE,
    REGISTERED,
    NewWebhookSerializer,
    WebhookChangeSerializer,
    WebhookDeliverySerializer,
    WebhookSecretSerializer,
    WebhookSerializer,
    WebhooksQuerySerializer,
    WebhookWishSerializer,
    delivery_row,
    refuse_events,
    refuse_misplaced,
    webhook_row,
)
from notifications.models import Webhook
from notifications.outbox.webhooks import registry, table_webhooks
from notifications.outbox.webhooks.table_webhooks import TableWebhookChanges

SCOPE: Final = "webhooks:write"
ANYONE: Final = ("invalid_client",)
LISTED: Final = 100
"""How many deliveries are listed, the latest first."""


class OfWebhooks(Conditional):
    """The base of views of webhooks, for tokens and for apps."""

    authentication_classes = (BearerTokenAuthentication, AppAuthentication)
    permission_classes = (HasScopeOrIsApp,)

    def get_own_webhook(self, request: Request, webhook_id: str) -> Webhook:
        """Return a webhook registered with the request's token, or the app's. Raises NotFound("no_such_webhook")."""
        webhook = _webhooks_of(request).filter(pk=webhook_id).first()
        if webhook is None:
            raise NotFound("no_such_webhook")
        return webhook

    def get_webhook(self, request: Request, webhook_id: str) -> Webhook:
        """Return one's own webhook, or that of a table where the player sits, or which the player hosts.

        Raises NotFound("no_such_webhook"), and Problem("insufficient_scope") for a table's if the token may not see
        games.
        """
        webhook, reader = _webhooks_of(request).filter(pk=webhook_id).first(), _reader_of(request)
        if webhook is None and reader is not None:
            webhook = table_webhooks.find_shown_to(reader, webhook_id)
            if webhook is not None:
                require(request, registry.READING)
        if webhook is None:
            raise NotFound("no_such_webhook")
        return webhook


def _reader_of(request: Request) -> Player | None:
    """Return the player whose token the request has; None if it is from an app."""
    return None if isinstance(request.auth, Application) else player_of(request)


def _webhooks_of(request: Request) -> QuerySet[Webhook]:
    if isinstance(request.auth, Application):
        return Webhook.objects.filter(app=request.auth)
    return registry.webhooks_of(player_of(request)).filter(token=token_of(request))


def _webhooks_at_table(request: Request, game_id: str) -> QuerySet[Webhook]:
    """Return a table's webhooks. Raises what `table_webhooks.shown_to` does, Problem("insufficient_scope")."""
    reader = _refuse_app(request)
    require(request, registry.READING)
    return table_webhooks.shown_to(reader, game_id)


def _choose_registrant(request: Request) -> registry.Registrant:
    """Return who registers a webhook, and with what. Raises Refused("app_without_owner"), Problem("scope_not_held")."""
    if isinstance(request.auth, Application):
        if request.auth.user is None:
            raise Refused("app_without_owner")
        return {"player": request.auth.user, "app": request.auth}
    _require_hearing(request)
    return {"player": player_of(request), "token": token_of(request)}


def _require_hearing(request: Request) -> None:
    """Raise Problem("scope_not_held") unless webhooks registered with the request's token could receive anything."""
    if missing := sorted(registry.HEARING - set(token_of(request).scope.split())):
        raise Problem("scope_not_held", scopes=missing)


def _refuse_app(request: Request) -> Player:
    """Return the player who asks about a table. Raises ValidationError for an app, which has no table."""
    reader = _reader_of(request)
    if reader is None:
        raise ValidationError({"game": _("With a player's token only.")})
    return reader


class WebhooksView(OfWebhooks):
    scopes: ClassVar = {"GET": SCOPE, "POST": SCOPE}

    @extend_schema(
        operation_id="list_webhooks",
        summary="List webhooks",
        tags=["webhooks"],
        parameters=[WebhooksQuerySerializer],
        responses={200: page_of(WebhookSerializer), **problems(*ANYONE, "no_such_game", "not_in_this_game")},
    )
    def get(self, request: Request) -> Response:
        """List the webhooks that were registered with the token that you send, the oldest first. An app has one.

        With “game” the chats of that table, whoever has attached them; the token must also have “games:read”.
        """
        game = asked(WebhooksQuerySerializer, request).get("game")
        shown = _webhooks_of(request) if game is None else _webhooks_at_table(request, game)
        reader = _reader_of(request)
        return only_page([webhook_row(webhook, reader) for webhook in shown])

    @extend_schema(
        operation_id="register_webhook",
        summary="Register a webhook",
        tags=["webhooks"],
        request=REGISTERED,
        responses={
            201: NewWebhookSerializer,
            **problems(
                *ANYONE,
                "webhook_address",
                "too_many_webhooks",
                "scope_not_held",
                "address_needed",
                "app_has_webhook",
                "app_without_owner",
                "no_such_game",
                "not_in_this_game",
                "only_the_host",
                "game_not_running",
                "ntfy_topic",
                "wrong_mention",
                "table_wants_none",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """From now on we post to that address what concerns you. The token must also have “games:read”.

        The webhook ends with the token: when it is revoked or runs out, nothing more is posted.

        With “game” it is a chat of your table, at most 3: it is told what any spectator may know, and the start and
        the end in any case.

        An app that shows its own id and secret has one webhook, for what concerns each player who has let the app in
        with “games:read”. Its owner gets an email.
        """
        wish = checked(WebhookWishSerializer, request)
        form, mentions = wish.pop("format"), wish.pop("mentions")
        if (game := wish.pop("game", None)) is None:
            webhook, secret = registry.register(**_choose_registrant(request), now=timezone.now(), **wish)
            return Response(webhook_row(webhook, _reader_of(request)) | {"secret": secret}, status=201)
        host = _refuse_app(request)
        _require_hearing(request)
        seen_by(host, game)
        webhook = table_webhooks.attach(
            host=host,
            game_id=game,
            form=form,
            url=wish["url"],
            events=wish["events"],
            mentions=mentions,
            token=token_of(request),
            now=timezone.now(),
        )
        return Response(webhook_row(webhook, host) | {"secret": None}, status=201)


class WebhookView(OfWebhooks):
    scopes: ClassVar = {"GET": SCOPE, "PATCH": SCOPE, "DELETE": SCOPE}

    @extend_schema(
        operation_id="get_webhook",
        summary="Get a webhook",
        tags=["webhooks"],
        responses={200: WebhookSerializer, **problems(*ANYONE, "no_such_webhook")},
    )
    def get(self, request: Request, webhook_id: str) -> Response:
        """Return a webhook, without its secret; a table's to everyone who sits there, and its host."""
        return Response(webhook_row(self.get_webhook(request, webhook_id), _reader_of(request)))

    @extend_schema(
        operation_id="change_webhook",
        summary="Change a webhook, or switch it off",
        tags=["webhooks"],
        request=WebhookChangeSerializer,
        responses={
            200: WebhookSerializer,
            **problems(
                *ANYONE,
                "no_such_webhook",
                "webhook_address",
                "only_the_host",
                "wrong_mention",
                "not_yours_to_switch_on",
                "account_suspended",
            ),
        },
    )
    def patch(self, request: Request, webhook_id: str) -> Response:
        """What you leave out stays as it is. Switch it on again when we have switched it off.

        The host changes a table's chat; anyone who sits there can switch it off, and then nobody else switches it on
        again.
        """
        webhook, changes = self.get_webhook(request, webhook_id), checked(WebhookChangeSerializer, request)
        refuse_misplaced(changes, at_table=webhook.game_id is not None)
        on: bool | None = changes.pop("on", None)
        if webhook.game_id:
            webhook = _change_at_table(player_of(request), webhook.game_id, webhook_id, changes, on=on)
        else:
            registry.change(webhook=webhook, on=on, changes=changes, now=timezone.now())
        return Response(webhook_row(webhook, _reader_of(request)))

    @extend_schema(
        operation_id="delete_webhook",
        summary="Delete a webhook",
        tags=["webhooks"],
        responses={204: None, **problems(*ANYONE, "no_such_webhook", "only_the_host", "table_wants_none")},
    )
    def delete(self, request: Request, webhook_id: str) -> Response:
        """Remove a webhook: nothing more is posted there, and past deliveries are forgotten.

        A table's chat is removed by its host.
        """
        webhook = self.get_webhook(request, webhook_id)
        if webhook.game_id:
            table_webhooks.detach(host=player_of(request), game_id=webhook.game_id, webhook_id=webhook_id)
        else:
            registry.delete(webhook=webhook)
        return Response(status=204)


@transaction.atomic
def _change_at_table(
    player: Player, game_id: str, webhook_id: str, changes: TableWebhookChanges, *, on: bool | None
) -> Webhook:
    """Change a table's webhook, completely or not at all, and return it. Raises what the services raise."""
    now = timezone.now()
    refuse_events(changes.get("events", ()))
    if changes:
        table_webhooks.change(host=player, game_id=game_id, webhook_id=webhook_id, changes=changes, now=now)
    if on is not None:
        table_webhooks.switch(player=player, game_id=game_id, webhook_id=webhook_id, on=on, now=now)
    return table_webhooks.find(game_id, webhook_id)


class WebhookSecretView(OfWebhooks):
    scopes: ClassVar = {"POST": SCOPE}

    @extend_schema(
        operation_id="rotate_webhook_secret",
        summary="Change a webhook's secret",
        tags=["webhooks"],
        request=None,
        responses={200: WebhookSecretSerializer, **problems(*ANYONE, "no_such_webhook")},
    )
    def post(self, request: Request, webhook_id: str) -> Response:
        """A new secret. For 24 hours messages have two signatures, the second by the secret before."""
        webhook = self.get_own_webhook(request, webhook_id)
        secret = registry.rotate(webhook=webhook, now=timezone.now())
        return Response({"secret": secret, "old_until": instant(webhook.old_secret_until)})


class WebhookTestView(OfWebhooks):
    scopes: ClassVar = {"POST": SCOPE}

    @extend_schema(
        operation_id="test_webhook",
        summary="Test a webhook",
        tags=["webhooks"],
        request=None,
        responses={
            201: WebhookDeliverySerializer,
            **problems(*ANYONE, "no_such_webhook", "webhook_is_off", "too_many_deliveries", "only_the_host"),
        },
    )
    def post(self, request: Request, webhook_id: str) -> Response:
        """Posts a message of type “test” at once. The list of deliveries says what became of it.

        To an app it is about no player. A table's chat is tested by its host.
        """
        webhook, now = self.get_webhook(request, webhook_id), timezone.now()
        if webhook.game_id:
            delivery = table_webhooks.test(
                host=player_of(request), game_id=webhook.game_id, webhook_id=webhook_id, now=now
            )
        else:
            delivery = registry.test(webhook=webhook, now=now)
        return Response(delivery_row(delivery), status=201)


class WebhookDeliveriesView(OfWebhooks):
    scopes: ClassVar = {"GET": SCOPE}

    @extend_schema(
        operation_id="list_webhook_deliveries",
        summary="List what was posted",
        tags=["webhooks"],
        responses={200: DELIVERY_PAGE, **problems(*ANYONE, "no_such_webhook")},
    )
    def get(self, request: Request, webhook_id: str) -> Response:
        """The last 100 of the last 14 days, the latest first. An app sees none that was dropped, nor the game of one
        that waits. A table's chat has no such list.
        """
        webhook = self.get_own_webhook(request, webhook_id)
        return only_page([delivery_row(delivery) for delivery in registry.deliveries(webhook)[:LISTED]])


class WebhookReplayView(OfWebhooks):
    scopes: ClassVar = {"POST": SCOPE}

    @extend_schema(
        operation_id="replay_webhook_delivery",
        summary="Post a message again",
        tags=["webhooks"],
        request=None,
        responses={
            200: WebhookDeliverySerializer,
            **problems(
                *ANYONE,
                "no_such_webhook",
                "no_such_delivery",
                "webhook_is_off",
                "delivery_dropped",
                "too_many_deliveries",
            ),
        },
    )
    def post(self, request: Request, webhook_id: str, delivery_id: int) -> Response:
        """With the same “webhook-id”, whether or not it is still true. One that waits is posted now.

        To an app it is only posted if the player still lets the app in.
        """
        delivery = registry.delivery(self.get_own_webhook(request, webhook_id), delivery_id)
        return Response(delivery_row(registry.replay(delivery=delivery, now=timezone.now())))
