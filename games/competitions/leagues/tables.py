"""The standings of a season's divisions, from the results of its games: five queries, however large it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import QuerySet

from games.competitions import played
from games.competitions.leagues import ladder
from games.competitions.results import Line, Match, Result, standings
from games.models import LeagueDivision, LeagueGame, LeaguePlace, LeagueSeason

R = TypeVar("R", LeaguePlace, LeagueGame)


@dataclass(frozen=True, slots=True)
class PlaceStanding:
    """A line of a division: the place with its player, how it stands, where that leads, its games that still run."""

    place: LeaguePlace
    line: Line[int]
    outcome: str
    running: int


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division: who stands how, the best first, and its games with their results."""

    division: LeagueDivision
    standings: Sequence[PlaceStanding]
    games: Sequence[LeagueGame]
    results: Mapping[str, Result]


def division_tables(season: LeagueSeason) -> list[DivisionTable]:
    """All divisions, the highest first. Running games count for nothing but that they run."""
    divisions = list(season.divisions.order_by("level"))
    places = _by_division(LeaguePlace.objects.filter(division__season=season).select_related("player"))
    games = _by_division(LeagueGame.objects.filter(division__season=season))
    ids = [game.game_id for one in games.values() for game in one if game.game_id is not None]
    results = played.results(ids)
    movers, lowest = season.league.movers, len(divisions)
    return [
        _table(
            division,
            places.get(division.pk, []),
            games.get(division.pk, []),
            results,
            movers,
            lowest=division.level == lowest,
        )
        for division in divisions
    ]


def _by_division(rows: QuerySet[R]) -> dict[int, list[R]]:
    found: dict[int, list[R]] = {}
    for row in rows.order_by("division", "number"):
        found.setdefault(row.division_id, []).append(row)
    return found


def _table(
    division: LeagueDivision,
    places: Sequence[LeaguePlace],
    games: Sequence[LeagueGame],
    results: Mapping[str, Result],
    movers: int,
    *,
    lowest: bool,
) -> DivisionTable:
    found = {place.number: place for place in places}
    matches = [Match(tuple(game.places), results.get(game.game_id or "", played.NONE)) for game in games]
    lines = standings(list(found), matches)
    vacant = [number for number, place in found.items() if place.player_id is None]
    ranking = [line.contestant for line in lines]
    leads = ladder.outcomes(ranking, vacant, movers, highest=division.level == 1, lowest=lowest)
    promised = _promised(games)
    shown = [
        PlaceStanding(found[line.contestant], line, leads[line.contestant], promised[line.contestant] - line.played)
        for line in lines
    ]
    return DivisionTable(division, shown, games, results)


def _promised(games: Sequence[LeagueGame]) -> dict[int, int]:
    counted: dict[int, int] = {}
    for game in games:
        for number in game.places:
            counted[number] = counted.get(number, 0) + 1
    return counted
