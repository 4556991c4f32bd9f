"""The end of pauses by agreement."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games.of_game import OfGame
from games.api.permissions import player_of
from games.api.schema import problems
from games.table.rulings import pauses


class PauseView(OfGame):
    scopes: ClassVar = {"DELETE": "games:play"}

    @extend_schema(
        operation_id="delete_pause",
        summary="Let a paused game go on",
        tags=["play"],
        responses={204: None, **problems("game_not_running", "not_in_this_game", "seat_not_active")},
    )
    def delete(self, request: Request, game_id: str) -> Response:
        """A pause by agreement, which you propose to the table, ends, and nobody has lost time. Without one, nothing
        changes."""
        pauses.resume(player=player_of(request), game_id=game_id, now=timezone.now())
        return Response(status=204)
