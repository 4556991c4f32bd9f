"""Play random games with the engine that is on the path, and print a line about each move; needs nothing else.

    python -P tests/engine/told_games.py

A line has the move, the number of legal moves before it, and a digest of its facts, of each seat's view, and of the
standings. The first line says whether the machine is compiled.
"""

import hashlib
import json
import random
from collections.abc import Iterator

import engine

GAMES = 4
LISTED = 2_000
"""The most legal moves that go into the digest one by one."""


def main() -> None:
    """Print all games of all rulesets with all numbers of seats."""
    print("plain" if str(engine.core.__file__).endswith(".py") else "compiled")
    for rules in engine.RULESETS.values():
        for options in ({}, dict.fromkeys(rules.variants, True)):
            for seats in rules.seat_counts:
                for seed in range(GAMES):
                    for line in told(rules, options, seats, random.Random(f"{rules.id} {seats} {seed}")):
                        print(line)


def told(rules: engine.Ruleset, options: dict[str, bool], seats: int, rnd: random.Random) -> Iterator[str]:
    """Yield the lines about a random game."""
    chance = engine.Chance(rnd.randbytes(32))
    state, events = engine.start(rules, seats, chance, options)
    yield digest(state, events, [])
    while not state.over:
        seat = rnd.choice(state.prompts).seat
        legal = engine.options(state, seat)
        move = legal[rnd.randrange(len(legal))]
        listed = [] if legal.compact or len(legal) > LISTED else list(legal)
        state, events = engine.decide(state, seat, move, chance)
        yield f"{seat} {engine.notation.write(state.rules, move)} of {len(legal)}: {digest(state, events, listed)}"


def digest(state: engine.State, events: list[engine.Event], legal: list[engine.Move]) -> str:
    """Return a short digest of all that a move has caused, and of what was legal."""
    codec = engine.codec_of(state.rules)
    views = [engine.view(state, viewer) for viewer in (None, *range(state.seats))]
    moves = [engine.notation.write(state.rules, move) for move in legal]
    told_by = [[*codec.event(event)] for event in events], views, moves, repr(engine.standings(state))
    return hashlib.sha256(json.dumps(told_by, sort_keys=True).encode()).hexdigest()[:16]


if __name__ == "__main__":
    main()
