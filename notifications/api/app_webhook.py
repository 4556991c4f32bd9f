"""An app's one webhook, which receives the events of all players who authorize the app.

An app authenticates by its own id and secret here, not by a player's token (RFC 6749, 2.3.1). The webhook of an app
that cannot keep a secret is created by its owner, on the page of webhooks.
"""

from typing import ClassVar, Final, cast

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.conditional import Conditional
from games.api.forms import checked
from games.api.instants import instant
from games.api.pagination import only_page
from games.api.permissions import ANY
from games.api.problems import Problem
from games.api.schema import problems
from games.api.throttles import AnonymousThrottle
from games.errors import Refused
from games.models import Application
from games.people import app_secrets
from games.people.networks import network_of
from notifications.api.webhooks import (
    DELIVERY_PAGE,
    LISTED,
    NewWebhookSerializer,
    WebhookChangeSerializer,
    WebhookDeliverySerializer,
    WebhookSecretSerializer,
    WebhookSerializer,
    WebhookWishSerializer,
    changed,
    delivery_row,
    webhook_row,
)
from notifications.models import Webhook
from notifications.outbox.webhooks import registry

REALM: Final = 'Basic realm="night-mail", charset="UTF-8"'
ANYONE: Final = ("invalid_client",)


class AppThrottle(AnonymousThrottle):
    """A limit on attempts with an id and a secret, by network."""

    name = "app"

    def who(self, request: Request) -> str:
        return network_of(request)


class AppAuthentication(BaseAuthentication):
    """An app that can keep a secret, by HTTP Basic (RFC 7617). Players' tokens are not accepted here."""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser | AnonymousUser, Application]:
        throttle = AppThrottle()
        if not throttle.allow_request(request, cast("APIView", None)):
            raise Throttled(throttle.wait())
        app = _find_app(request)
        if app is None:
            raise Problem("invalid_client", headers={"WWW-Authenticate": REALM})
        return app.user or AnonymousUser(), app

    def authenticate_header(self, request: Request) -> str:
        return REALM


class AppScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The schema's entry for apps' own credentials."""

    target_class = AppAuthentication
    name = "app"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "basic", "description": "An app's own id and secret."}


class IsApp(BasePermission):
    """A permission for apps, not players."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.auth, Application)


def _find_app(request: Request) -> Application | None:
    """Return the app with the request's id and secret; None if there is none. Raises Refused("too_many_requests")."""
    credentials = app_secrets.read_basic(request.headers.get("Authorization", ""))
    if credentials is None:
        return None
    can_keep_one = Application.objects.filter(client_type=Application.CLIENT_CONFIDENTIAL).select_related("user")
    app = can_keep_one.filter(client_id=credentials.client_id).first()
    return app if app_secrets.is_right(app, credentials, network_of(request)) else None


class OfApp(Conditional):
    """The base of views for an app that authenticates by its own id and secret."""

    authentication_classes = (AppAuthentication,)
    permission_classes = (IsApp,)
    throttle_classes = ()  # the attempt is counted before the secret is checked
    scopes: ClassVar = {"GET": ANY, "POST": ANY, "PATCH": ANY, "DELETE": ANY}

    def app(self, request: Request) -> Application:
        """Return the app that makes the request."""
        return cast("Application", request.auth)

    def get_webhook(self, request: Request) -> Webhook:
        """Return the app's webhook. Raises NotFound("no_such_webhook")."""
        return registry.of_app(self.app(request))


class AppWebhookView(OfApp):
    @extend_schema(
        operation_id="get_app_webhook",
        summary="Get an app's webhook",
        tags=["webhooks"],
        responses={200: WebhookSerializer, **problems(*ANYONE, "no_such_webhook")},
    )
    def get(self, request: Request) -> Response:
        """Return your app's webhook, without its secret."""
        return Response(webhook_row(self.get_webhook(request)))

    @extend_schema(
        operation_id="register_app_webhook",
        summary="Register an app's webhook",
        tags=["webhooks"],
        request=WebhookWishSerializer,
        responses={
            201: NewWebhookSerializer,
            **problems(*ANYONE, "webhook_address", "app_has_webhook", "app_without_owner"),
        },
    )
    def post(self, request: Request) -> Response:
        """From now on we post to that address what concerns each player who has let the app in with “games:read”.

        An app has one. Its owner gets an email.
        """
        wish, app = checked(WebhookWishSerializer, request), self.app(request)
        if app.user is None:
            raise Refused("app_without_owner")
        webhook, secret = registry.register(player=app.user, app=app, now=timezone.now(), **wish)
        return Response(webhook_row(webhook, secret=secret), status=201)

    @extend_schema(
        operation_id="change_app_webhook",
        summary="Change an app's webhook",
        tags=["webhooks"],
        request=WebhookChangeSerializer,
        responses={200: WebhookSerializer, **problems(*ANYONE, "no_such_webhook", "webhook_address")},
    )
    def patch(self, request: Request) -> Response:
        """What you leave out stays as it is. Switch it on again when we have switched it off."""
        return changed(self.get_webhook(request), request)

    @extend_schema(
        operation_id="delete_app_webhook",
        summary="Delete an app's webhook",
        tags=["webhooks"],
        responses={204: None, **problems(*ANYONE, "no_such_webhook")},
    )
    def delete(self, request: Request) -> Response:
        """Remove your app's webhook: nothing more is posted there, and past deliveries are forgotten."""
        registry.delete(webhook=self.get_webhook(request))
        return Response(status=204)


class AppWebhookSecretView(OfApp):
    @extend_schema(
        operation_id="rotate_app_webhook_secret",
        summary="Change the secret of an app's webhook",
        tags=["webhooks"],
        request=None,
        responses={200: WebhookSecretSerializer, **problems(*ANYONE, "no_such_webhook")},
    )
    def post(self, request: Request) -> Response:
        """A new secret. For 24 hours messages have two signatures, the second by the secret before."""
        webhook = self.get_webhook(request)
        secret = registry.rotate(webhook=webhook, now=timezone.now())
        return Response({"secret": secret, "old_until": instant(webhook.old_secret_until)})


class AppWebhookTestView(OfApp):
    @extend_schema(
        operation_id="test_app_webhook",
        summary="Test an app's webhook",
        tags=["webhooks"],
        request=None,
        responses={
            201: WebhookDeliverySerializer,
            **problems(*ANYONE, "no_such_webhook", "webhook_is_off", "too_many_deliveries"),
        },
    )
    def post(self, request: Request) -> Response:
        """Posts a message of type “test” at once, about no player."""
        return Response(delivery_row(registry.test(webhook=self.get_webhook(request), now=timezone.now())), status=201)


class AppWebhookDeliveriesView(OfApp):
    @extend_schema(
        operation_id="list_app_webhook_deliveries",
        summary="List what was posted to an app",
        tags=["webhooks"],
        responses={200: DELIVERY_PAGE, **problems(*ANYONE, "no_such_webhook")},
    )
    def get(self, request: Request) -> Response:
        """The last 100 of the last 14 days, the latest first; none that was dropped. One that waits names no game."""
        return only_page(
            [delivery_row(delivery) for delivery in registry.deliveries(self.get_webhook(request))[:LISTED]]
        )


class AppWebhookReplayView(OfApp):
    @extend_schema(
        operation_id="replay_app_webhook_delivery",
        summary="Post a message to an app again",
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
    def post(self, request: Request, delivery_id: int) -> Response:
        """With the same “webhook-id”, if the player still lets the app in."""
        delivery = registry.delivery(self.get_webhook(request), delivery_id)
        return Response(delivery_row(registry.replay(delivery=delivery, now=timezone.now())))
