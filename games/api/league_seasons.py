"""The seasons of a league: standings by division, and games."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.corrections import correction_field, correction_row
from games.api.forms import Facts
from games.api.leagues import LeagueSeasonSerializer, season_row
from games.api.pagination import only_page, page_of
from games.api.permissions import AnyoneReads, reader_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.api.standings import tie_breaks_field
from games.competitions import corrections
from games.competitions.leagues import selectors, tables
from games.competitions.leagues.tables import DivisionTable, PlaceStanding
from games.competitions.results import How, in_order
from games.models import LeaguePlace, ResultCorrection

RESULT_STATES: Final = [
    (How.RUNNING.value, _("It runs.")),
    (How.RANKED.value, _("It ended with ranks.")),
    (How.VOID.value, _("It was declared void; all share one place.")),
    (How.LEFT.value, _("All have left it; nobody gets anything.")),
]


class LeagueLineSerializer(Facts):
    """A line of the standings: a place in the division, and whoever has it."""

    place = serializers.IntegerField(help_text=_("Its seed, from 0. It keeps the results, whoever has it."))
    rank = serializers.IntegerField(help_text=_("Those who are still level after all tie-breaks share one."))
    player = PlayerSerializer(allow_null=True, help_text=_("Null where stand-ins play for it."))
    points = serializers.IntegerField(
        help_text=_("Match points: two for every opponent you finish ahead of, one for a shared place.")
    )
    played = serializers.IntegerField(help_text=_("Games that are over."))
    running = serializers.IntegerField(help_text=_("Games that are not. Of these, nothing counts."))
    tie_breaks = serializers.DictField(
        child=serializers.IntegerField(), help_text=_("What each tie-break has counted, where one was needed.")
    )
    outcome = serializers.ChoiceField(
        LeaguePlace.Outcome.choices, help_text=_("As things stand; final once the season is over.")
    )


class LeagueGameSerializer(Facts):
    number = serializers.IntegerField(help_text=_("In the division, counted from 1."))
    game = serializers.CharField(allow_null=True, help_text=_("Its id; null in the moments before it begins."))
    places = serializers.ListField(child=serializers.IntegerField(), help_text=_("By seat."))
    state = serializers.ChoiceField(
        RESULT_STATES,
    )
    ranks = serializers.ListField(child=serializers.IntegerField(), help_text=_("By seat, where it ended with ranks."))
    correction = correction_field()


class LeagueDivisionSerializer(Facts):
    level = serializers.IntegerField(help_text=_("1 is the highest."))
    standings = serializers.ListField(child=LeagueLineSerializer())
    games = serializers.ListField(child=LeagueGameSerializer())


class SeasonStandingsSerializer(LeagueSeasonSerializer):
    """A season with its divisions."""

    tie_breaks = tie_breaks_field()
    divisions = serializers.ListField(child=LeagueDivisionSerializer())


class LeagueSeasonsView(Conditional):
    permission_classes = (AnyoneReads,)
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="list_league_seasons",
        summary="List a league's seasons",
        tags=["leagues"],
        responses={200: page_of(LeagueSeasonSerializer), **problems("no_such_league")},
    )
    def get(self, request: Request, league_id: str) -> Response:
        """List a league's seasons, the newest first."""
        league = selectors.get(reader_of(request), league_id)
        return only_page([season_row(season) for season in selectors.seasons(league)])


class LeagueSeasonView(Conditional):
    permission_classes = (AnyoneReads,)
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_league_season",
        summary="Look at a season's standings",
        tags=["leagues"],
        responses={200: SeasonStandingsSerializer, **problems("no_such_season")},
    )
    def get(self, request: Request, league_id: str, number: int) -> Response:
        """By division: standings and games. They follow from the results, and change with them."""
        season = selectors.season(reader_of(request), league_id, number)
        season_tables = tables.division_tables(season)
        games = [game.game_id for table in season_tables for game in table.games if game.game_id]
        corrected = corrections.in_force(games)
        divisions = [_division_row(table, corrected) for table in season_tables]
        tie_breaks = [tie_break.value for tie_break in in_order(season.league.tie_breaks)]
        return Response({**season_row(season), "tie_breaks": tie_breaks, "divisions": divisions})


def _division_row(table: DivisionTable, corrected: Mapping[str, ResultCorrection]) -> Json:
    games = []
    for game in table.games:
        result = table.results.get(game.game_id or "")
        correction = corrected.get(game.game_id or "")
        games.append(
            {
                "number": game.number,
                "game": game.game_id,
                "places": game.places,
                "state": result.how.value if result else How.RUNNING.value,
                "ranks": list(result.ranks) if result else [],
                "correction": correction_row(correction) if correction else None,
            }
        )
    standings = [_line_row(standing) for standing in table.standings]
    return {"level": table.division.level, "standings": standings, "games": games}


def _line_row(standing: PlaceStanding) -> Json:
    line, player = standing.line, standing.place.player
    return {
        "place": standing.place.number,
        "rank": line.rank,
        "player": player_row(player),
        "points": line.points,
        "played": line.played,
        "running": standing.running,
        "tie_breaks": {tie_break.value: value for tie_break, value in line.tie_breaks.items()},
        "outcome": standing.outcome,
    }
