"""Games between players of known strength, and how well ratings recover it: the order, and the predictions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import log
from random import Random

from games.ratings.skill import NEWCOMER, Skill, after, chances

Play = Callable[[Sequence[int], int], Sequence[int]]
"""A function that returns the ranks of players of these strengths in the game with this seed."""
BUCKETS = 5


@dataclass
class Calibration:
    """How often players won whose chance was predicted, by the fifth in which the chance lies."""

    predicted: list[list[float]] = field(default_factory=lambda: [[] for _ in range(BUCKETS)])
    won: list[list[float]] = field(default_factory=lambda: [[] for _ in range(BUCKETS)])

    def note(self, chance: float, won: float) -> None:
        bucket = min(int(chance * BUCKETS), BUCKETS - 1)
        self.predicted[bucket].append(chance)
        self.won[bucket].append(won)

    def rows(self) -> Iterator[tuple[float, float, int]]:
        """Yield for each nonempty fifth the average prediction, the observed share, and the number."""
        for predicted, won in zip(self.predicted, self.won, strict=True):
            if predicted:
                yield sum(predicted) / len(predicted), sum(won) / len(won), len(won)

    @property
    def error(self) -> float:
        """Return the average difference between observed and predicted shares, over all predictions."""
        rows = list(self.rows())
        return sum(abs(predicted - won) * count for predicted, won, count in rows) / sum(row[2] for row in rows)


def rated(players: Sequence[int], games: int, seats: int, play: Play, seed: int = 1) -> tuple[list[Skill], Calibration]:
    """Return the skills of players of these strengths after this many games of random groups of them, and the
    calibration.

    Predictions and results are recorded once everybody has played some games.
    """
    rnd, skills, calibration = Random(seed), [NEWCOMER] * len(players), Calibration()
    for number in range(games):
        table = rnd.sample(range(len(players)), seats)
        ranks = play([players[one] for one in table], number)
        if number * seats > games:
            _predict([skills[one] for one in table], ranks, calibration)
        for one, skill in zip(table, after([skills[one] for one in table], ranks), strict=True):
            skills[one] = skill
    return skills, calibration


def _predict(skills: Sequence[Skill], ranks: Sequence[int], calibration: Calibration) -> None:
    winners = ranks.count(1)
    for chance, rank in zip(chances(skills), ranks, strict=True):
        calibration.note(chance, 1 / winners if rank == 1 else 0)


def by_luck_and_strength(strengths: Sequence[int], seed: int) -> list[int]:
    """Play a game partly decided by strength: of two players, each more of strength wins with odds of e to 1."""
    rnd = Random(f"game {seed}")
    points = [strength - log(-log(rnd.random())) for strength in strengths]
    return [1 + sum(other > mine for other in points) for mine in points]


def figures(players: Iterable[int], skills: Sequence[Skill], calibration: Calibration) -> list[str]:
    """Return the figures as lines."""
    strengths = list(players)
    lines = []
    for strength in sorted(set(strengths)):
        own = [skill for each, skill in zip(strengths, skills, strict=True) if each == strength]
        low, high = min(one.rating for one in own), max(one.rating for one in own)
        lines.append(f"strength {strength}: ratings {low} to {high}, ± {max(one.uncertainty for one in own)}")
    for predicted, won, count in calibration.rows():
        lines.append(f"predicted {predicted:.2f}, observed {won:.2f} ({count} predictions)")
    return [*lines, f"off by {calibration.error:.3f} on average"]
