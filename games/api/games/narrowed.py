"""Filters and orders for lists of games, using only what anyone who can see a game may know about it."""

from collections.abc import Mapping
from typing import Final, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

import engine
from engine.codec import Json
from games import ids
from games.api.choices import name_choices
from games.api.fields import InstantField, RulesetField
from games.api.forms import Facts
from games.api.pagination import EndedFirstPages, EndedPages, OldestPages, Pages, UrgentPages
from games.api.unions import ref
from games.models import Game, Player, Seat

G = TypeVar("G", bound=Game)

PLAYER_ID: Final = {"type": "string", "pattern": f"^{ids.ID_PATTERN}$"}
NARROWING: Final = [
    OpenApiParameter(
        "status", enum=Game.Status.values, many=True, description="Only games in this state, or in one of these."
    ),
    OpenApiParameter("ruleset", ref("RulesetId"), description="Only games of this ruleset."),
    OpenApiParameter("player", PLAYER_ID, description="Only games in which this player, by id, has a seat."),
    OpenApiParameter("host", PLAYER_ID, description="Only games of this host, by id."),
    OpenApiParameter("club", PLAYER_ID, description="Only games of this club, by id."),
    OpenApiParameter(
        "ended_since", OpenApiTypes.DATETIME, description="Only games that ended at this instant or later."
    ),
]
"""The query's parameters for the schema."""

BY_DEADLINE: Final = "deadline_at"
SORTS: Final[Mapping[str, type[Pages]]] = {
    "-created_at": Pages,
    "created_at": OldestPages,
    "-ended_at": EndedPages,
    "ended_at": EndedFirstPages,
    BY_DEADLINE: UrgentPages,
}
SORTING: Final = OpenApiParameter(
    "sort",
    enum=list(SORTS),
    description="By which instant, with “-” the newest first. If not given, “deadline_at” for “waiting”, which alone "
    "has it, and “-created_at” for all else. By “ended_at” only games that have ended are listed.",
)


def _check_ruleset(name: str) -> None:
    if name not in engine.RULESETS:
        raise serializers.ValidationError(_("There is no such ruleset. GET /rulesets lists them."), "ruleset")


def _check_player(player_id: str) -> None:
    if not (ids.is_id(player_id) and Player.objects.filter(pk=player_id, erased_at=None).exists()):
        raise serializers.ValidationError(_("There is no such player. GET /players finds them by name."), "player")


class RulesetChoiceSerializer(Facts):
    ruleset = RulesetField(max_length=40, required=False, validators=[_check_ruleset])


class NarrowingSerializer(RulesetChoiceSerializer):
    status = serializers.MultipleChoiceField(choices=Game.Status.choices, required=False, allow_empty=False)
    player = serializers.CharField(required=False, validators=[_check_player])
    host = serializers.CharField(required=False, validators=[_check_player])
    club = serializers.RegexField(f"^{ids.ID_PATTERN}$", required=False)
    ended_since = InstantField(required=False)


class SortSerializer(Facts):
    sort = serializers.ChoiceField(list(SORTS))


CONDITIONS: Final = {
    "status": "status__in",
    "ruleset": "ruleset",
    "host": "host",
    "club": "club",
    "ended_since": "ended_at__gte",
}
"""The conditions of filters, by name."""


def narrowed(games: QuerySet[G], request: Request) -> QuerySet[G]:
    """Return the games that match the query's filters. Raises ValidationError."""
    form = NarrowingSerializer()
    name_choices(form)
    query: Json = {name: value for name, value in request.query_params.items() if name in form.fields}
    if "status" in query:
        query["status"] = request.query_params.getlist("status")
    filters: Json = form.run_validation(query)
    if player_id := filters.pop("player", None):
        games = games.filter(pk__in=Seat.objects.filter(player=player_id).values("game"))
    return games.filter(**{CONDITIONS[name]: value for name, value in filters.items()})


def read_sort(request: Request, usual: str) -> str:
    """Return the query's `sort`; by a deadline only where that is usual. Raises ValidationError."""
    form = SortSerializer()
    name_choices(form)
    sort: str = form.run_validation({"sort": request.query_params.get("sort", usual)})["sort"]
    if sort == BY_DEADLINE and usual != BY_DEADLINE:
        raise serializers.ValidationError({"sort": _("Only games that wait for you have a deadline.")}, "sort")
    return sort


def sorted_by(games: QuerySet[G], sort: str) -> QuerySet[G]:
    """Return the games that have the instant by which they are sorted."""
    return games.filter(ended_at__isnull=False) if sort.endswith("ended_at") else games
