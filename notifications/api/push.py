"""Push subscriptions: a player's device shows what any spectator may know, whenever an email is created.

A token handles only the subscriptions registered with it, which end with it, like webhooks; so they share a scope. All
of a player's devices are on the player's own page.
"""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of, token_of
from games.api.problems import Problem
from games.api.schema import problems
from games.errors import NotFound
from notifications.models import LONGEST_DEVICE, LONGEST_URL, PushSubscription
from notifications.outbox.push import registry, vapid
from notifications.outbox.push.registry import BrowserKeys
from notifications.outbox.webhooks.registry import HEARING

SCOPE: Final = "webhooks:write"


class PushSubscriptionSerializer(Facts):
    """A device that shows notifications. Nobody is shown its address or keys again."""

    id = serializers.CharField()
    label = serializers.CharField(help_text=_("What you call it."))  # type: ignore[assignment]
    server = serializers.CharField(help_text=_("The host of its push service."))
    created_at = serializers.DateTimeField()
    pushed_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When its push service last took a message; null if it never has.")
    )
    failing_since = serializers.DateTimeField(
        allow_null=True,
        help_text=_("Since when its push service has taken nothing; null if it took the last message."),
    )


class BrowserKeysSerializer(Facts):
    """A browser's push keys, in base64url."""

    p256dh = serializers.CharField(max_length=100, help_text=_("Its public key: 65 bytes, a point of P-256."))
    auth = serializers.CharField(max_length=30, help_text=_("Its secret: 16 bytes."))


class PushWishSerializer(Facts):
    """What a browser gets when it subscribes, as its `PushSubscription.toJSON()` says it."""

    endpoint = serializers.CharField(max_length=LONGEST_URL, help_text=_("Where its push service takes messages."))
    keys = BrowserKeysSerializer()
    label = serializers.CharField(max_length=LONGEST_DEVICE, help_text=_("What you call it."))  # type: ignore[assignment]


class PushKeySerializer(Facts):
    """What to subscribe with."""

    key = serializers.CharField(help_text=_("For `applicationServerKey`: our public key, in base64url (RFC 8292)."))


def push_row(subscription: PushSubscription) -> Json:
    return {
        "id": subscription.pk,
        "label": subscription.label,
        "server": subscription.server,
        "created_at": instant(subscription.created_at),
        "pushed_at": instant(subscription.pushed_at),
        "failing_since": instant(subscription.failing_since),
    }


class OfPush(Conditional):
    """The base of views of push subscriptions."""

    def get_subscription(self, request: Request, subscription_id: str) -> PushSubscription:
        """Return a subscription registered with the request's token. Raises NotFound("no_such_push_subscription")."""
        subscription = registry.find(player_of(request), subscription_id)
        if subscription.token_id != token_of(request).pk:
            raise NotFound("no_such_push_subscription")
        return subscription


class PushSubscriptionsView(OfPush):
    scopes: ClassVar = {"GET": SCOPE, "POST": SCOPE}

    @extend_schema(
        operation_id="list_push_subscriptions",
        summary="List push subscriptions",
        tags=["push"],
        responses=page_of(PushSubscriptionSerializer),
    )
    def get(self, request: Request) -> Response:
        """List the browsers that were registered with the token that you send, the oldest first."""
        return only_page(
            [
                push_row(subscription)
                for subscription in registry.subscriptions_of(player_of(request)).filter(token=token_of(request))
            ]
        )

    @extend_schema(
        operation_id="register_push_subscription",
        summary="Register a push subscription",
        tags=["push"],
        request=PushWishSerializer,
        responses={
            201: PushSubscriptionSerializer,
            **problems(
                "push_endpoint",
                "push_keys",
                "push_is_off",
                "too_many_push_subscriptions",
                "scope_not_held",
                "address_needed",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """From now on the device shows what is told. The token must also have “games:read”, and ends it when it ends.

        A device that is registered already, for you or for anyone else, is registered anew, for you.
        """
        wish = checked(PushWishSerializer, request)
        if missing := sorted(HEARING - set(token_of(request).scope.split())):
            raise Problem("scope_not_held", scopes=missing)
        subscription = registry.register(
            player=player_of(request),
            keys=BrowserKeys(wish["endpoint"], **wish["keys"]),
            label=wish["label"],
            token=token_of(request),
            now=timezone.now(),
        )
        return Response(push_row(subscription), status=201)


class PushSubscriptionView(OfPush):
    scopes: ClassVar = {"DELETE": SCOPE}

    @extend_schema(
        operation_id="delete_push_subscription",
        summary="Remove a push subscription",
        tags=["push"],
        responses={204: None, **problems("no_such_push_subscription")},
    )
    def delete(self, request: Request, subscription_id: str) -> Response:
        """Remove a browser: nothing more is sent there, nor what still waits."""
        registry.remove(subscription=self.get_subscription(request, subscription_id))
        return Response(status=204)


class PushTestView(OfPush):
    scopes: ClassVar = {"POST": SCOPE}

    @extend_schema(
        operation_id="test_push_subscription",
        summary="Test a push subscription",
        tags=["push"],
        request=None,
        responses={204: None, **problems("no_such_push_subscription", "push_is_off", "too_many_deliveries")},
    )
    def post(self, request: Request, subscription_id: str) -> Response:
        """Tells the device that notifications work. `pushed_at` says when its push service took it."""
        registry.test(subscription=self.get_subscription(request, subscription_id), now=timezone.now())
        return Response(status=204)


class PushKeyView(OfPush):
    scopes: ClassVar = {"GET": SCOPE}

    @extend_schema(
        operation_id="get_push_key",
        summary="Get the key to subscribe with",
        tags=["push"],
        responses={200: PushKeySerializer, **problems("push_is_off")},
    )
    def get(self, request: Request) -> Response:
        """Our public key. It hardly ever changes; when it does, every device must subscribe anew."""
        return Response({"key": vapid.public_key()})
