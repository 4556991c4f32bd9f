"""The standard games: random games of the base game, all legal moves listed at every step, one decided, real chance.

As a program it prints the moves per second of the engine on the path, which may be an older one.
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
    """Play one random game to its final scoring, each move on a position of its own; return the number of moves."""
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
    """Play the same game on a single position."""
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
    """Play enough games to take about the same time for any number of seats; return the number of moves."""
    rnd = random.Random(f"{seats} {seed}")
    return sum(game(seats, rnd) for _ in range(USA_GAMES // seats))


def rate(seats: int, seed: int) -> float:
    """Return the moves per second."""
    began = time.process_time()
    return games(seats, seed) / (time.process_time() - began)


if __name__ == "__main__":
    games(2, -1)
    print(json.dumps({f"{seats} seats": rate(seats, int(sys.argv[1])) for seats in (2, 4)}))
