"""What is known of a player's skill, how a game changes it, and how it is shown. Pure."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MODEL: Final = PlackettLuce()
MIDDLE: Final = 1500
"""The rating of a newcomer."""
POINTS: Final = 40
"""So many points of rating to one of the model's."""


class Skill(NamedTuple):
    """`mu` is the best guess, `sigma` its standard deviation, on the model's own scale."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """The best guess, as people see it."""
        return round(MIDDLE + POINTS * (self.mu - MODEL.mu))

    @property
    def uncertainty(self) -> int:
        """The skill is within this many points of the rating, nineteen times out of twenty."""
        return round(POINTS * 2 * self.sigma)

    @property
    def cautious(self) -> float:
        """What leaderboards go by: the rating less its uncertainty, on the model's scale."""
        return self.mu - 2 * self.sigma


NEWCOMER: Final = Skill(MODEL.mu, MODEL.sigma)


def after(before: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """Return the players' skills after a game in which they came in at these ranks; the same rank is a tie."""
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    return [Skill(skill.mu, skill.sigma) for (skill,) in MODEL.rate(teams, ranks=list(ranks))]


def chances(skills: Sequence[Skill]) -> list[float]:
    """Return how likely each of them is to win a game of these, as the model has it when it learns from one."""
    scale = sqrt(sum(skill.sigma**2 + MODEL.beta**2 for skill in skills))
    weights = [exp(skill.mu / scale) for skill in skills]
    return [weight / sum(weights) for weight in weights]
