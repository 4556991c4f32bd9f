"""Boards and positions as pictures, in SVG and PNG, and the coordinates of everything on them."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from games.api.conditional import Conditional, not_modified
from games.api.fields import Preset
from games.api.forms import Facts, asked
from games.api.games.of_game import OfGame
from games.api.permissions import AnyoneReads, reader_of
from games.api.schema import problems
from games.etags import etag, headers, is_fresh
from games.lobby.visible import seen_by
from games.presentation import pictures
from games.presentation.pictures import LIGHTS, SIZES, Way, kept
from games.presentation.pictures.geometry import geometry
from games.presentation.pictures.of_games import GamePicture


class PictureSerializer(Facts):
    """How a picture is asked for."""

    size = serializers.ChoiceField(
        list(SIZES),
        default="table",
        help_text=_("`table` for a window, `email` with a few large names, `thumbnail` for a list."),
    )
    light = serializers.ChoiceField(
        list(LIGHTS),
        default="auto",
        help_text=_("`day`, `night`, or `auto`, which follows the reader's system."),
    )


class PositionPictureSerializer(PictureSerializer):
    entry = serializers.IntegerField(
        min_value=1, required=False, help_text=_("The position after this entry of the log; by default the newest.")
    )


class PngSerializer(PositionPictureSerializer):
    """Parameters of a picture as PNG, which is drawn for one light."""

    light = serializers.ChoiceField([light for light in LIGHTS if light != "auto"], default="day")


class WaitSerializer(Facts):
    """Not there yet."""

    detail = serializers.CharField()


class PlaceField(Preset, serializers.ListField):
    """x and y in units of the picture."""

    child = serializers.FloatField()
    arguments: ClassVar = {"min_length": 2, "max_length": 2}


class NamePlaceSerializer(Facts):
    size = serializers.FloatField(help_text=_("Of the letters, in units."))
    lines = serializers.ListField(child=serializers.CharField())
    starts = serializers.ListField(child=PlaceField(), help_text=_("Where each line begins on its baseline."))


class CityPlaceSerializer(Facts):
    at = PlaceField()
    name = NamePlaceSerializer()
    large = NamePlaceSerializer(help_text=_("The name, for a picture with only a few."))


class TrackPlaceSerializer(Facts):
    rail = serializers.ListField(
        child=PlaceField(), help_text=_("The track's line, from its first city to its second.")
    )
    spaces = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=3, max_length=3),
        help_text=_("The center of each space as x, y, and its angle in degrees, clockwise, -90 to 90."),
    )


class GeometrySerializer(Facts):
    digest = serializers.CharField(help_text=_("Of the board's facts, as `board_digest` of the ruleset."))
    size = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    cities = serializers.DictField(child=CityPlaceSerializer(), help_text=_("By slug."))
    tracks = serializers.DictField(child=TrackPlaceSerializer(), help_text=_("By the route's id."))
    land = serializers.DictField(
        child=serializers.CharField(),
        help_text=_("Layers of the map as SVG paths: land, lakes, rivers, states, borders."),
    )


SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
POLICY: Final = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""A picture contains its own style, and may load nothing."""
WAIT: Final = {"Retry-After": "1", "Cache-Control": "no-store"}


class SvgRenderer(JSONRenderer):
    """A renderer of pictures as they are, and of problems as JSON."""

    media_type = SVG
    format = "svg"
    charset = "utf-8"

    def render(self, data: object, media_type: str | None = None, context: Mapping[str, object] | None = None) -> bytes:
        return data.encode() if isinstance(data, str) else super().render(data, media_type, context)


class RulesetPictureView(Conditional):
    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (SvgRenderer,)

    @extend_schema(
        operation_id="get_ruleset_picture",
        summary="Look at a board",
        tags=["rulesets"],
        parameters=[PictureSerializer],
        responses={(200, SVG): OpenApiTypes.STR},
    )
    def get(self, request: Request, ruleset_id: str) -> Response:
        """The board before anyone has played, as SVG."""
        rules = _find_rules(ruleset_id)
        way = Way(**asked(PictureSerializer, request))
        return Response(pictures.empty(rules, way), headers=POLICY)


class GeometryView(Conditional):
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="get_geometry",
        summary="See where everything is on a board",
        tags=["rulesets"],
        responses=GeometrySerializer,
    )
    def get(self, request: Request, ruleset_id: str) -> Response:
        """Cities, tracks, their spaces and the land, in units of the pictures. The Card Game has none: 404."""
        board = _find_rules(ruleset_id).board
        if not board.routes:
            raise Http404
        return Response(geometry(board).written())


class GamePictureView(OfGame):
    permission_classes = (AnyoneReads,)
    scopes: ClassVar = {"GET": "games:read"}
    renderer_classes = (SvgRenderer,)

    @extend_schema(
        operation_id="get_game_picture",
        summary="Look at the board of a game",
        tags=["games"],
        parameters=[PositionPictureSerializer],
        responses={(200, SVG): OpenApiTypes.STR},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The position as SVG, as you may see it. If you play, it shows your tickets.

        Tracks that others have claimed since your last move are outlined.
        """
        picture = _read_picture(PositionPictureSerializer, request, game_id)
        tag = etag(*picture.depends_on)
        if is_fresh(request.headers, tag):
            return not_modified(tag)
        return Response(picture.svg(), headers={**POLICY, **headers(tag)})


class PngRenderer(JSONRenderer):
    """A renderer of pictures as they are, and of everything else as JSON."""

    media_type = PNG
    format = "png"

    def render(self, data: object, media_type: str | None = None, context: Mapping[str, object] | None = None) -> bytes:
        return data if isinstance(data, bytes) else super().render(data, media_type, context)


class GamePngView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}
    renderer_classes = (PngRenderer,)

    @extend_schema(
        operation_id="get_game_png",
        summary="Look at the board of a game as PNG",
        tags=["games"],
        parameters=[PngSerializer],
        responses={
            (200, PNG): OpenApiTypes.BINARY,
            (202, "application/json"): WaitSerializer,
            **problems("unavailable"),
        },
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Return the picture as PNG, where SVG cannot be shown; SVG is sharper, smaller and ready at once.

        A worker draws the PNG: until it is ready, you get 202; ask again after a second. It is kept for a day.
        """
        picture = _read_picture(PngSerializer, request, game_id)
        tag = etag("png", *picture.depends_on)
        if is_fresh(request.headers, tag):
            return not_modified(tag)
        if (png := kept.fetch(picture)) is not None:
            return Response(png, headers=headers(tag))
        kept.ask_for(picture)
        wait_message = {"detail": _("The picture is being drawn. Ask again in a second.")}
        return Response(wait_message, 202, headers=WAIT, content_type="application/json")


def _read_picture(form: type[PictureSerializer], request: Request, game_id: str) -> GamePicture:
    """Return the requested picture, if there is one. Raises NotFound or ValidationError."""
    choices = asked(form, request)
    visible_game = seen_by(reader_of(request), game_id)
    entry = choices.pop("entry", None)
    if entry is not None and entry > visible_game.game.head:
        raise ValidationError({"entry": _("This game's log has no such entry yet.")})
    return GamePicture.asked(visible_game.game, visible_game.seats, visible_game.own, Way(**choices), entry)


def _find_rules(ruleset_id: str) -> engine.Ruleset:
    if ruleset_id not in engine.RULESETS:
        raise Http404
    return engine.RULESETS[ruleset_id]
