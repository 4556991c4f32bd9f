"""Offered is accepted, and nothing else is."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.alvin import SendAlvin
from engine.boards import Board, City, Route, Ticket
from engine.cards import KINDS, PLACES, Card, Place
from engine.claims import BoardPosition, ClaimRoute
from engine.markers import Mark, MarkNothing, Start
from engine.market import DrawBlind, TakeCard
from engine.tickets import DrawTickets, Keep, KeepTickets
from engine.turns import Pass

from .play import refusal, steps
from .positions import ALVIN, BOARD, ON_BOARDS, SOME_TABLES, USA, WEST, Kind, begun, started, table


def claims_on(board: Board) -> list[engine.Move]:
    """Every claim on a board, in every mixture, possible or not."""
    return [
        ClaimRoute(Route(index), Card(kind), locomotives)
        for index, fact in enumerate(board.routes)
        for kind in range(len(KINDS))
        for locomotives in range(-1, fact.length + 2)
    ]


def about_cities(board: Board) -> Iterator[engine.Move]:
    """Every move about a city, in every mixture, possible or not."""
    for city in map(City, range(len(board.cities))):
        yield Start(city)
        yield SendAlvin(city)
        yield from (Mark(city, Card(kind), wild) for kind in range(len(KINDS)) for wild in range(-1, 4))


CLAIMS = claims_on(BOARD)
PLAIN: list[engine.Move] = [
    *(TakeCard(Place(place)) for place in range(-1, PLACES + 1)),
    DrawBlind(),
    DrawTickets(),
    MarkNothing(),
    Pass(),
    engine.Resign(),
    engine.Forfeit(),
    engine.MarkAbsent(),
    engine.ComeBack(),
]


@cache
def known_moves(rules: engine.Ruleset) -> tuple[engine.Move, ...]:
    """All moves that these rules know, but for tickets to keep."""
    everything = (*PLAIN, *claims_on(rules.board), *about_cities(rules.board))
    return tuple(move for move in everything if type(move) in (*rules.writers, *rules.controls))


def keeps(state: BoardPosition, seat: int) -> Iterator[Keep]:
    """Every choice from the own offer and a ticket beside it, none and twice the same included."""
    prompt = state.prompt_of(seat)
    offer = prompt.offer if isinstance(prompt, KeepTickets) else state.tickets.deck[:2]
    beside = next((ticket for held in state.tickets.held for ticket in held), Ticket(0))
    tickets = (*offer, beside, *offer[:1])
    for count in range(len(tickets) + 1):
        yield from map(Keep, combinations(tickets, count))


def every_move(state: BoardPosition, seat: int) -> Iterator[engine.Move]:
    """All moves that anybody could think of: all of the board, in all mixtures, possible or not."""
    yield from keeps(state, seat)
    yield from known_moves(state.rules)


def offered_is_accepted(state: BoardPosition, seat: int) -> None:
    options, controls = engine.options(state, seat), state.rules.controls
    offered = set(options)
    assert len(options) == len(offered) == len(list(options))
    for move in offered:
        assert move in options
        assert not refusal(state, seat, move)
    for move in every_move(state, seat):
        refused = refusal(state, seat, move)
        assert (move in options) == (refused is None) or type(move) in controls
        if refused is None:
            assert in_order(state, seat, move) in offered or type(move) in controls
        else:
            assert move not in offered
            assert refused.code.islower()
            assert str(refused.detail["rule"])[0] in "BPW"


def in_order(state: BoardPosition, seat: int, move: engine.Move) -> engine.Move:
    """Tickets may be named in any order; they are offered in the order drawn."""
    prompt = state.prompt_of(seat)
    if not isinstance(move, Keep) or not isinstance(prompt, KeepTickets):
        return move
    return Keep(tuple(ticket for ticket in prompt.offer if ticket in move.tickets))


@pytest.mark.parametrize(("kind", "seats"), SOME_TABLES, ids=str)
def test_in_whole_games_exactly_what_is_offered_is_accepted(kind: Kind, seats: int) -> None:
    seen: Counter[str] = Counter()
    for number, step in enumerate(steps(seats, 11, leaving=0.02, kind=kind)):
        asked = {prompt.tag for prompt in step.state.prompts}
        if number % (20 * seats) == 0 or any(seen[tag] < 1 for tag in asked):
            for seat in range(seats):
                offered_is_accepted(step.state, seat)
        seen.update(asked)


@pytest.mark.parametrize("kind", [WEST, ALVIN], ids=str)
def test_for_every_question_about_markers_as_well(kind: Kind) -> None:
    asked = Counter(check_about_cities(step.state) for step in steps(4, 2, kind=kind))
    assert set(asked) >= {"choose_start", "place_marker"}


def check_about_cities(state: BoardPosition) -> str:
    """Where one seat alone is asked something about a city: offered is accepted. Says what was asked."""
    tag = state.prompts[0].tag if len(state.prompts) == 1 else ""
    if tag in ("choose_start", "place_marker", "move_alvin"):
        offered_is_accepted(state, state.prompts[0].seat)
    return tag


@pytest.mark.parametrize("seats", USA.seat_counts)
def test_for_somebody_who_has_hoarded_cards_as_well(seats: int) -> None:
    hoard = " ".join(f"{name} {9 - kind}" for kind, name in enumerate(KINDS))
    for locomotives in ("", " loco 6"):
        game = table(seats, hands={0: hoard + locomotives}, deck="", trains={0: 5}, routes={1: ["dallas-houston-1"]})
        offered_is_accepted(game.state, 0)


HANDS = st.lists(st.integers(0, 12), min_size=8, max_size=8)


@given(HANDS, st.integers(0, 14), st.integers(0, 45), st.sets(st.sampled_from(range(len(BOARD.routes))), max_size=90))
def test_for_any_hand_trains_and_board(colors: list[int], wild: int, trains: int, closed: set[int]) -> None:
    hand = " ".join(f"{name} {count}" for name, count in zip(KINDS, [*colors, wild], strict=True))
    game = table(hands={0: hand}, trains={0: trains}, deck="red 1")
    game.state.network.open[0] &= ~sum(1 << index for index in closed)
    offered = [move for move in engine.options(game.state, 0) if isinstance(move, ClaimRoute)]
    assert len(set(offered)) == len(offered)
    assert set(offered) == {move for move in CLAIMS if not refusal(game.state, 0, move)}


@pytest.mark.parametrize("kind", ON_BOARDS, ids=str)
def test_every_offered_move_can_be_decided(kind: Kind) -> None:
    for seats in kind.rules.seat_counts:
        for number, step in enumerate(steps(seats, 5, kind=kind)):
            if number % 40 == 0:
                for prompt in step.state.prompts:
                    for move in engine.options(step.state, prompt.seat):
                        chance = engine.Chance(bytes(32))
                        after = engine.decide(step.state, prompt.seat, move, chance)
                        assert after.events


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
    assert "keep 1" not in options
    assert 3 not in options
    assert options[-1] == list(options)[-1]
    with pytest.raises(IndexError):
        options[4]
    assert options.sample(lambda bound: bound - 1) == options[3]


def test_who_is_not_asked_has_none() -> None:
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
