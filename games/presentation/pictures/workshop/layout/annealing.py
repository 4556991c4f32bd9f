"""Choosing one of several candidates for each of many things, where candidates and some pairs of them have costs.

It is simulated annealing from several starts, each finished greedily. Random numbers come from a fixed seed: the same
costs give the same choices.
"""

import random
from collections.abc import Mapping, Sequence
from math import exp
from typing import Final

import numpy as np

from games.presentation.pictures.workshop.layout.arrays import Points

STARTS: Final = 8
HOTTEST, COLDEST, COOLING = 200.0, 0.5, 0.96


class Costs:
    """The cost of each candidate alone, and of each pair of candidates of two neighbors."""

    def __init__(self, alone: Sequence[Points], pairs: Mapping[tuple[int, int], Points]) -> None:
        self.alone = alone
        self.neighbors: list[list[tuple[int, Points]]] = [[] for _ in alone]
        for (first, second), costs in pairs.items():
            if costs.any():
                self.neighbors[first].append((second, costs))
                self.neighbors[second].append((first, costs.T))

    def per_candidate(self, thing: int, chosen: Sequence[int]) -> Points:
        """Return the cost of each candidate of a thing, given the choices for the others."""
        costs = self.alone[thing].copy()
        for other, pair in self.neighbors[thing]:
            costs += pair[:, chosen[other]]
        return costs

    def total(self, chosen: Sequence[int]) -> float:
        """Return the cost of all choices together."""
        alone = sum(float(costs[choice]) for costs, choice in zip(self.alone, chosen, strict=True))
        twice = sum(
            float(pair[chosen[thing], chosen[other]])
            for thing, pairs in enumerate(self.neighbors)
            for other, pair in pairs
        )
        return alone + twice / 2


def chosen(costs: Costs) -> list[int]:
    """Return the best choices that were found, one candidate for each thing."""
    tries = [_anneal(costs, random.Random(start)) for start in range(STARTS)]
    return min(tries, key=costs.total)


def _anneal(costs: Costs, dice: random.Random) -> list[int]:
    choices = [int(alone.argmin()) for alone in costs.alone]
    heat = HOTTEST
    while heat > COLDEST:
        for thing in dice.sample(range(len(choices)), len(choices)):
            each = costs.per_candidate(thing, choices)
            tried = dice.randrange(len(each))
            gain = float(each[choices[thing]] - each[tried])
            if gain >= 0 or dice.random() < exp(gain / heat):
                choices[thing] = tried
        heat *= COOLING
    return _improve(costs, choices)


def _improve(costs: Costs, choices: list[int]) -> list[int]:
    """Improve choices greedily, until nothing improves."""
    better = True
    while better:
        better = False
        for thing in range(len(choices)):
            each = costs.per_candidate(thing, choices)
            best = int(np.argmin(each))
            if each[best] < each[choices[thing]] - 1e-9:
                choices[thing], better = best, True
    return choices
