"""The best players of each ruleset."""

from typing import ClassVar

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import rulesets
from games.api.conditional import Conditional
from games.api.fields import RulesetField
from games.api.forms import Facts
from games.api.players import PlayerSerializer, RatingSerializer, player_row, rating_row
from games.ratings import rating_table

PAGE_SIZE, LAST = 50, 10_000


class LeaderSerializer(Facts):
    place = serializers.IntegerField()
    player = PlayerSerializer()
    rating = RatingSerializer()


class LeaderboardSerializer(Facts):
    """A page of it."""

    ruleset = RulesetField()
    players = serializers.IntegerField(help_text=_("How many have played enough games to be here."))
    fewest_games = serializers.IntegerField(help_text=_("So many rated games it takes."))
    results = LeaderSerializer(many=True)


class LeaderboardView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_leaderboard",
        summary="Look at a leaderboard",
        tags=["games"],
        parameters=[
            OpenApiParameter(
                "page", {"type": "integer", "minimum": 1, "maximum": LAST, "default": 1}, description="Of 50 each."
            )
        ],
        responses=LeaderboardSerializer,
    )
    def get(self, request: Request, ruleset_id: str) -> Response:
        """Players with at least ten rated games, sorted by rating less uncertainty."""
        _refuse_unknown(ruleset_id)
        first = (_read_page(request.query_params.get("page", "1")) - 1) * PAGE_SIZE
        leaders = rating_table.leaders(ruleset_id)
        rows = [
            {"place": first + place, "player": player_row(row.player), "rating": rating_row(row)}
            for place, row in enumerate(leaders[first : first + PAGE_SIZE], 1)
        ]
        summary = {"ruleset": ruleset_id, "players": leaders.count(), "fewest_games": rating_table.FEWEST_GAMES}
        return Response({**summary, "results": rows})


def _refuse_unknown(ruleset: str) -> None:
    if ruleset not in rulesets.offered():
        raise Http404


def _read_page(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LAST)) and 1 <= int(text) <= LAST):
        raise ValidationError({"page": f"A whole number from 1 to {LAST}."}, "page")
    return int(text)
