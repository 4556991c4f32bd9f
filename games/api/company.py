"""Suggestions for invitations."""

from typing import ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conditional import Conditional
from games.api.forms import Facts
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.lobby import company


class AcquaintanceSerializer(Facts):
    player = PlayerSerializer()
    friend = serializers.BooleanField(help_text=_("Whether you have marked this player as a friend."))
    games = serializers.IntegerField(help_text=_("How many games you have played together."))


class CompanyView(Conditional):
    scopes: ClassVar = {"GET": "account:read"}

    @extend_schema(
        operation_id="list_company",
        summary="List whom you may want to invite",
        tags=["me"],
        responses=page_of(AcquaintanceSerializer),
    )
    def get(self, request: Request) -> Response:
        """Your friends, then the people you have played with, the latest first; nobody you have blocked. At most 50."""
        rows = company.acquaintances(player_of(request))
        return only_page([{"player": player_row(row.player), "friend": row.friend, "games": row.games} for row in rows])
