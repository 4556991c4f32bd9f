"""The rounds of a cup so far: five queries, however large it is.

About running games it says only that they are running.
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
    """A table: the seeds of its players, by seat, and the result of its game."""

    game: CupGame
    result: Result

    @property
    def seeds(self) -> Sequence[int]:
        """The seeds of the players, by seat."""
        seeds: list[int] = self.game.seeds
        return seeds

    @property
    def runs(self) -> bool:
        """Whether the table's game is not over; it may not have begun."""
        return self.result.how == How.RUNNING


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round with its tables."""

    round: CupRound
    tables: Sequence[CupTable]

    @property
    def byes(self) -> Sequence[int]:
        """The seeds of the players without a table."""
        byes: list[int] = self.round.byes
        return byes

    @property
    def seeds(self) -> list[int]:
        """The seeds of everyone who takes part in the round."""
        return sorted([*self.byes, *(seed for table in self.tables for seed in table.seeds)])

    @property
    def running(self) -> list[str]:
        """The ids of the round's running games."""
        return [table.game.game_id for table in self.tables if table.game.game_id is not None and table.runs]


@dataclass(frozen=True, slots=True)
class CupCourse:
    """A cup with its players, in the order in which they entered and by seed, and its rounds."""

    cup: Cup
    entered: Sequence[CupEntrant]
    players: Mapping[int, CupEntrant]
    rounds: Sequence[PlayedRound]

    @property
    def last(self) -> PlayedRound | None:
        """The newest round; None before the cup begins."""
        return self.rounds[-1] if self.rounds else None

    @property
    def heirs(self) -> Mapping[int, int]:
        """Who plays in whose place: seeds of players who came into the running cup, by the seed they follow."""
        return {row.instead_of: seed for seed, row in self.players.items() if row.instead_of is not None}

    @property
    def places(self) -> list[int]:
        """The seeds with which the cup began, and those of latecomers; others play in the place of one of these."""
        return sorted(seed for seed, row in self.players.items() if row.instead_of is None)

    def holder(self, seed: int) -> int:
        """Return the seed of who plays in this seed's place now."""
        while seed in self.heirs:
            seed = self.heirs[seed]
        return seed

    def lineage(self, seed: int) -> list[int]:
        """Return this seed and those in whose place it plays, the newest first."""
        seeds = [seed]
        while (before := self.players[seeds[-1]].instead_of) is not None:
            seeds.append(before)
        return seeds

    def has_left(self, seed: int) -> bool:
        """Check whether this player has left the cup and so plays no further round, whatever the results."""
        return self.players[seed].left_at is not None

    def tables(self) -> Iterator[CupTable]:
        """Yield the tables of all rounds."""
        for played_round in self.rounds:
            yield from played_round.tables

    def sat(self) -> dict[int, Counter[int]]:
        """Return how often each player has had each seat."""
        counts: dict[int, Counter[int]] = {seed: Counter() for seed in self.players}
        for table in self.tables():
            for seat, seed in enumerate(table.seeds):
                counts[seed][seat] += 1
        return counts


def current_course(cup: Cup) -> CupCourse:
    """Return the cup's course, by the present results."""
    entered = list(CupEntrant.objects.filter(cup=cup).select_related("player").order_by("entered_at", "pk"))
    rounds = list(CupRound.objects.filter(cup=cup).order_by("number"))
    games = list(CupGame.objects.filter(round__cup=cup).order_by("round", "number"))
    results = played.results(game.game_id for game in games if game.game_id is not None)
    tables: dict[int, list[CupTable]] = {cup_round.pk: [] for cup_round in rounds}
    by_key = {cup_round.pk: cup_round for cup_round in rounds}
    for game in games:
        game.round = by_key[game.round_id]
        tables[game.round_id].append(CupTable(game, results.get(game.game_id or "", played.NONE)))
    players = {entrant.seed: entrant for entrant in entered if entrant.seed is not None}
    return CupCourse(cup, entered, players, [PlayedRound(cup_round, tables[cup_round.pk]) for cup_round in rounds])


def is_due(course: CupCourse, now: datetime) -> bool:
    """Check whether the time of the newest round is over."""
    return course.last is not None and course.last.round.ends_at <= now
