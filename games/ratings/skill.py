"""The model of a player's skill, how a game changes it, and how it is shown; pure functions."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MODEL: Final = PlackettLuce()
MIDDLE: Final = 1500
"""The rating of a newcomer."""
POINTS: Final = 40
"""The rating points per unit of the model's scale."""


class Skill(NamedTuple):
    """A skill: `mu` is the best estimate, `sigma` its standard deviation, on the model's own scale."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """The best estimate in rating points."""
        return round(MIDDLE + POINTS * (self.mu - MODEL.mu))

    @property
    def uncertainty(self) -> int:
        """The rating points within which the skill lies of the rating, nineteen times out of twenty."""
        return round(POINTS * 2 * self.sigma)

    @property
    def cautious(self) -> float:
        """The value by which leaderboards are sorted: the rating minus its uncertainty, on the model's scale."""
        return self.mu - 2 * self.sigma


NEWCOMER: Final = Skill(MODEL.mu, MODEL.sigma)


def after(before: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """Return the players' skills after a game in which they finished with these ranks; equal ranks are ties."""
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    return [Skill(skill.mu, skill.sigma) for (skill,) in MODEL.rate(teams, ranks=list(ranks))]


def chances(skills: Sequence[Skill]) -> list[float]:
    """Return each player's probability of winning a game among them, as in the model's update."""
    scale = sqrt(sum(skill.sigma**2 + MODEL.beta**2 for skill in skills))
    weights = [exp(skill.mu / scale) for skill in skills]
    return [weight / sum(weights) for weight in weights]
