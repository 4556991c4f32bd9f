"""Random positions to draw."""

from functools import cache
from random import Random
from typing import Any

import engine
from engine.parts.claims import ClaimRoute


def chance(random: Random) -> engine.Chance:
    return engine.Chance(random.randbytes(32), 0)


@cache
def played(ruleset: str, seats: int, moves: int, *options: str) -> Any:
    """Return a position after some random moves, with claims wherever possible."""
    random = Random(7)
    wishes = dict.fromkeys(options, True)
    state = engine.start(engine.ruleset(ruleset, wishes), seats, chance(random), wishes, None).state
    for _ in range(moves):
        if not state.prompts:
            break
        seat = state.prompts[0].seat
        legal = list(engine.options(state, seat))[:200]
        claims = [move for move in legal if isinstance(move, ClaimRoute)]
        state = engine.decide(state, seat, random.choice(claims or legal), chance(random)).state
    return state


def view(state: Any, seat: int | None) -> engine.View:
    return engine.view(state, seat)
