"""Unsubscribing, for anyone who has the email."""

from collections.abc import Iterable

from django.core.signing import BadSignature
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import languages
from games.api.forms import Facts
from games.models import Player
from notifications import links
from notifications.lists import describe_emails
from notifications.policy import preferences

HTML = "text/html"


class UnsubscribedSerializer(Facts):
    """The list of emails that was switched off."""

    stream = serializers.CharField(
        help_text=_("“turns”, “reminders”, “games”, “invitations”, “digest”, “tables”, or “club-” and a club's id.")
    )
    on = serializers.BooleanField(help_text=_("False: you get no more of these emails."))


class NeverRefuses(BaseContentNegotiation):
    """Content negotiation that accepts any media type: an email provider's POST must not fail because of its
    headers.
    """

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        return next(iter(parsers))

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type or ""


class UnsubscribeView(APIView):
    """One click in an email, without sign-in (RFC 8058). A GET changes nothing, since link scanners fetch every
    link.
    """

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()
    content_negotiation_class = NeverRefuses

    @extend_schema(
        operation_id="get_unsubscribe_page",
        summary="Ask before unsubscribing",
        tags=["mail"],
        responses={(200, HTML): OpenApiResponse(OpenApiTypes.STR, "A page with a button that does the POST.")},
        auth=[],
    )
    def get(self, request: Request, token: str) -> HttpResponse:
        """A page that says which emails the token stops. It changes nothing."""
        return _page(request, *_read(token), has_unsubscribed=False)

    @extend_schema(
        operation_id="unsubscribe_stream",
        summary="Unsubscribe from a stream of emails",
        tags=["mail"],
        request=None,
        responses=UnsubscribedSerializer,
        auth=[],
    )
    def post(self, request: Request, token: str) -> HttpResponse:
        """Switches the token's stream off at once, until you switch it on again. Twice is fine; the body is ignored."""
        player, stream = _read(token)
        preferences.leave(player, stream)
        if HTML in request.headers.get("Accept", ""):
            return _page(request, player, stream, has_unsubscribed=True)
        return Response({"stream": stream, "on": False})


def _read(token: str) -> tuple[str, str]:
    try:
        return links.read_unsubscribe(token, timezone.now())
    except BadSignature as error:
        raise Http404 from error


def _page(request: Request, player_id: str, name: str, *, has_unsubscribed: bool) -> HttpResponse:
    languages.activate_for(Player.objects.filter(pk=player_id).first())
    context = {"emails": describe_emails(name), "done": has_unsubscribed}
    return render(request._request, "notifications/unsubscribe.html", context)
