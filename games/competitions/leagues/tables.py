"""The standings of a season's divisions, from the results of its games: five queries, however large it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import QuerySet

from games.competitions import played
from games.competitions.leagues import ladder
from games.competitions.results import Line, Match, Result, TieBreak, in_order, standings
from games.models import LeagueDivision, LeagueGame, LeaguePlace, LeagueSeason

R = TypeVar("R", LeaguePlace, LeagueGame)


@dataclass(frozen=True, slots=True)
class PlaceStanding:
    """A line of a division: the place with its player, its standing and outcome, and its running games."""

    place: LeaguePlace
    line: Line[int]
    outcome: str
    running: int


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division: its standings, best first, and its games with their results."""

    division: LeagueDivision
    standings: Sequence[PlaceStanding]
    games: Sequence[LeagueGame]
    results: Mapping[str, Result]


@dataclass(frozen=True, slots=True)
class SeasonRows:
    """What a season's tables are made from, read once. Places and games are by division, results by game."""

    season: LeagueSeason
    divisions: Sequence[LeagueDivision]
    places: Mapping[int, Sequence[LeaguePlace]]
    games: Mapping[int, Sequence[LeagueGame]]
    results: Mapping[str, Result]


def division_tables(season: LeagueSeason) -> list[DivisionTable]:
    """Return all divisions, highest first. Running games do not count."""
    return make_tables(read_rows(season))


def read_rows(season: LeagueSeason) -> SeasonRows:
    """Read what the tables of the season are made from, as it is now."""
    divisions = list(season.divisions.order_by("level"))
    for division in divisions:
        division.season = season
    places = _group_by_division(LeaguePlace.objects.filter(division__season=season).select_related("player"))
    games = _group_by_division(LeagueGame.objects.filter(division__season=season))
    ids = [game.game_id for division_games in games.values() for game in division_games if game.game_id is not None]
    return SeasonRows(season, divisions, places, games, played.results(ids))


def make_tables(rows: SeasonRows) -> list[DivisionTable]:
    """Return the tables that these rows make, the highest division first."""
    league, lowest = rows.season.league, len(rows.divisions)
    tie_breaks = in_order(league.tie_breaks)
    return [
        _make_table(
            division,
            rows.places.get(division.pk, []),
            rows.games.get(division.pk, []),
            rows.results,
            league.movers,
            tie_breaks,
            lowest=division.level == lowest,
        )
        for division in rows.divisions
    ]


def _group_by_division(rows: QuerySet[R]) -> dict[int, list[R]]:
    by_division: dict[int, list[R]] = {}
    for row in rows.order_by("division", "number"):
        by_division.setdefault(row.division_id, []).append(row)
    return by_division


def _make_table(
    division: LeagueDivision,
    places: Sequence[LeaguePlace],
    games: Sequence[LeagueGame],
    results: Mapping[str, Result],
    mover_count: int,
    tie_breaks: Sequence[TieBreak],
    *,
    lowest: bool,
) -> DivisionTable:
    for game in games:
        game.division = division
    place_by_number = {place.number: place for place in places}
    matches = [Match(tuple(game.places), results.get(game.game_id or "", played.NONE)) for game in games]
    lines = standings(list(place_by_number), matches, tie_breaks)
    vacant = [number for number, place in place_by_number.items() if place.player_id is None]
    ranking = [line.contestant for line in lines]
    outcomes = ladder.outcomes(ranking, vacant, mover_count, highest=division.level == 1, lowest=lowest)
    promised = _count_promised(games)
    place_standings = [
        PlaceStanding(
            place_by_number[line.contestant], line, outcomes[line.contestant], promised[line.contestant] - line.played
        )
        for line in lines
    ]
    return DivisionTable(division, place_standings, games, results)


def _count_promised(games: Sequence[LeagueGame]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for game in games:
        for number in game.places:
            counts[number] = counts.get(number, 0) + 1
    return counts
