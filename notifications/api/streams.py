"""Streams of events about the account or a game, served by `notifications.streams`."""

from typing import Any, ClassVar, Final

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.authentication import BearerTokenAuthentication
from games.api.games.of_game import Hiding
from games.api.permissions import HasScope, player_of
from games.api.problems import Problem
from games.api.schema import problems
from games.api.view import ApiView
from games.models import AccessToken, Player
from games.people import suspension
from notifications.streams.accounts import AccountSource
from notifications.streams.asgi import Opening, StreamRequest, StreamResponse
from notifications.streams.channel import EventSource
from notifications.streams.events import Form
from notifications.streams.games import source_for
from notifications.streams.rights import SCOPE, Listener

LONGEST_ID: Final = 40
LAST: Final = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="The id of the last event you got: you get each that came after it.",
)
# drf-spectacular's documentation asks for names, but it passes requirements on unchanged.
SECURITY: Final[Any] = [{"token": [SCOPE]}, {"oauth2": [SCOPE]}]
REFUSALS: Final = problems("account_suspended", "stream_elsewhere", "too_many_streams", "streams_full")


class EventStreamRenderer(JSONRenderer):
    """A renderer for content negotiation of server-sent events; it renders only refusals."""

    media_type = Form.EVENTS.value
    format = "events"


class LinesRenderer(JSONRenderer):
    """A renderer for content negotiation of NDJSON; it renders only refusals."""

    media_type = Form.LINES.value
    format = "lines"


class BrowserAuthentication(BaseAuthentication):
    """A browser's session, accepted for streams because they are read-only, and unreadable to other sites' pages."""

    def authenticate(self, request: Request) -> tuple[Player, None] | None:
        user = getattr(request._request, "user", None)
        return (user, None) if isinstance(user, Player) and user.is_active else None


class MayHear(HasScope):
    """A permission for tokens with the scope, or a browser's session."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        signed_in = isinstance(request.successful_authenticator, BrowserAuthentication)
        return signed_in or super().has_permission(request, view)


class StreamView(ApiView):
    """A view whose response stays open, if the request came to a process that serves streams."""

    authentication_classes = (BearerTokenAuthentication, BrowserAuthentication)
    permission_classes = (MayHear,)
    renderer_classes = (EventStreamRenderer, LinesRenderer)
    scopes: ClassVar = {"GET": SCOPE}

    def opened(self, request: Request, source: EventSource) -> StreamResponse:
        """Return the response to a permitted reader. Raises Refused, Problem."""
        player = player_of(request)
        suspension.refuse_suspended(player, timezone.now())
        django_request = request._request
        if not isinstance(django_request, StreamRequest):
            raise Problem("stream_elsewhere")
        django_request.hub.refuse_more(player.pk)
        form = Form(request.accepted_renderer.media_type)
        return StreamResponse(Opening(source, _listener(request), form, _last(request)))


class AccountStreamView(StreamView):
    @extend_schema(
        operation_id="stream_account",
        summary="Hear what concerns you",
        tags=["streams"],
        auth=SECURITY,
        parameters=[LAST],
        responses={
            (200, Form.EVENTS.value): OpenApiResponse(str, description="Events, for as long as you listen."),
            (200, Form.LINES.value): OpenApiResponse(str, description="The same, an event a line."),
            **REFUSALS,
        },
    )
    def get(self, request: Request) -> StreamResponse:
        """Your turns, every entry in your games, invitations, disputes, talk, proposals, games that end.

        An open answer, as server-sent events or as NDJSON (by “Accept”). First “account”: your games, the questions
        that wait for you, your invitations. Then an event for each thing that happens, by ids: ask for the rest.
        “Last-Event-ID” goes on from there for seven days and 5000 events: you get what you missed, then “account”
        again. When that cannot be, “reset” says so, and the present state follows. Do not parse ids. A comment or
        empty line comes every 7 seconds at most.
        """
        return self.opened(request, AccountSource(player_of(request).pk))


class GameStreamView(Hiding, StreamView):
    @extend_schema(
        operation_id="stream_game",
        summary="Hear what happens in a game",
        tags=["streams"],
        auth=SECURITY,
        parameters=[LAST],
        responses={
            (200, Form.EVENTS.value): OpenApiResponse(str, description="Events, for as long as you listen."),
            (200, Form.LINES.value): OpenApiResponse(str, description="The same, an event a line."),
            **problems("no_such_game"),
            **REFUSALS,
        },
    )
    def get(self, request: Request, game_id: str) -> StreamResponse:
        """A game, as you may know it: first “game”, the same as `get_game`; then every “entry”, as in `get_log`.

        “talk” says that something was said (`get_talk`). “game” comes again when something has changed that is in no
        entry: who sits there, its name, a proposal. “Last-Event-ID” goes on after any entry, on any server, at any
        time, without “game” at first. If you get or lose a seat, the stream ends: connect again.
        """
        return self.opened(request, source_for(player_of(request), game_id))


def _listener(request: Request) -> Listener:
    """Return the reader, with the token or session that admitted them."""
    player = player_of(request)
    if isinstance(request.auth, AccessToken):
        return Listener(player.pk, request.auth.pk)
    return Listener(player.pk, None, request._request.session.session_key or "", player.password)


def _last(request: Request) -> str | None:
    """Return the id of the last event that the reader has received, cut to the length of our ids; None without one."""
    last = request.headers.get("Last-Event-ID", "").strip()
    return last[:LONGEST_ID] or None
