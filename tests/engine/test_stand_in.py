"""The stand-in answers every prompt of every game, from a seat's view and options alone, and wins."""

import json
import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from tests.sweeps import at_length

from .against_random import GAMES, choice, played, won
from .play import Step, steps
from .positions import BASE, EVERY, TABLES, WEST, Kind, begun
from .test_indistinguishable import game
from .worlds import other_cards, other_tickets
from .yards_table import CARDS

WITHOUT_OPTIONS = [(kind, seats) for kind, seats in TABLES if not kind.chosen]
OF_THREE = [(BASE, 3), (WEST, 3), (CARDS, 3)]
QUICK = [kind for kind in EVERY if kind.rules is not WEST.rules]
"""All kinds except the Old West, where the stand-in takes longer over each move."""
PORTION = 50
FEW = 3
MANY_MOVES = 200
"""No game takes more moves than this for each seat."""


def from_texts(view: str, options: list[str]) -> engine.Move:
    """Return the stand-in's move, given a client's data: a view as JSON, moves as lines of text."""
    seen = json.loads(view)
    rules = engine.ruleset(seen["ruleset"], seen["options"])
    return engine.stand_in.choose(rules, seen, [engine.notation.parse(rules, line) for line in options])


def as_texts(state: Any, seat: int) -> tuple[str, list[str]]:
    """Return a client's data: the view, and the first thousand moves at most."""
    options = islice(engine.options(state, seat), 1000)
    return json.dumps(engine.view(state, seat)), [engine.notation.write(state.rules, move) for move in options]


@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_it_has_an_answer_to_every_question(kind: Kind) -> None:
    assert set(kind.played.stand_in) == set(kind.played.moves)


def test_it_is_asked_only_what_the_seat_is_asked() -> None:
    state = begun(2).state
    with pytest.raises(engine.IllegalMove) as refusal:
        engine.stand_in.choose(state.rules, engine.view(state, 1), engine.options(state, 1))
    assert refusal.value.code == "nothing_to_answer"
    assert refusal.value.detail["waiting_for"] == [0]


@settings(max_examples=20)
@given(st.sampled_from(TABLES), st.integers(0, 1 << 32), st.sampled_from([0.0, 0.01, 0.1]), st.integers(0, 24))
def test_it_always_finds_a_legal_move(at: tuple[Kind, int], seed: int, leaving: float, first: int) -> None:
    """Even in strange positions: others play at random, hoard cards, leave and come back."""
    kind, seats = at
    for step in islice(steps(seats, seed, leaving=leaving, kind=kind), first, None, 25):
        for prompt in step.state.prompts:
            assert choice(step.state, prompt.seat) in engine.options(step.state, prompt.seat)


@pytest.mark.parametrize("kind", at_length(EVERY, at_once=QUICK), ids=str)
def test_games_among_its_like_end(kind: Kind) -> None:
    seats = max(kind.rules.seat_counts)
    assert played(kind, seats, range(seats), 1).moves < MANY_MOVES * seats


@pytest.mark.parametrize(("kind", "seats"), at_length(WITHOUT_OPTIONS, at_once=OF_THREE), ids=str)
def test_it_wins_against_random_players(kind: Kind, seats: int) -> None:
    assert sum(won(kind, seats, range(FEW))) >= FEW - 1


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(0, GAMES, PORTION))
@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_it_wins_a_thousand_games_against_random_players(kind: Kind, first: int) -> None:
    """Check that it wins nearly all: nine of ten in each portion, for every number of seats."""
    counts = kind.rules.seat_counts
    seats = counts[first // PORTION % len(counts)]
    assert sum(won(kind, seats, range(first, first + PORTION))) > PORTION * 0.9


@pytest.mark.parametrize("kind", at_length(EVERY, at_once=QUICK), ids=str)
def test_it_needs_nothing_but_what_a_client_gets(kind: Kind) -> None:
    """The view as JSON and the moves as text lead to the same choice as the engine's objects."""
    asked = set()
    for step in islice(steps(min(kind.rules.seat_counts), 3, kind=kind), 0, None, 4):
        for prompt in step.state.prompts:
            asked.add(prompt.tag)
            chosen = from_texts(*as_texts(step.state, prompt.seat))
            assert chosen == choice(step.state, prompt.seat)
    assert {"keep_first_tickets", "take_turn", "draw_again"} <= asked


def choices(world: list[Step], seat: int) -> list[engine.Move | None]:
    """Return the stand-in's choice in this seat after each entry."""
    states = [step.state for step in world]
    return [choice(state, seat) if state.prompt_of(seat) else None for state in states]


Other = Callable[[Any, int, random.Random], Any]


@pytest.mark.parametrize("change", [other_cards, other_tickets])
@pytest.mark.parametrize("kind", at_length(EVERY, at_once=[BASE, CARDS]), ids=str)
def test_it_does_the_same_in_worlds_that_its_seat_cannot_tell_apart(kind: Kind, change: Other) -> None:
    world = game(kind, 3)
    other = change(world, 1, random.Random(3))
    assert world != other
    assert choices(world[:-1], 1) == choices(other[:-1], 1)


def test_the_stack_that_nobody_may_add_up_makes_no_difference() -> None:
    """C6: the owner may not look through the stack, so the stand-in may not either."""
    for step in islice(steps(2, 5, kind=CARDS), 20, 80):
        turns: Any = [prompt for prompt in step.state.prompts if prompt.tag == "take_turn"]
        for prompt in turns:
            other: Any = step.state.copy()
            stacks = list(other.on_track)
            size = engine.view(other, prompt.seat)["seats"][prompt.seat]["on_track"]
            stacks[prompt.seat] = size  # as many purple cards
            other.on_track = tuple(stacks)
            assert choice(other, prompt.seat) == choice(step.state, prompt.seat)
