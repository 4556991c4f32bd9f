"""Apps that authenticate by their own id and secret, not by a player's token (RFC 6749, 2.3.1).

Only an app that can keep a secret can. The webhook of any other is created by its owner, on the page of webhooks.
"""

from typing import Final, cast

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.permissions import HasScope
from games.api.problems import Problem
from games.api.throttles import AnonymousThrottle
from games.models import Application
from games.people import app_secrets
from games.people.networks import network_of

REALM: Final = 'Basic realm="night-mail", charset="UTF-8"'


class AppThrottle(AnonymousThrottle):
    """A limit on attempts with an id and a secret, by network."""

    name = "app"

    def who(self, request: Request) -> str:
        return network_of(request)


class AppAuthentication(BaseAuthentication):
    """An app that can keep a secret, by HTTP Basic (RFC 7617)."""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser | AnonymousUser, Application] | None:
        if not request.headers.get("Authorization", "").lower().startswith("basic "):
            return None
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


class HasScopeOrIsApp(HasScope):
    """A permission for tokens with the scope of the request's method, and for apps themselves."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.auth, Application) or super().has_permission(request, view)


def _find_app(request: Request) -> Application | None:
    """Return the app with the request's id and secret; None if there is none. Raises Refused("too_many_requests")."""
    credentials = app_secrets.read_basic(request.headers.get("Authorization", ""))
    if credentials is None:
        return None
    can_keep_one = Application.objects.filter(client_type=Application.CLIENT_CONFIDENTIAL).select_related("user")
    app = can_keep_one.filter(client_id=credentials.client_id).first()
    return app if app_secrets.is_right(app, credentials, network_of(request)) else None
