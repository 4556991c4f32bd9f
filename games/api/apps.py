"""Other people's apps, and browsers, that can act for a player."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conditional import Conditional
from games.api.forms import Facts
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.tokens import ScopesField
from games.errors import NotFound
from games.people import apps, browsers


class AppSerializer(Facts):
    """An app that you have let in: it has an access token, or what it trades for the next one."""

    id = serializers.CharField(source="app.pk")
    name = serializers.CharField(source="app.name")
    scopes = ScopesField(source="scope")
    since = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True, help_text=_("To the hour."))


class AppsView(Conditional):
    scopes: ClassVar = {"GET": "account:read"}

    @extend_schema(
        operation_id="list_apps", summary="Apps you have let in", tags=["me"], responses=page_of(AppSerializer)
    )
    def get(self, request: Request) -> Response:
        """List the apps that may act for you, by name, with what each may do."""
        rows = [app._asdict() for app in apps.authorized_apps(player_of(request), timezone.now())]
        return only_page([AppSerializer(row).data for row in rows])


class AppView(Conditional):
    scopes: ClassVar = {"DELETE": "tokens:write"}

    @extend_schema(
        operation_id="revoke_app",
        summary="Revoke an app's access",
        tags=["me"],
        responses={204: None, **problems("not_found")},
    )
    def delete(self, request: Request, app_id: int) -> Response:
        """None of its tokens works any more, and it gets no new ones unless you let it in again."""
        if not apps.show_out(player=player_of(request), app_id=app_id):
            raise NotFound("not_found")
        return Response(status=204)


class BrowsersView(Conditional):
    """The browsers in which a player is signed in; there is no list of them."""

    scopes: ClassVar = {"DELETE": "account:write"}

    @extend_schema(
        operation_id="sign_out_browsers", summary="Sign out of all browsers", tags=["me"], responses={204: None}
    )
    def delete(self, request: Request) -> Response:
        """Every one of them. Tokens and apps stay."""
        browsers.end_all(player_of(request))
        return Response(status=204)
