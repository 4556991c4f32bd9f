"""Pictures and the geometry of boards, described for the schema."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.pictures import LIGHTS, SIZES

Facts = serializers.Serializer[dict[str, Any]]


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
        help_text=_("`day`, `night`, or `auto`: as the reader's system is."),
    )


class PositionPictureSerializer(PictureSerializer):
    entry = serializers.IntegerField(
        min_value=1, required=False, help_text=_("The position after this entry of the log; by default the newest.")
    )


class PlaceField(serializers.ListField):
    """x and y in units of the picture."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=serializers.FloatField(), min_length=2, max_length=2, **kwargs)


class NamePlaceSerializer(Facts):
    size = serializers.FloatField(help_text=_("Of the letters, in units."))
    lines = serializers.ListField(child=serializers.CharField())
    starts = serializers.ListField(child=PlaceField(), help_text=_("Where each line begins on its baseline."))


class CityPlaceSerializer(Facts):
    at = PlaceField()
    name = NamePlaceSerializer()
    large = NamePlaceSerializer(help_text=_("The name where only a few stand."))


class TrackPlaceSerializer(Facts):
    rail = serializers.ListField(
        child=PlaceField(), help_text=_("The track's line, from its first city to its second.")
    )
    spaces = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=3, max_length=3),
        help_text=_("The middle of each space as x, y, and its angle in degrees, clockwise, -90 to 90."),
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
