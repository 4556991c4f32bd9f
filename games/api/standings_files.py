"""Standings of competitions as CSV, for spreadsheets and other people's pages."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from games import spreadsheet
from games.api.permissions import AnyoneReads, reader_of
from games.api.schema import problems
from games.api.spreadsheets import CSV, CsvRenderer
from games.api.view import ApiView
from games.competitions.cups import course, scores
from games.competitions.cups import selectors as cups
from games.competitions.cups.course import CupCourse
from games.competitions.leagues import selectors as leagues
from games.competitions.leagues import tables
from games.competitions.results import TieBreak
from games.models import LeagueSeason

TIE_BREAKS: Final = tuple(tie_break.value for tie_break in TieBreak)
CUP_COLUMNS: Final = ("rank", "player", "id", "status", "rounds", "points", *TIE_BREAKS)
SEASON_COLUMNS: Final = ("division", "rank", "player", "id", "points", "played", "running", "outcome", *TIE_BREAKS)
RESPONSE: Final = OpenApiResponse(OpenApiTypes.STR, "A line of titles, then a line a player.")


class CupStandingsView(ApiView):
    permission_classes = (AnyoneReads,)
    renderer_classes = (JSONRenderer, CsvRenderer)
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_cup_standings_file",
        summary="Get a cup's standings as CSV",
        tags=["cups"],
        responses={(200, CSV): RESPONSE, **problems("no_such_cup")},
    )
    def get(self, request: Request, cup_id: str) -> StreamingHttpResponse:
        """A line a player, the best first. It takes no token where anyone can look at the cup."""
        cup = cups.get(reader_of(request), cup_id)
        return _send(CUP_COLUMNS, _cup_rows(course.current_course(cup)), f"standings-{cup_id}")


def _cup_rows(cup_course: CupCourse) -> Iterator[list[object]]:
    for line in scores.cup_standings(cup_course):
        player = line.entrant.player
        cells = [line.rank, player.public_name, player.pk, line.status.value, line.rounds, line.points]
        yield [*cells, *(line.tie_breaks.get(tie_break) for tie_break in TieBreak)]


class SeasonStandingsView(ApiView):
    permission_classes = (AnyoneReads,)
    renderer_classes = (JSONRenderer, CsvRenderer)
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_league_season_standings_file",
        summary="Get a season's standings as CSV",
        tags=["leagues"],
        responses={(200, CSV): RESPONSE, **problems("no_such_season")},
    )
    def get(self, request: Request, league_id: str, number: int) -> StreamingHttpResponse:
        """A line a place, division by division. It takes no token where anyone can look at the league."""
        season = leagues.season(reader_of(request), league_id, number)
        return _send(SEASON_COLUMNS, _season_rows(season), f"standings-{league_id}-{number}")


def _season_rows(season: LeagueSeason) -> Iterator[list[object]]:
    for table in tables.division_tables(season):
        for standing in table.standings:
            line, player = standing.line, standing.place.player
            who = (player.public_name, player.pk) if player else (None, None)
            cells = [table.division.level, line.rank, *who, line.points, line.played, standing.running]
            yield [*cells, standing.outcome, *(line.tie_breaks.get(tie_break) for tie_break in TieBreak)]


def _send(columns: Sequence[str], rows: Iterable[Sequence[object]], name: str) -> StreamingHttpResponse:
    cells = (["" if cell is None else str(cell) for cell in row] for row in rows)
    answer = StreamingHttpResponse(spreadsheet.lines(columns, cells), content_type=f"{CSV}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    answer["Cache-Control"] = "no-store"
    return answer
