"""Series: several games with the same players, and standings over all of them."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.forms import Facts
from games.api.games.game import GameSummarySerializer, game_summary
from games.api.games.of_game import OfGame
from games.api.instants import instant
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.standings import CompetitionLineSerializer, line_row, tie_breaks_field
from games.competitions.series import departures, selectors
from games.competitions.series.selectors import SeenSeries
from games.competitions.series.series_table import TIE_BREAKS
from games.errors import NotFound
from games.lobby.visible import seen_by


class GameOfSeriesSerializer(Facts):
    number = serializers.IntegerField(help_text=_("Counted from 1."))
    game = GameSummarySerializer()


class SeriesSerializer(Facts):
    """A series, with those of its games of which you may know."""

    id = serializers.CharField()
    games_wanted = serializers.IntegerField(help_text=_("How many games it has."))
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When its last game was over, or fewer than two people were left.")
    )
    games = GameOfSeriesSerializer(many=True, help_text=_("Those that have opened so far."))
    standings = CompetitionLineSerializer(many=True)
    tie_breaks = tie_breaks_field()
    you_leave = serializers.BooleanField(help_text=_("You have said that you play no further game."))


class SeriesView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_series",
        summary="Look at a series",
        tags=["games"],
        responses={200: SeriesSerializer, **problems("no_such_series")},
    )
    def get(self, request: Request, series_id: str) -> Response:
        """Return a series: its games and the standings over all. They follow from the results, and change with them."""
        return Response(_series_row(selectors.seen_by(player_of(request), series_id)))


class SeriesOfGameView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_series_of_game",
        summary="Look at the series of a game",
        tags=["games"],
        responses={200: SeriesSerializer, **problems("no_such_series")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The series that the game is one of. Most games are of none."""
        player = player_of(request)
        place = selectors.place_of(seen_by(player, game_id).game)
        if place is None:
            raise NotFound("no_such_series")
        return Response(_series_row(selectors.seen_by(player, place.series_id)))


class LeaveSeriesView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="leave_series",
        summary="Leave a series after the game that runs",
        tags=["games"],
        request=None,
        responses={
            200: SeriesSerializer,
            **problems("no_such_series", "not_in_this_series", "series_over"),
        },
    )
    def post(self, request: Request, series_id: str) -> Response:
        """You play this game to its end; in the games after it a stand-in has your seat."""
        player = player_of(request)
        departures.leave(player=player, series_id=series_id, now=timezone.now())
        return Response(_series_row(selectors.seen_by(player, series_id)))


class StayInSeriesView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="stay_in_series",
        summary="Stay in a series after all",
        tags=["games"],
        request=None,
        responses={
            200: SeriesSerializer,
            **problems("no_such_series", "not_in_this_series", "series_over"),
        },
    )
    def post(self, request: Request, series_id: str) -> Response:
        """As long as the game runs after which you wanted to leave."""
        player = player_of(request)
        departures.stay(player=player, series_id=series_id)
        return Response(_series_row(selectors.seen_by(player, series_id)))


def _series_row(seen_series: SeenSeries) -> Json:
    return {
        "id": seen_series.series.pk,
        "games_wanted": seen_series.series.games_wanted,
        "created_at": instant(seen_series.series.created_at),
        "ended_at": instant(seen_series.series.ended_at),
        "games": [{"number": game.number, "game": game_summary(game.game)} for game in seen_series.games],
        "standings": [line_row(line) for line in seen_series.standings],
        "tie_breaks": [tie_break.value for tie_break in TIE_BREAKS],
        "you_leave": seen_series.leaves,
    }
