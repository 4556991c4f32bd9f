"""The record of everything that admins did and looked at."""

import json
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games import spreadsheet
from games.api.admin.at_the_desk import READ, AtTheDesk
from games.api.fields import InstantField
from games.api.forms import Facts
from games.api.instants import instant
from games.api.pagination import PAGE_PARAMETERS, ActPages, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.api.view import ApiView
from games.models import AdminAct
from games.people import audit, rights


class ActSerializer(Facts):
    """What an admin did or looked at."""

    id = serializers.CharField()
    at = serializers.DateTimeField()
    by = PlayerSerializer()
    what = serializers.CharField()
    game = serializers.CharField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True)
    player = serializers.CharField(allow_null=True, help_text=_("The player it was about."))
    detail = serializers.DictField(help_text=_("Empty, like the reason, if you play or have played in the game."))
    reason = serializers.CharField()


class SearchSerializer(Facts):
    """Which acts are wanted."""

    by = serializers.CharField(required=False, max_length=12)
    what = serializers.CharField(required=False, max_length=32)
    game = serializers.CharField(required=False, max_length=12)
    player = serializers.CharField(required=False, max_length=12)
    since = InstantField(required=False)
    until = InstantField(required=False)


def act_row(act: AdminAct) -> Json:
    """Return an admin's act.

    If the reader plays in the game, it shows only that an act happened (see `audit.acts_for`).
    """
    own: bool = act.own  # type: ignore[attr-defined]
    why: str | None = act.why  # type: ignore[attr-defined]
    return {
        "id": str(act.pk),
        "at": instant(act.at),
        "by": player_row(act.by),
        "what": act.what,
        "game": act.game_id,
        "entry": act.entry,
        "player": act.player_id,
        "detail": {} if own else act.detail,
        "reason": why or "",
    }


CSV, LINES = "text/csv", "application/x-ndjson"


COLUMNS: Final = ("id", "at", "by", "what", "game", "entry", "player", "detail", "reason")


KEY: Final = {"type": "string", "minLength": 1, "maxLength": 12}
SEARCH: Final = [
    OpenApiParameter("by", KEY, description="An admin's id."),
    OpenApiParameter("what", {**KEY, "maxLength": 32}, description="What was done, such as “ruled”."),
    OpenApiParameter("game", KEY, description="A game's id."),
    OpenApiParameter("player", KEY, description="The id of the player it was about."),
    OpenApiParameter("since", OpenApiTypes.DATETIME, description="From this instant on."),
    OpenApiParameter("until", OpenApiTypes.DATETIME, description="Before this instant."),
]


def _read_search(request: Request) -> audit.ActSearch:
    query = {name: request.query_params[name] for name in audit.ActSearch.__slots__ if name in request.query_params}
    return audit.ActSearch(**SearchSerializer().run_validation(query))


class AuditView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="list_acts",
        summary="Everything that admins did and looked at",
        tags=["admin"],
        parameters=[*SEARCH, *PAGE_PARAMETERS],
        responses={200: page_of(ActSerializer), **problems("right_missing", "second_factor_not_shown")},
    )
    def get(self, request: Request) -> Response:
        """The newest first. Nothing is ever removed from this list."""
        admin = player_of(request)
        rights.check(admin, "view_adminact")
        pages = ActPages()
        acts = pages.paginate_queryset(audit.acts(_read_search(request), admin), request)
        return pages.get_paginated_response([act_row(act) for act in acts or []])


class AuditExportView(ApiView):
    scopes: ClassVar = READ

    def admit(self, request: Request) -> None:
        rights.check(player_of(request), "view_adminact")

    @extend_schema(
        operation_id="export_acts",
        summary="Export what admins did",
        tags=["admin"],
        parameters=[*SEARCH, OpenApiParameter("as", enum=["csv", "jsonl"], description="“jsonl” if not given.")],
        responses={
            (200, CSV): OpenApiResponse(OpenApiTypes.STR, "With a line of titles."),
            (200, LINES): OpenApiResponse(OpenApiTypes.STR, "An object a line, as in the list."),
            **problems("right_missing", "second_factor_not_shown"),
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Export all acts that your search finds as CSV. The export itself is recorded as one more act."""
        admin, search = player_of(request), _read_search(request)
        form = request.query_params.get("as", "jsonl")
        if form not in FORMS:
            raise ValidationError({"as": _("csv or jsonl")})
        audit.note(admin, audit.EXPORTED, timezone.now(), detail={"as": form})
        media_type, write = FORMS[form]
        acts = audit.one_by_one(audit.acts(search, admin))
        answer = StreamingHttpResponse(write(act_row(act) for act in acts), content_type=media_type)
        answer["Content-Disposition"] = f'attachment; filename="acts.{form}"'
        answer["Cache-Control"] = "no-store"
        return answer


def _write_csv(rows: Iterator[Mapping[str, object]]) -> Iterator[str]:
    return spreadsheet.lines(COLUMNS, ([_write_cell(row[column]) for column in COLUMNS] for row in rows))


def _write_cell(content: object) -> str:
    """Return a cell for CSV: an admin by id, an object as JSON."""
    if isinstance(content, dict):
        return str(content["id"]) if content.keys() == {"id", "name", "kind"} else json.dumps(content)
    return "" if content is None else str(content)


def _write_lines(rows: Iterator[Mapping[str, object]]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row, ensure_ascii=False) + "\n"


FORMS: Final = {"csv": (CSV, _write_csv), "jsonl": (LINES, _write_lines)}
