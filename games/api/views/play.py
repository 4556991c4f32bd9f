"""Playing: the legal moves, posting one, the log."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import store
from games.api import shapes
from games.api.conditional import etag, headers, is_fresh, not_modified
from games.api.errors import of_later_move
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.moves import (
    LegalSerializer,
    LogSerializer,
    OptionsSerializer,
    PostedSerializer,
    PostSerializer,
)
from games.api.views.of_game import OfGame, seen_by
from games.errors import Forbidden, Refused
from games.models import Game
from games.services import moves, standing

LONGEST_KEY: Final = 80
LOG_PAGE: Final = 200

REFUSALS: Final = (
    "malformed_move",
    "illegal_move",
    "prompt_not_open",
    "game_not_running",
    "game_paused",
    "not_in_this_game",
    "account_suspended",
    "idempotency_key_reused",
)


class OptionsView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="options",
        summary="Your legal moves",
        tags=["play"],
        responses={200: OptionsSerializer, **problems("game_not_running", "not_in_this_game")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every move that you may make now, and nothing else, in notation and as an object.

        Of more than 1,000 the first are listed; “summary” says what all of them are made of.
        """
        game, _, _, own = seen_by(player_of(request), game_id)
        if own is None:
            raise Forbidden("not_in_this_game")
        if game.status != Game.Status.RUNNING:
            raise Refused("game_not_running", game_status=game.status)
        tag = etag(game.id, own, game.head, "options")
        if is_fresh(request, tag):
            return not_modified(tag)
        return Response(shapes.options_of(game, own), headers=headers(tag))


class MovesView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}
    throttle_classes = ()  # whoever owns a seat can always play

    @extend_schema(
        operation_id="post_moves",
        summary="Move",
        tags=["play"],
        parameters=[
            OpenApiParameter(
                "Idempotency-Key",
                location=OpenApiParameter.HEADER,
                description="Up to 80 characters of your own: the same request sent again gets its first answer.",
            )
        ],
        request=PostSerializer,
        responses={201: PostedSerializer, **problems(*REFUSALS)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Answer the question that is open for you.

        Several moves are played one after the other within one turn. If a later one is refused, those before it
        stay: “entries” tells what was played and “refused” what was not, and why: `turn_ended` where the move before
        it was the turn's last. A refused first move changes nothing.
        """
        asked = moves.Request(**checked(PostSerializer, request), key=_key(request))
        posted = moves.post_moves(player=player_of(request), game_id=game_id, request=asked, now=timezone.now())
        return Response(_answer(posted), status=201)


class DryRunView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="dry_run",
        summary="Ask whether a move is legal",
        tags=["play"],
        request=PostSerializer,
        responses={200: LegalSerializer, **problems(*REFUSALS)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Answers as the move would be, but plays nothing. Only the first of several moves is looked at."""
        asked = moves.Request(**checked(PostSerializer, request))
        standing.refuse_suspended(player_of(request), timezone.now())
        moves.check_move(player=player_of(request), game_id=game_id, request=asked)
        return Response({"legal": True})


class LogView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="log",
        summary="Read the log",
        tags=["play"],
        parameters=[
            OpenApiParameter("after", int, description="Entries with a higher number than this; 0 from the start.")
        ],
        responses=LogSerializer,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What happened, as you may know it, at most 200 entries at a time."""
        game, _, _, own = seen_by(player_of(request), game_id)
        after = _after(request)
        tag = etag(game.id, own, game.head, after)
        if is_fresh(request, tag):
            return not_modified(tag)
        entries = store.log_for(game, own, after, LOG_PAGE)
        return Response({"head": game.head, "entries": entries}, headers=headers(tag))


def _answer(posted: moves.Posted) -> dict[str, object]:
    return {
        "entries": posted.told,
        "refused": {**of_later_move(posted.refused, posted.detail), "index": len(posted.entries)}
        if posted.refused
        else None,
        "prompt": posted.prompt,
    }


def _key(request: Request) -> str | None:
    key: str | None = request.headers.get("Idempotency-Key")
    if key is not None and not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise ValidationError({"Idempotency-Key": _("From 1 to 80 printable ASCII characters.")})
    return key


def _after(request: Request) -> int:
    text = request.query_params.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValidationError({"after": _("A whole number, 0 or more.")})
    return int(text)
