"""Random games, in every seat count, with people leaving and coming back."""

import copy
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine

from .conservation import check, check_log
from .play import WAYS, Players, steps
from .positions import ON_BOARDS, TABLES, USA, Kind

AT = st.sampled_from(TABLES)
SEEDS = st.integers(0, 1 << 32)


@given(AT, SEEDS, st.sampled_from([0.0, 0.01, 0.1]))
def test_nothing_is_lost_after_any_entry(at: tuple[Kind, int], seed: int, leaving: float) -> None:
    game = []
    kind, seats = at
    for step in steps(seats, seed, leaving=leaving, kind=kind):
        check(step)
        game.append(step)
    assert game[-1].state.over
    check_log(game)


@pytest.mark.parametrize(("kind", "seats"), TABLES, ids=str)
@pytest.mark.parametrize("way", WAYS[2:], ids=lambda way: way.__name__)
def test_games_end_however_they_are_played(kind: Kind, seats: int, way: object) -> None:
    for seed in range(3):
        players = Players(seats, seed)
        players.ways = [way] * seats  # type: ignore[list-item]
        chance = engine.Chance(players.rnd.randbytes(32))
        state, _ = engine.start(kind.rules, seats, chance, kind.options)
        entries = 0
        while not state.over:
            state, _ = engine.decide(state, *players.next(state), chance)
            entries += 1
        assert entries < 1000


@given(AT, SEEDS)
def test_decide_never_changes_the_position_it_was_given(at: tuple[Kind, int], seed: int) -> None:
    kind, seats = at
    game = list(steps(seats, seed, leaving=0.02, kind=kind))
    codec = engine.codec_of(kind.played)
    for before, after in list(pairwise(game))[:: max(1, len(game) // 20)]:
        digest = codec.digest(before.state)
        assert after.move is not None
        assert after.seat is not None
        engine.decide(before.state, after.seat, after.move, engine.Chance(bytes(32), seed))
        for event in after.events:
            if type(event).tag != "game_ended":
                engine.evolve(before.state, event)
                break
        assert codec.digest(before.state) == digest


@pytest.mark.parametrize("kind", ON_BOARDS, ids=str)
def test_positions_share_nothing_that_changes(kind: Kind) -> None:
    """Every position of a game, kept while the game goes on, is still what it was."""
    codec = engine.codec_of(kind.played)
    kept = [(codec.digest(step.state), step.state) for step in steps(4, 3, leaving=0.02, kind=kind)]
    assert all(codec.digest(state) == digest for digest, state in kept)


@pytest.mark.parametrize("kind", ON_BOARDS, ids=str)
def test_the_same_chance_and_moves_make_the_same_game(kind: Kind) -> None:
    assert list(steps(3, 5, leaving=0.02, kind=kind)) == list(steps(3, 5, leaving=0.02, kind=kind))


def test_a_decision_names_its_entry() -> None:
    chance = engine.Chance(bytes(32))
    state, _ = engine.start(USA, 2, chance)
    assert [prompt.opened for prompt in state.prompts] == [1, 1]
    state, _ = engine.decide(state, 0, engine.options(state, 0)[0], chance, entry=7)
    assert [prompt.opened for prompt in state.prompts] == [1]
    state, _ = engine.decide(state, 1, engine.options(state, 1)[0], chance)
    assert [(prompt.opened, prompt.seat) for prompt in state.prompts] == [(8, 0)]


@pytest.mark.parametrize("kind", ON_BOARDS, ids=str)
def test_a_position_can_be_copied(kind: Kind) -> None:
    *_, step = steps(2, 1, kind=kind)
    assert copy.copy(step.state) == step.state == step.state.copy()
