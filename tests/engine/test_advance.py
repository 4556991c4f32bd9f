"""Advancing a caller's own position in place gives the same events and positions as deciding on copies."""

import pytest

import engine
from engine.parts.market import DrawBlind

from .play import Players, steps
from .positions import EVERY, Kind


@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_a_game_on_one_position_is_the_same_game(kind: Kind) -> None:
    seats = min(kind.rules.seat_counts)
    first, *others = steps(seats, 5, leaving=0.02, kind=kind)
    state = first.state.copy()
    chance = _chance_after_start(seats, kind)
    for seat, move, events, after in others:
        assert seat is not None
        assert move is not None
        told = engine.advance(state, seat, move, chance)
        assert (told, state) == (events, after)


def test_a_refused_move_changes_nothing() -> None:
    chance = engine.Chance(bytes(32))
    state, _ = engine.start(engine.RULESETS["usa@1"], 2, chance)
    before = state.copy()
    with pytest.raises(engine.IllegalMove):
        engine.advance(state, 0, DrawBlind(), chance)
    assert state == before


def _chance_after_start(seats: int, kind: Kind) -> engine.Chance:
    """Return the chance of the same game as it is before the first move."""
    chance = engine.Chance(Players(seats, 5, 0.02).rnd.randbytes(32))
    engine.start(kind.rules, seats, chance, kind.options)
    return chance
