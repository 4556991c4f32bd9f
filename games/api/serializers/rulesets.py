"""Rulesets and boards, described for the schema."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

Facts = serializers.Serializer[dict[str, Any]]


class CitySerializer(Facts):
    slug = serializers.CharField()
    name = serializers.CharField()
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()


class RouteSerializer(Facts):
    id = serializers.CharField(help_text=_("Its name in moves and logs."))
    cities = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)
    length = serializers.IntegerField()
    color = serializers.CharField(help_text=_("A kind of train card, or gray."))
    parallel_group = serializers.CharField(allow_null=True, help_text=_("Parallel tracks share it."))
    ferry_locomotives = serializers.IntegerField(help_text=_("How many a ferry takes at least; 0 for no ferry."))
    points = serializers.IntegerField()


class BoardTicketSerializer(Facts):
    number = serializers.IntegerField()
    cities = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)
    points = serializers.IntegerField()
    cards = serializers.ListField(
        child=serializers.CharField(), help_text=_("What it takes to complete it; empty where routes do it.")
    )


class BoardSerializer(Facts):
    cities = CitySerializer(many=True)
    routes = RouteSerializer(many=True)
    tickets = BoardTicketSerializer(many=True)
    route_points = serializers.DictField(child=serializers.IntegerField(), help_text=_("Points by length."))
    big_cities = serializers.DictField(
        child=serializers.IntegerField(), help_text=_("Bonus for most completed tickets of a city, by its slug.")
    )


class RulesetRowSerializer(Facts):
    id = serializers.CharField()
    board_name = serializers.CharField()
    board_digest = serializers.CharField(help_text=_("SHA-256 of the board's facts; running games are pinned to it."))
    fewest_seats = serializers.IntegerField()
    most_seats = serializers.IntegerField()
    options = serializers.ListField(
        child=serializers.CharField(), help_text=_("Names for “options” when you make a game.")
    )
    cards = serializers.ListField(child=serializers.CharField(), help_text=_("Kinds of train cards."))


class PieceSerializer(Facts):
    name = serializers.CharField(help_text=_("The member of a position that tells where it is now."))
    cities = serializers.ListField(child=serializers.CharField())
    option = serializers.CharField(allow_null=True, help_text=_("Only in games with this option."))


class RulesetSerializer(RulesetRowSerializer):
    board = BoardSerializer()
    pieces = PieceSerializer(many=True, help_text=_("What stands on the board from the start."))
