"""A cup as it has gone so far: five queries, however large it is.

Of running games it tells nothing but that they run.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.competitions import played
from games.competitions.results import How, Result
from games.models import Cup, CupEntrant, CupGame, CupRound


@dataclass(frozen=True, slots=True)
class CupTable:
    """A table: its players by seat, as seeds, and what came of its game."""

    game: CupGame
    result: Result

    @property
    def seeds(self) -> Sequence[int]:
        """Its players, by seat."""
        seeds: list[int] = self.game.seeds
        return seeds

    @property
    def runs(self) -> bool:
        """Whether its game is not over; perhaps it has not begun."""
        return self.result.how == How.RUNNING


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round with its tables."""

    round: CupRound
    tables: Sequence[CupTable]

    @property
    def byes(self) -> Sequence[int]:
        """Seeds of those without a table."""
        byes: list[int] = self.round.byes
        return byes

    @property
    def seeds(self) -> list[int]:
        """Everyone who takes part in it."""
        return sorted([*self.byes, *(seed for table in self.tables for seed in table.seeds)])

    @property
    def running(self) -> list[str]:
        """The ids of its games that run."""
        return [table.game.game_id for table in self.tables if table.game.game_id is not None and table.runs]


@dataclass(frozen=True, slots=True)
class CupCourse:
    """A cup with its players, as they have entered and by seed, and its rounds."""

    cup: Cup
    entered: Sequence[CupEntrant]
    players: Mapping[int, CupEntrant]
    rounds: Sequence[PlayedRound]

    @property
    def last(self) -> PlayedRound | None:
        """The newest round."""
        return self.rounds[-1] if self.rounds else None

    def has_left(self, seed: int) -> bool:
        """Whether this player goes on to no further round, whatever the results."""
        return self.players[seed].left_at is not None

    def tables(self) -> Iterator[CupTable]:
        """Of all rounds."""
        for each in self.rounds:
            yield from each.tables

    def sat(self) -> dict[int, Counter[int]]:
        """How often everyone has had which seat."""
        found: dict[int, Counter[int]] = {seed: Counter() for seed in self.players}
        for table in self.tables():
            for seat, seed in enumerate(table.seeds):
                found[seed][seat] += 1
        return found


def current_course(cup: Cup) -> CupCourse:
    """The cup's course, as the results are now."""
    entered = list(CupEntrant.objects.filter(cup=cup).select_related("player").order_by("entered_at", "pk"))
    rounds = list(CupRound.objects.filter(cup=cup).order_by("number"))
    games = list(CupGame.objects.filter(round__cup=cup).order_by("round", "number"))
    results = played.results(game.game_id for game in games if game.game_id is not None)
    tables: dict[int, list[CupTable]] = {one.pk: [] for one in rounds}
    for game in games:
        tables[game.round_id].append(CupTable(game, results.get(game.game_id or "", played.NONE)))
    players = {one.seed: one for one in entered if one.seed is not None}
    return CupCourse(cup, entered, players, [PlayedRound(one, tables[one.pk]) for one in rounds])


def is_due(course: CupCourse, now: datetime) -> bool:
    """Whether the time of the newest round is over."""
    return course.last is not None and course.last.round.ends_at <= now
