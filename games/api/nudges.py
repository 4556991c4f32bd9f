"""Nudges to the players for whom a game waits."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games.of_game import OfGame
from games.api.permissions import player_of
from games.api.schema import problems
from games.table.talk import nudges


class NudgeView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="nudge",
        summary="Nudge whoever the game waits for",
        tags=["talk"],
        request=None,
        responses={
            204: None,
            **problems(
                "not_in_this_game",
                "game_not_running",
                "game_paused",
                "nobody_waited_for",
                "you_are_waited_for",
                "stand_in_waited_for",
                "nudge_too_soon",
                "already_nudged",
                "account_suspended",
                "address_needed",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """For the game's players and its host, once a day a game, and not in the first quarter of a turn's time.

        The others get an email if they like, when they like: the answer is the same.
        """
        nudges.nudge(player=player_of(request), game_id=game_id, now=timezone.now())
        return Response(status=204)
