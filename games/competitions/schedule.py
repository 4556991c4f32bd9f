"""The schedule of a division: who meets whom, and where everyone sits. Pure, and the same for the same seed.

It is a cyclic design. The players stand in a ring, in an order that the seed draws. A pattern of places, say the 1st,
4th and 9th of the ring, is a table; rotated by one, it is the next table; and so on once around. So every pattern
gives everyone as many games as a table has seats, one at each seat: with twelve games at tables of four, everyone
begins three. Two players meet as often as their distance in the ring occurs between two places of a pattern; a short
search finds patterns in which all distances are about equally frequent.

So the number of games must be a multiple of the seats, and any number of players will do.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from math import ceil
from random import Random
from typing import Final

FEWEST_SEATS, MOST_SEATS = 2, 6
MOST_GAMES: Final = 12
TRIES: Final = 60

Pattern = list[int]


def possible_games(seats: int) -> list[int]:
    """Return the possible numbers of games per player at tables of this size."""
    return list(range(seats, MOST_GAMES + 1, seats))


def unavoidable(players: int, seats: int, games: int) -> int:
    """Return how often some pair must meet at least, whatever the schedule."""
    return ceil(games * (seats - 1) / (players - 1))


def tables(players: int, seats: int, games: int, seed: int) -> list[tuple[int, ...]]:
    """Return the tables: at each, players (numbered from 0) by seat, the first to play first.

    Everyone is at `games` tables, at every seat equally often. Raise ValueError if `games` is not a multiple of
    `seats`, or there are fewer players than seats.
    """
    if games not in possible_games(seats) or players < seats:
        raise ValueError(f"{players} players, {seats} seats, {games} games")
    ring = list(range(players))
    Random(seed).shuffle(ring)
    return [
        tuple(ring[(start + offset) % players] for offset in pattern)
        for pattern in _find_patterns(players, seats, games)
        for start in range(players)
    ]


@cache
def _find_patterns(players: int, seats: int, games: int) -> tuple[tuple[int, ...], ...]:
    """Return the best patterns that the search finds; the seed only changes the ring they are applied to."""
    random = Random(players * 10_000 + seats * 100 + games)
    goal = unavoidable(players, seats, games)
    best: tuple[tuple[int, int], list[Pattern]] | None = None
    for _try in range(TRIES):
        patterns = [[0, *random.sample(range(1, players), seats - 1)] for _ in range(games // seats)]
        cost = _improve_patterns(patterns, players)
        if best is None or cost < best[0]:
            best = (cost, patterns)
        if best[0][0] <= goal:
            break
    assert best is not None
    return tuple(map(tuple, best[1]))


def _improve_patterns(patterns: list[Pattern], players: int) -> tuple[int, int]:
    """Move one seat at a time to its best place, until nothing improves; return the cost."""
    cost = _cost(patterns, players)
    better = True
    while better:
        better = False
        for pattern in patterns:
            for seat in range(1, len(pattern)):
                new_cost = _move_seat(patterns, pattern, seat, players)
                better, cost = better or new_cost < cost, min(new_cost, cost)
    return cost


def _move_seat(patterns: list[Pattern], pattern: Pattern, seat: int, players: int) -> tuple[int, int]:
    """Move this seat of the pattern to its cheapest place; return the cost."""
    before = pattern[seat]
    best = (_cost(patterns, players), before)
    for place in set(range(players)) - set(pattern):
        pattern[seat] = place
        cost = _cost(patterns, players)
        if cost < best[0]:
            best = (cost, place)
    pattern[seat] = best[1]
    return best[0]


def _cost(patterns: Sequence[Pattern], players: int) -> tuple[int, int]:
    """Return how often the pair that meets most meets; then the sum of squares."""
    met = [0] * players
    for pattern in patterns:
        for place, other_place in permutations(pattern, 2):
            met[(place - other_place) % players] += 1
    return max(met), sum(count * count for count in met)
