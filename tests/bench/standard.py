"""The standard games: random ones of the base game, all legal moves listed at every step, one decided, real chance.

As a program it prints how many moves a second the engine makes that is found on the path, which may be an older one.
"""

import json
import random
import sys
import time
from collections.abc import Callable

import engine

USA = engine.RULESETS["usa@1"]
USA_GAMES = 40
Game = Callable[[int, random.Random], int]


def decided(seats: int, rnd: random.Random) -> int:
    """One random game to its final scoring, each move on a position of its own; returns its moves."""
    chance = engine.Chance(rnd.randbytes(32))
    state, events = engine.start(USA, seats, chance)
    moves = 0
    while not state.over:
        seat = state.prompts[0].seat
        legal = list(engine.options(state, seat))
        state, events = engine.decide(state, seat, legal[int(rnd.random() * len(legal))], chance)
        moves += 1
    assert engine.standings(state)
    assert events
    return moves


def advanced(seats: int, rnd: random.Random) -> int:
    """The same game on a single position."""
    chance = engine.Chance(rnd.randbytes(32))
    state, events = engine.start(USA, seats, chance)
    moves = 0
    while not state.over:
        seat = state.prompts[0].seat
        legal = list(engine.options(state, seat))
        events = engine.advance(state, seat, legal[int(rnd.random() * len(legal))], chance)
        moves += 1
    assert engine.standings(state)
    assert events
    return moves


def games(seats: int, seed: int, game: Game = decided) -> int:
    """As many games as take about the same time whatever the number of seats; returns their moves."""
    rnd = random.Random(f"{seats} {seed}")
    return sum(game(seats, rnd) for _ in range(USA_GAMES // seats))


def rate(seats: int, seed: int) -> float:
    """Moves a second."""
    began = time.process_time()
    return games(seats, seed) / (time.process_time() - began)


if __name__ == "__main__":
    games(2, -1)
    print(json.dumps({f"{seats} seats": rate(seats, int(sys.argv[1])) for seats in (2, 4)}))
