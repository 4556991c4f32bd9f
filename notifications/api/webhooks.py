"""Webhooks, by which a player's program is called when something happens.

A token handles only the webhooks registered with it, which end with it: revoking a program's token takes everything
from it. All of a player's webhooks are on the player's own page. An app, by its own id and secret, handles its one
webhook, which receives the events of all players who authorize the app.
"""

from typing import ClassVar, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.authentication import BearerTokenAuthentication
from games.api.conditional import Conditional
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of, token_of
from games.api.problems import Problem
from games.api.schema import problems
from games.errors import NotFound, Refused
from games.models import Application
from notifications.api.app_credentials import AppAuthentication, HasScopeOrIsApp
from notifications.models import LONGEST_LABEL, LONGEST_URL, Webhook, WebhookDelivery
from notifications.outbox.webhooks import registry
from notifications.outbox.webhooks.events import OFFERED, TITLES

SCOPE: Final = "webhooks:write"
ANYONE: Final = ("invalid_client",)
HEARD: Final = list(OFFERED.items())
LISTED: Final = 100
"""How many deliveries are listed, the latest first."""


class WebhookSerializer(Facts):
    """Where a program of yours is called, and of what it hears."""

    id = serializers.CharField()
    url = serializers.CharField(help_text=_("Where we post."))
    events = serializers.ListField(child=serializers.ChoiceField(choices=HEARD))
    full = serializers.BooleanField(help_text=_("Each message also has the game, as you may see it then."))
    label = serializers.CharField(help_text=_("What you call it."))  # type: ignore[assignment]
    state = serializers.ChoiceField(
        choices=Webhook.State.choices,
        help_text=_("“gone”: your server answered 410. “failing”: it took nothing for days. Only “on” hears anything."),
    )
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text=_("Since when your server has taken nothing; null if it took the last message.")
    )
    created_at = serializers.DateTimeField()


class NewWebhookSerializer(WebhookSerializer):
    """A new webhook with its secret, which is shown only once."""

    secret = serializers.CharField(help_text=_("With which messages are signed. Nobody can show it again."))


class WebhookWishSerializer(Facts):
    """What to register."""

    url = serializers.CharField(
        max_length=LONGEST_URL, help_text=_("https, on the Internet; a port, path and query if you like.")
    )
    events = serializers.ListField(child=serializers.ChoiceField(choices=HEARD), min_length=1, max_length=len(OFFERED))
    full = serializers.BooleanField(default=False, help_text=_("Send the game with each message."))
    label = serializers.CharField(  # type: ignore[assignment]
        max_length=LONGEST_LABEL, default="", allow_blank=True, help_text=_("What you call it.")
    )


class WebhookChangeSerializer(Facts):
    """Only what you want to change; anything you leave out stays as it is."""

    url = serializers.CharField(required=False, max_length=LONGEST_URL)
    events = serializers.ListField(
        required=False,
        child=serializers.ChoiceField(choices=HEARD),
        min_length=1,
        max_length=len(OFFERED),
    )
    full = serializers.BooleanField(required=False)
    label = serializers.CharField(required=False, max_length=LONGEST_LABEL, allow_blank=True)  # type: ignore[assignment]
    on = serializers.BooleanField(required=False, help_text=_("Off: what waits is dropped, and nothing new is noted."))


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


def webhook_row(webhook: Webhook, **more: str) -> Json:
    return {
        "id": webhook.pk,
        "url": webhook.url,
        "events": webhook.events,
        "full": webhook.full,
        "label": webhook.label,
        "state": webhook.state,
        "failing_since": instant(webhook.failing_since),
        "created_at": instant(webhook.created_at),
        **more,
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


def changed(webhook: Webhook, request: Request) -> Response:
    """Change the webhook by the request's body, completely or not at all, and return it."""
    changes = checked(WebhookChangeSerializer, request)
    registry.change(webhook=webhook, on=changes.pop("on", None), changes=changes, now=timezone.now())
    return Response(webhook_row(webhook))


def _find_game(delivery: WebhookDelivery) -> str | None:
    """Return a delivery's game; to an app only after posting, since it may never get to know what still waits."""
    if delivery.webhook.app_id is not None and delivery.state not in (
        WebhookDelivery.State.SENT,
        WebhookDelivery.State.FAILED,
    ):
        return None
    return delivery.notification.game_id if delivery.notification else delivery.game_id


class OfWebhooks(Conditional):
    """The base of views of webhooks, for tokens and for apps."""

    authentication_classes = (BearerTokenAuthentication, AppAuthentication)
    permission_classes = (HasScopeOrIsApp,)

    def get_webhook(self, request: Request, webhook_id: str) -> Webhook:
        """Return a webhook registered with the request's token, or the app's. Raises NotFound("no_such_webhook")."""
        webhook = _webhooks_of(request).filter(pk=webhook_id).first()
        if webhook is None:
            raise NotFound("no_such_webhook")
        return webhook


def _webhooks_of(request: Request) -> QuerySet[Webhook]:
    if isinstance(request.auth, Application):
        return Webhook.objects.filter(app=request.auth)
    return registry.webhooks_of(player_of(request)).filter(token=token_of(request))


def _choose_registrant(request: Request) -> registry.Registrant:
    """Return who registers a webhook, and with what. Raises Refused("app_without_owner"), Problem("scope_not_held")."""
    if isinstance(request.auth, Application):
        if request.auth.user is None:
            raise Refused("app_without_owner")
        return {"player": request.auth.user, "app": request.auth}
    if missing := sorted(registry.HEARING - set(token_of(request).scope.split())):
        raise Problem("scope_not_held", scopes=missing)
    return {"player": player_of(request), "token": token_of(request)}


class WebhooksView(OfWebhooks):
    scopes: ClassVar = {"GET": SCOPE, "POST": SCOPE}

    @extend_schema(
        operation_id="list_webhooks",
        summary="List webhooks",
        tags=["webhooks"],
        responses={200: page_of(WebhookSerializer), **problems(*ANYONE)},
    )
    def get(self, request: Request) -> Response:
        """List the webhooks that were registered with the token that you send, the oldest first. An app has one."""
        return only_page([webhook_row(webhook) for webhook in _webhooks_of(request)])

    @extend_schema(
        operation_id="register_webhook",
        summary="Register a webhook",
        tags=["webhooks"],
        request=WebhookWishSerializer,
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
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """From now on we post to that address what concerns you. The token must also have “games:read”.

        The webhook ends with the token: when it is revoked or runs out, nothing more is posted.

        An app that shows its own id and secret has one webhook, for what concerns each player who has let the app in
        with “games:read”. Its owner gets an email.
        """
        wish = checked(WebhookWishSerializer, request)
        webhook, secret = registry.register(**_choose_registrant(request), now=timezone.now(), **wish)
        return Response(webhook_row(webhook, secret=secret), status=201)


class WebhookView(OfWebhooks):
    scopes: ClassVar = {"GET": SCOPE, "PATCH": SCOPE, "DELETE": SCOPE}

    @extend_schema(
        operation_id="get_webhook",
        summary="Get a webhook",
        tags=["webhooks"],
        responses={200: WebhookSerializer, **problems(*ANYONE, "no_such_webhook")},
    )
    def get(self, request: Request, webhook_id: str) -> Response:
        """Return a webhook, without its secret."""
        return Response(webhook_row(self.get_webhook(request, webhook_id)))

    @extend_schema(
        operation_id="change_webhook",
        summary="Change a webhook",
        tags=["webhooks"],
        request=WebhookChangeSerializer,
        responses={200: WebhookSerializer, **problems(*ANYONE, "no_such_webhook", "webhook_address")},
    )
    def patch(self, request: Request, webhook_id: str) -> Response:
        """What you leave out stays as it is. Switch it on again when we have switched it off."""
        return changed(self.get_webhook(request, webhook_id), request)

    @extend_schema(
        operation_id="delete_webhook",
        summary="Delete a webhook",
        tags=["webhooks"],
        responses={204: None, **problems(*ANYONE, "no_such_webhook")},
    )
    def delete(self, request: Request, webhook_id: str) -> Response:
        """Remove a webhook: nothing more is posted there, and past deliveries are forgotten."""
        registry.delete(webhook=self.get_webhook(request, webhook_id))
        return Response(status=204)


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
        webhook = self.get_webhook(request, webhook_id)
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
            **problems(*ANYONE, "no_such_webhook", "webhook_is_off", "too_many_deliveries"),
        },
    )
    def post(self, request: Request, webhook_id: str) -> Response:
        """Posts a message of type “test” at once. The list of deliveries says what became of it.

        To an app it is about no player.
        """
        delivery = registry.test(webhook=self.get_webhook(request, webhook_id), now=timezone.now())
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
        that waits.
        """
        webhook = self.get_webhook(request, webhook_id)
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
        delivery = registry.delivery(self.get_webhook(request, webhook_id), delivery_id)
        return Response(delivery_row(registry.replay(delivery=delivery, now=timezone.now())))
