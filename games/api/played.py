"""The games of a player, as far as the reader may know of them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.forms import Facts
from games.api.games.game import GameSummarySerializer, game_summary
from games.api.games.narrowed import NARROWING, narrowed
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, known_player, player_row
from games.api.schema import problems
from games.lobby import records
from games.lobby.visible import hide_blocks, name_clubs
from games.models import Game, Seat

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class PlayedSerializer(Facts):
    """A game that somebody plays, or has played."""

    game = GameSummarySerializer()
    points = serializers.IntegerField(allow_null=True, help_text=_("The player's, at the end."))
    rank = serializers.IntegerField(allow_null=True, help_text=_("The player's, at the end."))
    players = serializers.ListField(child=PlayerSerializer(), help_text=_("Everyone at the table, by seat."))


class PlayedView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="list_games_of_player",
        summary="List a player's games",
        tags=["games"],
        parameters=[*NARROWING, *PAGE_PARAMETERS],
        responses={200: page_of(PlayedSerializer), **problems("no_such_player")},
    )
    def get(self, request: Request, player_id: str) -> Response:
        """Running and ended, the newest first, with results and with whom. Private games show to their players only."""
        player, pages = known_player(player_id), Pages()
        games = narrowed(records.games(player, player_of(request)), request)
        page = pages.paginate_queryset(games, request)
        hide_blocks(player_of(request), page)
        name_clubs(player_of(request), page)
        sitting = _list_players(page)
        return pages.get_paginated_response([_played_row(game, sitting) for game in page])


def _list_players(games: Sequence[Game]) -> Mapping[str, list[Json | None]]:
    """Return the players of each game, by seat."""
    players_by_game: dict[str, list[Json | None]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=players_by_game).select_related("player").order_by("game", "number"):
        if seat.player is not None:
            players_by_game[seat.game_id].append(player_row(seat.player))
    return players_by_game


def _played_row(game: "WithAnnotations[Game, records.OwnResult]", sitting: Mapping[str, list[Json | None]]) -> Json:
    return {"game": game_summary(game), "points": game.points, "rank": game.rank, "players": sitting[game.pk]}
