"""Two worlds that look alike to a seat give the same plan the same answer, whatever the plan says."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import record
from engine.record import Cause
from games.table import plans
from tests.engine.play import Step
from tests.engine.positions import FEW_TABLES, SOME_TABLES, Kind
from tests.engine.test_indistinguishable import game
from tests.engine.worlds import World, other_cards, other_tickets
from tests.sweeps import at_length

from .planning import TODAY

SOME = 60


@cache
def worlds(kind: Kind, seats: int, seat: int) -> tuple[World, World, World]:
    """Return a game, one with other cards and one with other tickets where this seat may not look."""
    world, rnd = game(kind, seats), random.Random(seats)
    return world, other_cards(world, seat, rnd), other_tickets(world, seat, rnd)


def order_lines(rules: engine.Ruleset) -> list[str]:
    """Return orders and stops of all kinds that this game knows."""
    board = rules.board
    lines = ["best", "draw red blue loco else deck", "draw wanted else deck", "draw white", "keep all", "keep fewest"]
    lines += [
        "tickets when tickets done",
        "always pass",
        "draw deck unless holding 9 cards",
        "keep best",
        "always tickets",
    ]
    lines += ["stop when last round", "stop when holding 6 red", "stop when deck 3", "stop when played 4"]
    lines += [f"claim {route.slug}" for route in board.routes[::3]]
    if board.routes:
        near = board.routes[7].slug
        lines += [f"stop when others claim near {near}", "stop when others claim within 2 of mine"]
        lines += ["stop when ticket impossible", "stop when trains 9", "best when others claim near mine"]
    lines += ["stop when robbed", "place best", "place blue 2", "complete best"] if "place" in rules.verbs else []
    return [*lines, *(f"always {verb} best" for verb in sorted(rules.verbs))]


def asked(world: World, seat: int) -> Iterator[int]:
    """Yield the indices in the log at which this seat has a prompt."""
    return (place for place, step in enumerate(world) if step.state.prompt_of(seat) is not None)


def answer(world: World, place: int, seat: int, lines: list[str]) -> plans.Answer:
    """Return the plan's answer at an index, given some entries before; everything it decides from has passed through
    JSON."""
    state = world[place].state
    news = [entry_at(step, number, seat) for number, step in enumerate(world) if place - SOME < number <= place]
    view, log = json.loads(json.dumps([engine.view(state, seat), news]))
    seen = plans.Seen(state.rules, view, log, place % 6, TODAY)
    return plans.choose(plans.read(state.rules, lines), seen, engine.options(state, seat))


def entry_at(step: Step, number: int, seat: int) -> dict[str, Any]:
    codec = engine.codec_of(step.state.rules)
    entry = record.write(codec, number, "", Cause({"kind": "move", "seat": step.seat}), step.events, [], lambda: b"")
    return record.readable(entry.public, {part.holder: part.body for part in entry.secrets if part.holder == seat})


def comparable(answer: plans.Answer) -> object:
    """Return the answer in a comparable form: errors are equal only by their text."""
    return (answer.reason.code, answer.reason.detail, answer.line) if isinstance(answer, plans.PlanStop) else answer


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
@settings(max_examples=12)
@given(data=st.data())
def test_a_plan_knows_no_more_than_its_seat(kind: Kind, seats: int, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from([0, seats - 1]))
    one, *others = worlds(kind, seats, seat)
    lines = data.draw(st.lists(st.sampled_from(order_lines(kind.played)), min_size=1, max_size=6))
    lines.append("best")
    place = data.draw(st.sampled_from(list(asked(one, seat))[:-1]))
    said = comparable(answer(one, place, seat, lines))
    assert [comparable(answer(other, place, seat, lines)) for other in others] == [said, said]


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
def test_a_plan_only_makes_legal_moves(kind: Kind, seats: int) -> None:
    world, rnd = game(kind, seats), random.Random(seats)
    for place in list(asked(world, 0))[:-1:5]:
        lines = [*rnd.sample(order_lines(kind.played), 4), "best"]
        said = answer(world, place, 0, lines)
        if isinstance(said, plans.Act):
            assert said.move in engine.options(world[place].state, 0)


def test_the_answers_do_differ_by_what_the_seat_knows() -> None:
    """The comparison is not vacuous: the plan of the seat that drew other cards answers differently somewhere."""
    kind, seats = SOME_TABLES[0]
    world, other, _ = worlds(kind, seats, 0)
    lines = ["stop when holding 6 red", "draw wanted", "best"]
    places = list(asked(world, 1))[:-1]
    ours = [comparable(answer(world, place, 1, lines)) for place in places]
    assert ours != [comparable(answer(other, place, 1, lines)) for place in places]
