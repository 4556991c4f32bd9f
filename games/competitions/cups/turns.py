"""The seats at a table of a cup, so that everyone begins, and has every other seat, about equally often. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random

from games.competitions.cups.draws import C


def seated(table: Sequence[C], sat: Mapping[C, Counter[int]], seed: int) -> list[C]:
    """Return these players by seat, the first to play first. `sat`: how often each has had which seat; `seed` draws
    lots among equally good orders.
    """
    shuffled = list(table)
    Random(seed).shuffle(shuffled)
    return min(map(list, permutations(shuffled)), key=lambda order: _cost(order, sat))


def _cost(order: Sequence[C], sat: Mapping[C, Counter[int]]) -> tuple[int, int]:
    """Return how often the first player has begun before; then how often the players have had these seats, squared."""
    first, *_ = order
    repeats = sum(sat[player][seat] ** 2 for seat, player in enumerate(order) if player in sat)
    return sat[first][0] if first in sat else 0, repeats
