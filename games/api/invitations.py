"""Invitations to a game."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.forms import Facts, checked
from games.api.games.game import GameDetailSerializer
from games.api.games.of_game import OfGame, detail
from games.api.permissions import player_of
from games.api.schema import problems
from games.seats import lobby


class InviteSerializer(Facts):
    players = serializers.ListField(child=serializers.CharField(max_length=30), min_length=1, max_length=10)


class InvitationsView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="invite_players",
        summary="Invite players",
        tags=["games"],
        request=InviteSerializer,
        responses={
            201: GameDetailSerializer,
            **problems(
                "game_not_open",
                "only_the_host",
                "no_such_player",
                "too_many_invitations",
                "too_many_invitations_today",
                "reliability_too_low",
                "account_suspended",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """By name. They get an email; inviting somebody again changes nothing."""
        names = checked(InviteSerializer, request)["players"]
        lobby.invite(host=player_of(request), game_id=game_id, names=names, now=timezone.now())
        return detail(player_of(request), game_id, 201)
