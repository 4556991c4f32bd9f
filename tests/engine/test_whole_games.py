"""Random games of every ruleset, with every number of seats, with players leaving and coming back."""

import copy
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.cards import LOCOMOTIVE, ONE
from tests.sweeps import at_length

from .conservation import check, check_log
from .play import WAYS, Players, Step, steps
from .positions import EVERY, FEW_TABLES, SOME_TABLES, TABLES, USA, Kind

SEEDS = st.integers(0, 1 << 32)
LEAVING = (0.0, 0.01, 0.1)


def played(kind: Kind, seats: int, seed: int, leaving: float) -> list[Step]:
    """Play a whole game, and check it after every entry."""
    game = []
    for step in steps(seats, seed, leaving=leaving, kind=kind):
        check(step)
        game.append(step)
    return game


@pytest.mark.parametrize(("kind", "seats"), at_length(TABLES, at_once=FEW_TABLES), ids=str)
@settings(max_examples=3)
@given(SEEDS, st.sampled_from(LEAVING))
def test_nothing_is_lost_and_the_log_tells_all(kind: Kind, seats: int, seed: int, leaving: float) -> None:
    game = played(kind, seats, seed, leaving)
    assert game[-1].state.over
    for step in game[:: max(1, len(game) // 10)]:
        for event in game[-1].events:
            engine.evolve(step.state, event)
    check_log(game)


@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_a_card_or_ticket_too_many_or_too_few_would_be_noticed(kind: Kind) -> None:
    for step in islice(steps(2, 1, kind=kind), 5, 60, 15):
        copies: list[Any] = [step.state.copy() for _ in range(3)]
        dealt, lost, kept_twice = copies
        dealt.cards.hands[0] += ONE[LOCOMOTIVE]
        lost.tickets = lost.tickets.without_held(0, lost.tickets.held[0][:1])
        kept_twice.tickets = kept_twice.tickets.with_held(1, kept_twice.tickets.held[0][:1])
        for state in copies:
            with pytest.raises(AssertionError):
                check(step._replace(state=state))


@pytest.mark.parametrize(("kind", "seats"), at_length(TABLES, at_once=SOME_TABLES), ids=str)
@pytest.mark.parametrize("way", WAYS[2:], ids=lambda way: way.__name__)
def test_games_end_however_they_are_played(kind: Kind, seats: int, way: object) -> None:
    players = Players(seats, 1)
    players.ways = [way] * seats  # type: ignore[list-item]
    chance = engine.Chance(players.rnd.randbytes(32))
    state, _ = engine.start(kind.rules, seats, chance, kind.options)
    entries = 0
    while not state.over:
        state, _ = engine.decide(state, *players.next(state), chance)
        entries += 1
    assert entries < 1000


@pytest.mark.parametrize(("kind", "seats"), SOME_TABLES, ids=str)
def test_the_same_chance_and_moves_make_the_same_game(kind: Kind, seats: int) -> None:
    assert list(steps(seats, 5, leaving=0.02, kind=kind)) == list(steps(seats, 5, leaving=0.02, kind=kind))


def test_a_decision_names_its_entry() -> None:
    chance = engine.Chance(bytes(32))
    state, _ = engine.start(USA, 2, chance)
    assert [prompt.opened for prompt in state.prompts] == [1, 1]
    state, _ = engine.decide(state, 0, engine.options(state, 0)[0], chance, entry=7)
    assert [prompt.opened for prompt in state.prompts] == [1]
    state, _ = engine.decide(state, 1, engine.options(state, 1)[0], chance)
    assert [(prompt.opened, prompt.seat) for prompt in state.prompts] == [(8, 0)]


@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_a_position_can_be_copied(kind: Kind) -> None:
    *_, step = steps(2, 1, kind=kind)
    assert copy.copy(step.state) == step.state == step.state.copy()
