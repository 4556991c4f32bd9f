"""Offered moves are accepted, and no others are."""

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.boards import City
from engine.cards import KINDS, Card
from engine.options import JoinedOptions, Product
from engine.parts.claims import ClaimRoute
from engine.parts.markers import Mark, MarkNothing
from engine.parts.market import DrawBlind
from engine.parts.turns import Pass, TakeTurn
from engine.rules import board
from tests.sweeps import at_length

from .frontier import frontier
from .moves import Questions, check_offered, known_moves
from .play import refusal, steps
from .positions import BOARD, FEW_TABLES, SOME_TABLES, USA, Kind, begun, card, started, table

CLAIMS = [move for move in known_moves(USA) if isinstance(move, ClaimRoute)]


def asked_all(kind: Kind, questions: Questions) -> bool:
    return set(questions.seen) == {prompt.tag for prompt in kind.played.moves}


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
def test_in_whole_games_exactly_what_is_offered_is_accepted(kind: Kind, seats: int) -> None:
    """Check every prompt the rules know, in as many games as it takes to meet them all."""
    questions = Questions(40 * seats)
    for seed in range(11, 30):
        for number, step in enumerate(steps(seats, seed, leaving=0.02, kind=kind)):
            questions.look(number, step, every=5)
        if asked_all(kind, questions):
            return
    raise AssertionError(f"never asked: {questions.seen}")


@pytest.mark.parametrize("seats", USA.seat_counts)
def test_also_for_a_player_who_has_hoarded_cards(seats: int) -> None:
    hoard = " ".join(f"{name} {9 - kind}" for kind, name in enumerate(KINDS))
    for locomotives in ("", " loco 6"):
        game = table(seats, hands={0: hoard + locomotives}, deck="", trains={0: 5}, routes={1: ["dallas-houston-1"]})
        check_offered(game.state, 0)


HANDS = st.lists(st.integers(0, 12), min_size=8, max_size=8)


@settings(max_examples=40)
@given(HANDS, st.integers(0, 14), st.integers(0, 45), st.sets(st.sampled_from(range(len(BOARD.routes))), max_size=90))
def test_for_any_hand_trains_and_board(colors: list[int], wild: int, trains: int, closed: set[int]) -> None:
    hand = " ".join(f"{name} {count}" for name, count in zip(KINDS, [*colors, wild], strict=True))
    game = table(hands={0: hand}, trains={0: trains}, deck="red 1")
    game.state.network.open[0] &= ~sum(1 << index for index in closed)
    offered = [move for move in engine.options(game.state, 0) if isinstance(move, ClaimRoute)]
    assert len(set(offered)) == len(offered)
    assert set(offered) == {move for move in CLAIMS if not refusal(game.state, 0, move)}


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
def test_every_offered_move_can_be_decided(kind: Kind, seats: int) -> None:
    for number, step in enumerate(steps(seats, 5, kind=kind)):
        for prompt in step.state.prompts if number % 40 == 0 else ():
            for move in islice(engine.options(step.state, prompt.seat), 100):
                assert engine.decide(step.state, prompt.seat, move, engine.Chance(bytes(32))).events


def test_a_refused_move_draws_nothing_and_changes_nothing() -> None:
    game = begun(3)
    chance = engine.Chance(bytes(32))
    before = engine.codec_of(USA).digest(game.state)
    for move in CLAIMS[:200]:
        if refusal(game.state, 0, move):
            with pytest.raises(engine.IllegalMove):
                engine.decide(game.state, 0, move, chance)
    assert chance.counter == 0
    assert engine.codec_of(USA).digest(game.state) == before


def test_options_are_a_lazy_set() -> None:
    game = started(2)
    options = engine.options(game.state, 0)
    assert len(options) == 4
    assert options[0] in options
    assert "keep 1" not in list[object](options)
    assert 3 not in list[object](options)
    assert options[-1] == list(options)[-1]
    with pytest.raises(IndexError):
        options[4]
    assert options.sample(lambda bound: bound - 1) == options[3]


def test_where_cities_and_payments_multiply_a_move_is_made_when_it_is_looked_at() -> None:
    made: list[Mark] = []

    def mark(city: City, pair: tuple[Card, int]) -> Mark:
        made.append(Mark(city, *pair))
        return made[-1]

    marks = Product(mark, [City(3), City(5)], [(card("red"), 0), (card("red"), 1), (card("blue"), 0)])
    assert (len(marks), made) == (6, [])
    assert marks[4] == Mark(City(5), card("red"), 1)
    assert len(made) == 1
    assert [*marks] == [marks[index] for index in range(6)] == [marks[index - 6] for index in range(6)]
    for index in (6, -7):
        with pytest.raises(IndexError):
            marks[index]


def test_w6_markers_are_not_listed_to_count_or_sample_them() -> None:
    game = frontier(
        markers={0: "denver", 1: "seattle"}, hands={0: "red 3 blue 3 loco 1"}, routes={0: ["denver-pueblo-1"]}
    )
    game.play(0, "claim durango-pueblo red 3")
    options = engine.options(game.state, 0)
    assert isinstance(options, JoinedOptions)
    pairs = ("blue 2", "blue 1 loco 1")
    assert game.may(0) == [
        *(f"marker {city} {pair}" for city in ("durango", "pueblo") for pair in pairs),
        "marker none",
    ]
    assert [*options] == [options[index] for index in range(5)] == [options[index - 5] for index in range(5)]
    assert options.sample(lambda bound: bound - 1) == MarkNothing()
    assert all(move in options for move in options)
    assert "marker none" not in list[object](options)
    for index in (5, -6):
        with pytest.raises(IndexError):
            options[index]


@pytest.mark.parametrize(("cities", "moves"), [([], [Pass()]), ([City(0)], [Mark(City(0), card("red"), 0)])])
@pytest.mark.parametrize("count", [1, 2])
def test_b11_a_pass_is_offered_where_all_products_are_empty(
    count: int, cities: list[City], moves: list[engine.Move]
) -> None:
    def options(state: engine.State, prompt: TakeTurn) -> Product[City, int]:
        return Product(lambda city, pair: Mark(city, card("red"), pair), cities, [0])

    rule = board.TURN[0]._replace(options=options)
    state = table(kind=Kind(replace(USA, moves={**USA.moves, TakeTurn: (rule,) * count}))).state
    assert [*engine.options(state, 0)] == moves * (count if cities else 1)


def test_anyone_who_is_not_asked_has_none() -> None:
    game = begun(2)
    options = engine.options(game.state, 1)
    assert (len(options), list(options)) == (0, [])
    assert DrawBlind() not in options


def test_they_are_listed_in_a_fixed_order() -> None:
    game = table(hands={0: "blue 2 red 2"}, routes={1: ["dallas-houston-1"]})
    lines = game.may(0)
    assert lines[:6] == ["draw 1", "draw 2", "draw 3", "draw 4", "draw 5", "draw deck"]
    assert lines[-1] == "tickets"
    blue = [index for index, line in enumerate(lines) if "blue" in line]
    red = [index for index, line in enumerate(lines) if "red" in line]
    assert max(blue) < min(red)
