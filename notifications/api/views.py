"""Preferences, for whoever is signed in, and unsubscribing, for whoever holds a mail."""

from collections.abc import Iterable
from typing import ClassVar

from django.core.signing import BadSignature
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import override
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.conditional import Conditional
from games.api.forms import checked
from games.api.permissions import player_of
from games.models import Player
from notifications import languages, links
from notifications.api.serializers import PreferencesSerializer, UnsubscribedSerializer
from notifications.lists import EMAILS, Mode, Stream
from notifications.policy import preferences

HTML = "text/html"


class PreferencesView(Conditional):
    """Which mails a player gets."""

    scopes: ClassVar = {"GET": "account:read", "PUT": "account:write"}

    @extend_schema(
        operation_id="preferences", summary="Which mails you get", tags=["me"], responses=PreferencesSerializer
    )
    def get(self, request: Request) -> Response:
        """Every stream of mail, and whether any of it comes; `/me/mail` says how soon, and more.

        A mail about your account is of no stream: it always comes.
        """
        return _preferences(player_of(request))

    @extend_schema(
        operation_id="put_preferences",
        summary="Choose which mails you get",
        tags=["me"],
        request=PreferencesSerializer,
        responses=PreferencesSerializer,
    )
    def put(self, request: Request) -> Response:
        """Switches every stream on or off, at once: mails that wait are looked at again."""
        streams, player = checked(PreferencesSerializer, request)["streams"], player_of(request)
        preferences.switch(player, {Stream(name): on for name, on in streams.items()}, now=timezone.now())
        return _preferences(player)


def _preferences(player: Player) -> Response:
    streams = preferences.of_player(player)
    return Response({"streams": {stream.value: mode != Mode.OFF for stream, mode in streams.items()}})


class NeverRefuses(BaseContentNegotiation):
    """Takes whatever is sent, and answers in whatever we have: a mail provider's POST must not fail for its headers."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        return next(iter(parsers))

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type or ""


class UnsubscribeView(APIView):
    """One click in a mail, without a login (RFC 8058). Nothing happens on GET: link scanners fetch every link."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()
    content_negotiation_class = NeverRefuses

    @extend_schema(
        operation_id="ask_before_unsubscribing",
        summary="Ask before unsubscribing",
        tags=["mail"],
        responses={(200, HTML): OpenApiResponse(OpenApiTypes.STR, "A page with a button that does the POST.")},
        auth=[],
    )
    def get(self, request: Request, token: str) -> HttpResponse:
        """A page for people that says which mails the token ends. It changes nothing."""
        return _page(request, *_read(token), done=False)

    @extend_schema(
        operation_id="unsubscribe",
        summary="Unsubscribe from a stream of mail",
        tags=["mail"],
        request=None,
        responses=UnsubscribedSerializer,
        auth=[],
    )
    def post(self, request: Request, token: str) -> HttpResponse:
        """Switches the token's stream off, at once and for good; twice is as good as once. The body does not matter."""
        player, stream = _read(token)
        preferences.leave(player, stream)
        if HTML in request.headers.get("Accept", ""):
            return _page(request, player, stream, done=True)
        return Response({"stream": stream, "on": False})


def _read(token: str) -> tuple[str, str]:
    try:
        return links.read_unsubscribe(token, timezone.now())
    except BadSignature as error:
        raise Http404 from error


def _page(request: Request, player_id: str, name: str, *, done: bool) -> HttpResponse:
    with override(languages.of_player(Player.objects.filter(pk=player_id).first())):
        return render(request._request, "notifications/unsubscribe.html", {"emails": EMAILS[name], "done": done})
