"""Many games in one response, one per line; a client can continue after the last line received."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import ClassVar, Final

import structlog
from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from engine import UnknownRuleset
from engine.codec import Json
from games import ids
from games.api.fields import InstantField
from games.api.games.narrowed import RulesetChoiceSerializer
from games.api.games.told import ToldGames
from games.api.pagination import rows_wanted
from games.api.permissions import AnyoneReads, reader_of
from games.api.throttles import AnonymousThrottle, ExportThrottle, PlayerThrottle
from games.api.unions import ref
from games.api.view import ApiView
from games.encryption import Unopenable
from games.keysets import RowPlace
from games.lobby import archive
from games.lobby.archive import OVER, Search
from games.models import Game, Player
from games.table import store

NDJSON: Final = "application/x-ndjson"
USUAL_GAMES, MOST_GAMES = 20, 50
AT_ONCE: Final = 10
"""How many games are read together, and in memory at the same time."""
TORN: Final = '{"cursor":'
"""The end of a response that could not be finished: a partial line, so that nobody takes the response for complete."""
MINE, PUBLIC = "mine", "public"

log = structlog.get_logger(__name__)


class NdjsonRenderer(JSONRenderer):
    """A renderer for content negotiation; only refusals are rendered by it."""

    media_type = NDJSON
    format = "ndjson"


class CursorField(serializers.Field[RowPlace, str, str, RowPlace]):
    """The position of a game in the archive: its instant and its id."""

    default_error_messages = {"cursor": _("Take it from a line, or from the “Link” header.")}

    def to_internal_value(self, data: str) -> RowPlace:
        try:
            place = RowPlace.read(data)
        except ValueError:
            self.fail("cursor")
        if not ids.is_id(place.key):
            self.fail("cursor")
        return place

    def to_representation(self, value: RowPlace) -> str:
        return str(value)


class ArchiveSearchSerializer(RulesetChoiceSerializer):
    """Which games are wanted."""

    filter = serializers.ChoiceField([MINE, PUBLIC], required=False)
    status = serializers.ChoiceField([*OVER, Game.Status.RUNNING], required=False)
    since = InstantField(required=False)
    until = InstantField(required=False)
    cursor = CursorField(required=False)

    def validate(self, attrs: Json) -> Json:
        """Raise ValidationError if a search for running games asks for public or ended ones."""
        if attrs.get("status") == Game.Status.RUNNING:
            if attrs.get("filter") == PUBLIC:
                raise serializers.ValidationError({"status": _("Running games are for “mine” only.")}, "invalid")
            for name in {"since", "until"} & attrs.keys():
                raise serializers.ValidationError({name: _("Running games have not ended.")}, "invalid")
        return attrs


SEARCH_MEMBERS: Final = ("filter", "status", "ruleset", "since", "until", "cursor")
PARAMETERS: Final = [
    OpenApiParameter(
        "filter", enum=[MINE, PUBLIC], description="“mine” if not given; without a token “public”, which needs none."
    ),
    OpenApiParameter(
        "status",
        enum=[*OVER, Game.Status.RUNNING],
        description="Only games in this state; if not given, all that are over. Running games are for “mine” only.",
    ),
    OpenApiParameter("ruleset", ref("RulesetId"), description="Only games of this ruleset."),
    OpenApiParameter("since", OpenApiTypes.DATETIME, description="Only games that ended at this instant or later."),
    OpenApiParameter("until", OpenApiTypes.DATETIME, description="Only games that ended before this instant."),
    OpenApiParameter("cursor", description="That of the last line you have: the answer begins with the next game."),
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MOST_GAMES, "default": USUAL_GAMES},
        description="Games in an answer.",
    ),
]
NEXT: Final = OpenApiParameter(
    "Link",
    response=[200],
    location=OpenApiParameter.HEADER,
    description="The address of the next answer, with the relation “next”. Without it, these are all games so far.",
)


class ArchiveView(ApiView):
    permission_classes = (AnyoneReads,)
    renderer_classes = (NdjsonRenderer,)
    throttle_classes = (AnonymousThrottle, PlayerThrottle, ExportThrottle)
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="export_games",
        summary="Export many games as NDJSON",
        tags=["games"],
        parameters=[*PARAMETERS, NEXT],
        responses={
            (200, NDJSON): OpenApiResponse(
                OpenApiTypes.STR,
                "A game a line, as a JSON object with its `cursor`. If its secrets are open, it is a `GameExport`. "
                "Otherwise its `format` is `night-mail-view-1`, `view` is a `GameDetail`, and `log` has all entries.",
            )
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Your own games, or public ones, in the order in which they ended (running ones: began).

        You get what the addresses of each game would tell you; of public games, what they tell anyone. A game is here
        six minutes after its end.
        """
        limit = rows_wanted(request, USUAL_GAMES, MOST_GAMES)
        search, now = _read_search(request), timezone.now()
        places = archive.places(search, now, limit + 1)
        page = places[:limit]
        answer = StreamingHttpResponse(_whole_or_torn(_write_lines(search, page, now)), content_type=NDJSON)
        if len(places) > limit:
            address = replace_query_param(request.build_absolute_uri(), "cursor", str(page[-1]))
            answer["Link"] = f'<{address}>; rel="next"'
        answer["Content-Disposition"] = 'attachment; filename="games.ndjson"'
        answer["Cache-Control"] = "no-store"
        return answer


def _read_search(request: Request) -> Search:
    """Return the search in the query. Raises ValidationError; NotAuthenticated for own games without a token."""
    reader = reader_of(request)
    query = {name: request.query_params[name] for name in SEARCH_MEMBERS if name in request.query_params}
    query.setdefault("filter", MINE if reader else PUBLIC)
    filters: Json = ArchiveSearchSerializer().run_validation(query)
    if filters.pop("filter") == PUBLIC:
        return _make_search(None, filters)
    if reader is None:
        raise NotAuthenticated
    return _make_search(reader, filters)


def _make_search(player: Player | None, filters: Json) -> Search:
    return Search(player, after=filters.pop("cursor", None), **filters)


def _whole_or_torn(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines, and `TORN` after an error, since the server would end the response as if complete."""
    try:
        yield from lines
    except Exception as error:
        log.exception("export_broken_off", error=type(error).__name__)
        yield TORN


def _write_lines(search: Search, page: list[RowPlace], now: datetime) -> Iterator[str]:
    """Read some games, write them out and free their memory before reading the next ones."""
    for first in range(0, len(page), AT_ONCE):
        places = page[first : first + AT_ONCE]
        games = archive.still_there(search, places)
        readable = ToldGames(games, search.player, now)
        for place in places:
            if place.key in games:
                yield from _write_line(place, readable, games[place.key])


def _write_line(place: RowPlace, readable: ToldGames, game: Game) -> Iterator[str]:
    """Yield a game's line; skip an unreadable game, so that no client gets stuck there, and log it for operators."""
    try:
        facts = readable.read(game)
    except (store.BoardChanged, UnknownRuleset, Unopenable) as error:
        store.note_unreadable(game, error)
        return
    yield json.dumps({"cursor": str(place), **facts}, ensure_ascii=False, separators=(",", ":")) + "\n"
