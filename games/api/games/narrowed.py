"""Filters for lists of games, using only what anyone who can see a game may know about it."""

from typing import Final, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

import engine
from engine.codec import Json
from games.api.forms import Facts
from games.models import Game

G = TypeVar("G", bound=Game)

NARROWING: Final = [
    OpenApiParameter("status", enum=Game.Status.values, description="Only games in this state."),
    OpenApiParameter("ruleset", {"type": "string", "maxLength": 40}, description="Only games of this ruleset."),
]
"""The query's parameters for the schema."""


def _check_ruleset(name: str) -> None:
    if name not in engine.RULESETS:
        raise serializers.ValidationError(_("There is no such ruleset. GET /rulesets lists them."), "ruleset")


class RulesetChoiceSerializer(Facts):
    ruleset = serializers.CharField(max_length=40, required=False, validators=[_check_ruleset])


class NarrowingSerializer(RulesetChoiceSerializer):
    status = serializers.ChoiceField(Game.Status.choices, required=False)


def narrowed(games: QuerySet[G], request: Request) -> QuerySet[G]:
    """Return the games that match the query's `status` and `ruleset`. Raises ValidationError."""
    query = {name: request.query_params[name] for name in ("status", "ruleset") if name in request.query_params}
    filters: Json = NarrowingSerializer().run_validation(query)
    return games.filter(**filters)
