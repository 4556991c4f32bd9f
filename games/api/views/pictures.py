"""Boards and positions as pictures, and where everything lies on them."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.http import Http404
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from games import pictures, selectors, store
from games.api.conditional import Conditional, etag, headers, is_fresh, not_modified
from games.api.permissions import player_of
from games.api.serializers.pictures import GeometrySerializer, PictureSerializer, PositionPictureSerializer
from games.api.views.of_game import OfGame, Seen, seen_by
from games.models import Game
from games.pictures import Way
from games.pictures.geometry import geometry

SVG: Final = "image/svg+xml"
POLICY: Final = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""A picture brings its own style and nothing else."""
DRAWN_BY: Final = 2
"""Counts up when the same position is drawn otherwise, so that nobody keeps an old picture."""


class SvgRenderer(JSONRenderer):
    """Pictures as they are; problems as JSON."""

    media_type = SVG
    format = "svg"
    charset = "utf-8"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return data.encode() if isinstance(data, str) else super().render(data, *args, **kwargs)


class RulesetPictureView(Conditional):
    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (SvgRenderer,)

    @extend_schema(
        operation_id="ruleset_picture",
        summary="Look at a board",
        tags=["rulesets"],
        parameters=[PictureSerializer],
        responses={(200, SVG): OpenApiTypes.STR},
    )
    def get(self, request: Request, ruleset_id: str) -> Response:
        """The board before anyone has played, as SVG."""
        rules = _rules(ruleset_id)
        way = Way(**_asked(PictureSerializer, request))
        return Response(pictures.empty(rules, way), headers=POLICY)


class GeometryView(Conditional):
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="geometry",
        summary="Where everything lies on a board",
        tags=["rulesets"],
        responses=GeometrySerializer,
    )
    def get(self, request: Request, ruleset_id: str) -> Response:
        """Cities, tracks, their spaces and the land, in units of the pictures. The Card Game has none: 404."""
        board = _rules(ruleset_id).board
        if not board.routes:
            raise Http404
        return Response(geometry(board).written())


class GamePictureView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}
    renderer_classes = (SvgRenderer,)

    @extend_schema(
        operation_id="game_picture",
        summary="Look at the board of a game",
        tags=["games"],
        parameters=[PositionPictureSerializer],
        responses={(200, SVG): OpenApiTypes.STR},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The position as SVG, as you may see it: your tickets are on it where you play.

        Tracks that others have claimed since your last move are outlined.
        """
        asked = _asked(PositionPictureSerializer, request)
        seen = seen_by(player_of(request), game_id)
        number = asked.pop("entry", seen.game.head)
        if number > seen.game.head:
            raise ValidationError({"entry": _("This game's log does not go so far.")})
        way, players = Way(**asked), _players(seen)
        tag = etag(seen.game.id, seen.own, number, way.size, way.light, get_language(), DRAWN_BY, *players)
        if is_fresh(request, tag):
            return not_modified(tag)
        return Response(_drawn(seen, number, way, players), headers={**POLICY, **headers(tag)})


def _rules(ruleset_id: str) -> engine.Ruleset:
    if ruleset_id not in engine.RULESETS:
        raise Http404
    return engine.RULESETS[ruleset_id]


def _asked(form: type[PictureSerializer], request: Request) -> dict[str, Any]:
    asked = form(data=request.query_params)
    asked.is_valid(raise_exception=True)
    found: Mapping[str, Any] = asked.validated_data
    return dict(found)


def _players(seen: Seen) -> list[str]:
    return [seat.player.name if seat.player else "" for seat in seen.seats]


def _drawn(seen: Seen, number: int, way: Way, players: list[str]) -> str:
    game = seen.game
    rules = engine.ruleset(game.ruleset, game.options)
    if not number:
        return pictures.empty(rules, way)
    view, last = _view(game, seen.own, number), selectors.claimed_lately(game, seen.own, number)
    return pictures.position(rules.board, view, way, players=players, last=last)


def _view(game: Game, own: int | None, number: int) -> Any:
    return store.view_for(game, own) if number == game.head else store.view_after(game, own, number)
