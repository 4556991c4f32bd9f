"""A division as its page shows it: the standings with the tie-breaks between level players, and the games."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.functional import Promise

from games.competitions.leagues.tables import DivisionTable, PlaceStanding
from games.competitions.results import How
from games.models import LeagueGame, Player, ResultCorrection
from games.presentation import words
from games.web.correction import Judged


@dataclass(frozen=True)
class ShownFixture:
    """A game of a division: its players, its winner, how it ended, and what its host has decided or can decide."""

    fixture: LeagueGame
    seats: list[PlaceStanding]
    winners: list[PlaceStanding]
    how: How
    correction: ResultCorrection | None = None
    can_correct: bool = False


@dataclass(frozen=True)
class ShownDivision:
    """A division for a reader, whose own line and games are highlighted."""

    table: DivisionTable
    reader: Player | None
    judged: Judged

    @property
    def level(self) -> int:
        return self.table.division.level

    @property
    def lines(self) -> Iterator[dict[str, object]]:
        """Yield the standings: each place with its player, its games, and the tie-breaks that were needed."""
        for standing in self.table.standings:
            yield {
                "one": standing,
                "player": standing.place.player,
                "promised": standing.line.played + standing.running,
                "parted": _list_tie_breaks(standing),
                "own": self._is_readers(standing),
            }

    @cached_property
    def games(self) -> list[ShownFixture]:
        """Return all games that have begun, in order."""
        by_number = {standing.place.number: standing for standing in self.table.standings}
        return [self._build_fixture(game, by_number) for game in self.table.games if game.game_id is not None]

    @property
    def own_games(self) -> list[ShownFixture]:
        return [game for game in self.games if any(map(self._is_readers, game.seats))]

    def _build_fixture(self, fixture: LeagueGame, by_number: dict[int, PlaceStanding]) -> ShownFixture:
        seats = [by_number[number] for number in fixture.places]
        result = self.table.results.get(fixture.game_id or "")
        if result is None:
            return ShownFixture(fixture, seats, [], How.RUNNING)
        winners = [seat for seat, rank in zip(seats, result.ranks, strict=False) if rank == 1]
        is_judged = result.how != How.RUNNING and fixture.game_id in self.judged.by_reader
        correction = self.judged.corrections.get(fixture.game_id or "")
        return ShownFixture(fixture, seats, winners, result.how, correction, is_judged)

    def _is_readers(self, standing: PlaceStanding) -> bool:
        return self.reader is not None and standing.place.player_id == self.reader.pk


def _list_tie_breaks(standing: PlaceStanding) -> list[tuple[Promise, str]]:
    """Return the tie-breaks between this place and others with equal points; none before it has played."""
    return [
        (tie_break.label, words.amount(value))
        for tie_break, value in standing.line.tie_breaks.items()
        if standing.line.played
    ]
