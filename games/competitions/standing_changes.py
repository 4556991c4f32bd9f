"""What a correction would make of the standings: worked out twice from rows that are read once, and never written."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.competitions import played
from games.competitions.cups import course, scores
from games.competitions.cups.course import CupCourse, CupTable
from games.competitions.leagues import tables
from games.competitions.leagues.tables import SeasonRows
from games.models import CupGame, LeagueGame, Player

CompetitionGame = CupGame | LeagueGame


@dataclass(frozen=True, slots=True)
class RankAndPoints:
    """Where somebody stands: the rank, and the match points, which a knockout has none of."""

    rank: int
    points: int | None


@dataclass(frozen=True, slots=True)
class StandingChange:
    """What a correction makes of a player's standing; of a stand-in's where there is no player."""

    player: Player | None
    before: RankAndPoints
    after: RankAndPoints


PlayerStandings = dict[int, tuple[Player | None, RankAndPoints]]
"""Standings, best first, by place or entrant."""


def compare(fixture: CompetitionGame, ranks: Sequence[int]) -> list[StandingChange]:
    """Return what changes in the standings if the game, which is over, counts with these ranks."""
    assert fixture.game_id is not None
    if isinstance(fixture, CupGame):
        cup_course = course.current_course(fixture.round.cup)
        before, after = map(_list_cup_standings, (cup_course, _correct_course(cup_course, fixture.game_id, ranks)))
    else:
        rows = tables.read_rows(fixture.division.season)
        corrected = played.correct(rows.results[fixture.game_id], ranks)
        corrected_rows = replace(rows, results={**rows.results, fixture.game_id: corrected})
        before, after = (_list_division_standings(fixture_rows, fixture) for fixture_rows in (rows, corrected_rows))
    return [
        StandingChange(player, before[key][1], standing)
        for key, (player, standing) in after.items()
        if standing != before[key][1]
    ]


def _correct_course(cup_course: CupCourse, game_id: str, ranks: Sequence[int]) -> CupCourse:
    def correct_table(table: CupTable) -> CupTable:
        is_it = table.game.game_id == game_id
        return replace(table, result=played.correct(table.result, ranks)) if is_it else table

    rounds = [replace(round_, tables=list(map(correct_table, round_.tables))) for round_ in cup_course.rounds]
    return replace(cup_course, rounds=rounds)


def _list_cup_standings(cup_course: CupCourse) -> PlayerStandings:
    return {
        line.entrant.pk: (line.entrant.player, RankAndPoints(line.rank, line.points))
        for line in scores.cup_standings(cup_course)
    }


def _list_division_standings(rows: SeasonRows, fixture: LeagueGame) -> PlayerStandings:
    return {
        standing.place.pk: (standing.place.player, RankAndPoints(standing.line.rank, standing.line.points))
        for table in tables.make_tables(rows)
        if table.division.pk == fixture.division_id
        for standing in table.standings
    }
