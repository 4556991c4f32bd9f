"""Games for admins: the public view, and what a ruling must take into account."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.admin.at_the_desk import READ, REFUSALS, AtTheDesk
from games.api.admin.disputes import JudgedDisputeSerializer, judged_dispute
from games.api.admin.rulings import JudgedRulingSerializer, ruling_row, rulings_of
from games.api.forms import Facts
from games.api.games.game import GameDetailSerializer, TableRows, game_detail
from games.api.instants import instant
from games.api.permissions import player_of
from games.api.schema import problems
from games.errors import NotFound
from games.lobby.visible import name_clubs
from games.models import Game
from games.people import audit, rights
from games.table import store
from games.table.disputes import selectors


class OverviewSerializer(Facts):
    """A game as a spectator sees it, and what admins need to know about it. No secret is in it."""

    game = GameDetailSerializer()
    paused_at = serializers.DateTimeField(allow_null=True)
    pauses = serializers.ListField(child=serializers.CharField(), help_text=_("Why it is paused."))
    pause_on_dispute = serializers.BooleanField()
    quarantined_until = serializers.DateTimeField(allow_null=True)
    disputes = JudgedDisputeSerializer(many=True)
    rulings = JudgedRulingSerializer(many=True)


class AdminGameView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="get_game_as_admin",
        summary="A game to be ruled on",
        tags=["admin"],
        responses={200: OverviewSerializer, **problems("no_such_game", *REFUSALS)},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The game as everybody may see it, with its disputes and rulings. Your visit is recorded."""
        admin = player_of(request)
        try:
            game, seats, turns = store.look(game_id)
        except Game.DoesNotExist:
            raise NotFound("no_such_game") from None
        rights.check(admin, "view_game", game)
        audit.looked_at(admin, game, timezone.now())
        name_clubs(admin, [game])
        return Response(
            {
                "game": game_detail(game, TableRows(seats, turns, None), {}),
                "paused_at": instant(game.paused_at),
                "pauses": game.pauses,
                "pause_on_dispute": game.pause_on_dispute,
                "quarantined_until": instant(game.quarantined_until),
                "disputes": [judged_dispute(dispute) for dispute in selectors.of_game(game)],
                "rulings": [ruling_row(ruling) for ruling in rulings_of().filter(game=game)],
            }
        )
