"""Pauses by agreement."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games.game import GameDetailSerializer
from games.api.games.of_game import OfGame, detail
from games.api.permissions import player_of
from games.api.schema import problems
from games.table.rulings import pauses


class PauseView(OfGame):
    scopes: ClassVar = {"PUT": "games:play", "DELETE": "games:play"}

    @extend_schema(
        operation_id="put_pause",
        summary="Ask for a pause",
        tags=["play"],
        request=None,
        responses={
            200: GameDetailSerializer,
            **problems("game_not_running", "not_in_this_game", "already_paused", "seat_not_active"),
        },
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Once every player asks for a pause, the clocks stand still, for 60 days at most, until one of them wants to
        go on."""
        pauses.wish(player=player_of(request), game_id=game_id, now=timezone.now())
        return detail(player_of(request), game_id)

    @extend_schema(
        operation_id="delete_pause",
        summary="Take your request back, or resume",
        tags=["play"],
        responses={204: None, **problems("game_not_running", "not_in_this_game")},
    )
    def delete(self, request: Request, game_id: str) -> Response:
        """Takes your request back. If the game is paused by agreement, it resumes, and nobody has lost time."""
        pauses.take_back(player=player_of(request), game_id=game_id, now=timezone.now())
        return Response(status=204)


class RefusePauseView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="refuse_pause",
        summary="Refuse a pause",
        tags=["play"],
        request=None,
        responses={
            200: GameDetailSerializer,
            **problems("no_such_game", "game_not_running", "not_in_this_game", "already_paused", "seat_not_active"),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Cancels all requests for a pause, and tells the players who had asked. If nobody had, nothing changes."""
        pauses.refuse(player=player_of(request), game_id=game_id, now=timezone.now())
        return detail(player_of(request), game_id)
