"""The standard games: random ones of the base game, all legal moves listed at every step, one decided, real chance.

As a program it prints how many moves a second the engine makes that is found on the path, which may be an older one.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import engine

USA = engine.RULESETS["usa@1"]
USA_GAMES = 40
Way = Callable[[Any, int, Any, engine.Chance], Any]


def games(seats: int, seed: int, way: Way = engine.decide) -> int:
    """As many games as take about the same time whatever the number of seats; returns their moves."""
    rnd = random.Random(f"{seats} {seed}")
    return sum(game(seats, rnd, way) for _ in range(USA_GAMES // seats))


def game(seats: int, rnd: random.Random, way: Way = engine.decide) -> int:
    """One random game to its final scoring, decided in this way; returns its moves."""
    chance = engine.Chance(rnd.randbytes(32))
    state, events = engine.start(USA, seats, chance)
    moves = 0
    while not state.over:
        seat = state.prompts[0].seat
        legal = list(engine.options(state, seat))
        state, events = way(state, seat, legal[int(rnd.random() * len(legal))], chance)
        moves += 1
    assert engine.standings(state)
    assert events
    return moves


def rate(seats: int, seed: int) -> float:
    """Moves a second."""
    began = time.process_time()
    return games(seats, seed) / (time.process_time() - began)


if __name__ == "__main__":
    games(2, -1)
    print(json.dumps({f"{seats} seats": rate(seats, int(sys.argv[1])) for seats in (2, 4)}))
