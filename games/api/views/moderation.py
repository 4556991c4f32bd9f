"""What admins do through the API beside single games: many at once, players, the list of all acts."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import docket, spreadsheet
from games.api.dispute_shapes import act_row, bulk_row, judged_player, moderation_row
from games.api.pagination import PAGE_PARAMETERS, ActPages, page_of
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.desk import (
    ActSerializer,
    BulkSerializer,
    BulkWishSerializer,
    JudgedPlayerSerializer,
    ModerationSerializer,
    ModerationWishSerializer,
    SearchSerializer,
)
from games.api.views.at_the_desk import AtTheDesk
from games.errors import NotFound
from games.models import AdminAct, Player
from games.services import audit, bulk, moderation, rights

READ: Final = {"GET": "admin:read"}
RULE: Final = {"POST": "admin:rule"}
CSV, LINES = "text/csv", "application/jsonl"
COLUMNS: Final = ("id", "at", "by", "what", "game", "entry", "player", "detail", "reason")

SEARCH: Final = [
    OpenApiParameter("by", description="An admin's id."),
    OpenApiParameter("what", description="What was done, as “ruled”."),
    OpenApiParameter("game", description="A game's id."),
    OpenApiParameter("player", description="The id of whom it was about."),
    OpenApiParameter("since", OpenApiTypes.DATETIME, description="From this instant on."),
    OpenApiParameter("until", OpenApiTypes.DATETIME, description="Before this instant."),
]


class BulkView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="admin_bulk",
        summary="Rule on many games at once",
        tags=["admin"],
        request=BulkWishSerializer,
        responses={202: BulkSerializer, **problems("right_missing", "not_in_bulk", "no_such_game", "no_games")},
    )
    def post(self, request: Request) -> Response:
        """After an outage: more time, a pause, or the end of one. “Location” is where to see how far it is.

        Games that you have to do with yourself are refused, and so is each for which it makes no sense.
        """
        wish = checked(BulkWishSerializer, request)
        wish["game_ids"] = wish.pop("games")
        started = bulk.start(admin=player_of(request), now=timezone.now(), **wish)
        answer = Response(bulk_row(bulk.progress(started.pk)), status=202)
        answer.headers["Location"] = f"{request.path}/{started.pk}"
        return answer


class ProgressView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="admin_progress",
        summary="How far a bulk ruling is",
        tags=["admin"],
        responses={200: BulkSerializer, **problems("right_missing", "no_such_bulk_ruling")},
    )
    def get(self, request: Request, bulk_id: str) -> Response:
        """Counts of games, and why it could not be done in some."""
        rights.check(player_of(request), "view_bulkruling")
        return Response(bulk_row(bulk.progress(bulk_id)))


class PlayerView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="admin_player",
        summary="What was done about a player",
        tags=["admin"],
        responses={200: JudgedPlayerSerializer, **problems("right_missing", "no_such_player")},
    )
    def get(self, request: Request, player_id: str) -> Response:
        """What holds now, and every measure. That you have looked is noted."""
        admin = player_of(request)
        rights.check(admin, "view_moderation")
        player = Player.objects.filter(pk=player_id).first()
        if player is None:
            raise NotFound("no_such_player", names=[player_id])
        audit.note(admin, "player_viewed", timezone.now(), player=player)
        return Response(judged_player(player))


class ModerationView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="admin_moderate",
        summary="Warn, mute or suspend a player, or end that",
        tags=["admin"],
        request=ModerationWishSerializer,
        responses={
            201: ModerationSerializer,
            **problems(
                "right_missing",
                "no_such_player",
                "no_such_dispute",
                "until_out_of_range",
                "not_yourself",
                "player_is_admin",
                "plays_with_player",
            ),
        },
    )
    def post(self, request: Request, player_id: str) -> Response:
        """The player gets a mail with “text”. Muted: not heard in disputes. Suspended: does not play until then."""
        wish = checked(ModerationWishSerializer, request)
        wish["dispute_id"] = wish.pop("dispute")
        done = moderation.moderate(admin=player_of(request), player_id=player_id, now=timezone.now(), **wish)
        return Response(moderation_row(done), status=201)


def _search(request: Request) -> docket.Search:
    asked = {name: request.query_params[name] for name in docket.Search.__slots__ if name in request.query_params}
    return docket.Search(**SearchSerializer().run_validation(asked))


class AuditView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="admin_audit",
        summary="What admins did and looked at",
        tags=["admin"],
        parameters=[*SEARCH, *PAGE_PARAMETERS],
        responses={200: page_of(ActSerializer), **problems("right_missing")},
    )
    def get(self, request: Request) -> Response:
        """The newest first. The list only grows."""
        admin = player_of(request)
        rights.check(admin, "view_adminact")
        pages = ActPages()
        found = pages.paginate_queryset(docket.acts(_search(request), admin), request, self)
        return pages.get_paginated_response([act_row(act) for act in found or []])


class AuditExportView(APIView):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="admin_audit_export",
        summary="Export what admins did",
        tags=["admin"],
        parameters=[*SEARCH, OpenApiParameter("as", enum=["csv", "jsonl"], description="“jsonl” if not given.")],
        responses={
            (200, CSV): OpenApiResponse(OpenApiTypes.STR, "With a line of titles."),
            (200, LINES): OpenApiResponse(OpenApiTypes.STR, "An object a line, as in the list."),
            **problems("right_missing"),
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """All that is searched for, as it stands; and that it was exported is one more act."""
        admin, search = player_of(request), _search(request)
        rights.check(admin, "view_adminact")
        form = request.query_params.get("as", "jsonl")
        if form not in FORMS:
            raise ValidationError({"as": _("csv or jsonl")})
        audit.note(admin, audit.EXPORTED, timezone.now(), detail={"as": form})
        media_type, write = FORMS[form]
        acts: Iterator[AdminAct] = docket.acts(search, admin).iterator(chunk_size=500)
        answer = StreamingHttpResponse(write(act_row(act) for act in acts), content_type=media_type)
        answer["Content-Disposition"] = f'attachment; filename="acts.{form}"'
        answer["Cache-Control"] = "no-store"
        return answer


def _csv(rows: Iterator[Mapping[str, Any]]) -> Iterator[str]:
    return spreadsheet.lines(COLUMNS, ([_cell(row[column]) for column in COLUMNS] for row in rows))


def _cell(value: Any) -> str:
    """An admin by id, an object as JSON."""
    if isinstance(value, dict):
        return str(value["id"]) if value.keys() == {"id", "name", "kind"} else json.dumps(value)
    return "" if value is None else str(value)


def _lines(rows: Iterator[Mapping[str, Any]]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row, ensure_ascii=False) + "\n"


FORMS: Final = {"csv": (CSV, _csv), "jsonl": (LINES, _lines)}
