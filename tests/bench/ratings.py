"""`make bench ARGS=ratings`: games between bots of four strengths; their order, and predicted against observed results.

A bot of strength s plays the stand-in's move with a probability of s in three, and otherwise any legal move.
"""

from collections.abc import Sequence
from random import Random
from time import perf_counter

import engine
from tests.engine.against_random import choice
from tests.ratings.strengths import figures, rated

GAMES, SEATS = 2000, 3
RULESET = "lagoon@1"
PLAYERS = [strength for strength in range(4) for _ in range(3)]


def play(strengths: Sequence[int], seed: int) -> list[int]:
    """Play a whole game by the rules."""
    rnd = Random(f"bots {seed}")
    chance = engine.Chance(rnd.randbytes(32))
    state, _ = engine.start(engine.ruleset(RULESET), len(strengths), chance, {})
    while not state.over:
        seat = state.prompts[0].seat
        clever = rnd.random() * 3 < strengths[seat]
        move = choice(state, seat) if clever else engine.options(state, seat).sample(rnd.randrange)
        state, _ = engine.decide(state, seat, move, chance)
    return [standing.rank or SEATS for standing in sorted(engine.standings(state), key=lambda one: one.seat)]


def main() -> None:
    """Play the games, and print the results."""
    begun = perf_counter()
    skills, calibration = rated(PLAYERS, GAMES, SEATS, play)
    print(f"{GAMES} games of {RULESET} for {SEATS} in {perf_counter() - begun:.0f} s")
    for line in figures(PLAYERS, skills, calibration):
        print(line)


if __name__ == "__main__":
    main()
