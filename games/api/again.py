"""Another game with the people of a finished one."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games.game import GameDetailSerializer
from games.api.games.of_game import OfGame, detail
from games.api.permissions import player_of
from games.api.schema import problems
from games.lobby import again


class AgainView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="play_again",
        summary="Play again with the same players",
        tags=["games"],
        request=None,
        responses={
            200: GameDetailSerializer,
            201: GameDetailSerializer,
            **problems(
                "game_not_ended",
                "not_in_this_game",
                "account_suspended",
                "too_many_open_games",
                "too_many_invitations_today",
                "too_many_invitations_to_one",
                "too_many_games_with_stand_ins",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Opens a table like the ended game's (201), and invites everyone who played there.

        If somebody has already opened it, you get a seat at that one (200).
        """
        player = player_of(request)
        rematch = again.play_again(player=player, game_id=game_id, now=timezone.now())
        answer = detail(player, rematch.game.pk, 201 if rematch.made else 200)
        if rematch.made:
            answer.headers["Location"] = f"{request.path.rpartition('/')[0].rpartition('/')[0]}/{rematch.game.pk}"
        return answer
