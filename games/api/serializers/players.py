"""Players, as others see them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.models import Player

Facts = serializers.Serializer[dict[str, Any]]


class ReliabilitySerializer(Facts):
    """Of the last 365 days."""

    percent = serializers.IntegerField(
        allow_null=True,
        help_text=_("So many of the moves were made in time; null for anyone new, with fewer than 10 moves."),
    )
    games_left = serializers.IntegerField(help_text=_("Resigned, forfeited, or lost to somebody else for being away."))


class KnownPlayerSerializer(Facts):
    """All that everybody may know of a player."""

    id = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=Player.Kind.choices)
    reliability = ReliabilitySerializer()
