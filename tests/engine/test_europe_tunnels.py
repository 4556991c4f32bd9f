"""Europe's tunnels and long tickets (E2, E4, E5), and whole games of Europe."""

from itertools import product

import pytest

import engine
from engine.boards.europe import EUROPE as BOARD
from engine.cards import CARDS
from engine.parts.tunnels import NOTHING, PayMore, PayTunnel, TunnelEntered, Withdraw
from engine.rules.europe import EuropePosition, europe

from .conservation import check, check_log
from .play import refusal, steps
from .positions import Game, Kind, bag, hand, is_of, started, table

EUROPE = Kind(europe())
TUNNEL = "angora-smyrna"
"""An orange tunnel of three spaces."""


def entered(turned_up: str, paid: str = "orange 3", cards: str = "orange 5 loco 2", **rest: object) -> Game:
    """Return a game in which seat 0 has entered the tunnel, with a deck that holds what is turned up and no more."""
    given = {"hands": {0: cards}, "deck": turned_up, "discards": "white 9", **rest}
    game = table(kind=EUROPE, **given)  # type: ignore[arg-type]
    game.play(0, f"claim {TUNNEL} {paid}")
    return game


def state_of(game: Game) -> EuropePosition:
    return is_of(EuropePosition, game.state)


def asked(game: Game) -> int | None:
    """Return how many more cards the tunnel costs; None if nothing is asked."""
    prompt = game.state.prompt_of(0)
    return prompt.more if isinstance(prompt, PayTunnel) else None


@pytest.mark.parametrize(
    ("turned_up", "paid", "more"),
    [
        ("red 2 blue 1", "orange 3", None),
        ("red 2 orange 1", "orange 3", 1),
        ("loco 1 orange 2", "orange 3", 3),
        ("loco 1 orange 1 red 1", "orange 1 loco 2", 2),
    ],
)
def test_e4_each_card_that_has_the_color_or_is_a_locomotive_costs_one_more(
    turned_up: str, paid: str, more: int | None
) -> None:
    game = entered(turned_up, paid)
    assert asked(game) == more
    assert (TUNNEL in engine.view(game.state, None)["routes"]) == (more is None)


def test_e4_where_only_locomotives_were_played_only_locomotives_count_and_are_paid() -> None:
    game = entered("orange 2 loco 1", "loco 3", "orange 5 loco 4")
    assert (asked(game), game.may(0)) == (1, ["dig loco 1", "dig none"])
    assert game.refused(0, "dig orange 1") == "wrong_color"


def test_e4_what_is_paid_and_turned_up_is_discarded_in_one_step() -> None:
    game = entered("orange 1 red 2", discards="")
    assert state_of(game).aside.turned_up == bag("orange 1 red 2")
    assert state_of(game).cards.deck == bag("")
    assert game.may(0) == ["dig orange 1", "dig loco 1", "dig none"]
    (claimed, *_) = game.play(0, "dig loco 1")
    assert (claimed.cards, claimed.locomotives, claimed.trains) == (3, 1, 3)  # type: ignore[attr-defined]
    state = state_of(game)
    assert (hand(state, 0), state.aside) == ({"orange": 2, "locomotive": 1}, NOTHING)
    assert state.cards.deck + state.cards.discards == bag("orange 4 red 2 loco 1")
    assert state.network.trains[0] == 42
    assert game.points()[0] == 4


def test_e4_all_cards_may_be_taken_back_and_the_turn_is_over() -> None:
    game = entered("orange 2 red 1")
    game.play(0, "dig none")
    state = state_of(game)
    assert (hand(state, 0), state.network.claimed[0]) == ({"orange": 5, "locomotive": 2}, 0)
    assert state.cards.deck + state.cards.discards == bag("white 9 orange 2 red 1")
    assert game.asked == [(1, "take_turn")]


def test_e4_a_player_who_cannot_pay_is_asked_all_the_same() -> None:
    game = entered("orange 2 red 1", cards="orange 3")
    assert (asked(game), game.may(0)) == (2, ["dig none"])
    assert game.refused(0, "dig orange 2") == "not_enough_cards"


def test_e4_by_default_and_when_the_seat_leaves_the_cards_are_taken_back() -> None:
    game = entered("orange 2 red 1")
    assert engine.default_move(game.state, 0) == Withdraw()
    game.do(0, engine.MarkAbsent())
    assert hand(state_of(game), 0) == {"orange": 5, "locomotive": 2}


def test_e4_fewer_are_turned_up_if_there_are_fewer() -> None:
    game = table(kind=EUROPE, hands={0: "orange 3"}, deck="red 1", discards="blue 1")
    (fact, *_) = game.play(0, f"claim {TUNNEL} orange 3")
    assert isinstance(fact, TunnelEntered)
    assert len(fact.turned_up) == 2


@pytest.mark.parametrize("cards", ["orange 3", "orange 4 loco 1", "orange 3 loco 4", "orange 6 loco 2"])
@pytest.mark.parametrize("turned_up", ["orange 1 red 2", "orange 3", "loco 2 red 1"])
def test_e4_offered_is_accepted(cards: str, turned_up: str) -> None:
    game = entered(turned_up, cards=cards)
    payments = (PayMore(*paid) for paid in product(CARDS, range(-1, 5), range(-1, 5)))
    accepted = [move for move in (*payments, Withdraw()) if not refusal(game.state, 0, move)]
    assert {*engine.options(game.state, 0)} == {*accepted}


@pytest.mark.parametrize("seats", [2, 5])
def test_e2_one_long_ticket_and_three_regular_are_dealt_and_two_kept(seats: int) -> None:
    game = started(seats, kind=EUROPE)
    for prompt in game.state.prompts:
        offer = [BOARD.tickets[ticket] for ticket in prompt.offer]  # type: ignore[attr-defined]
        assert ["long" in fact.attributes for fact in offer] == [False, False, False, True]
    kept = engine.default_move(game.state, 0)
    assert kept.tickets == game.state.prompts[0].offer[:2]  # type: ignore[attr-defined]


def test_e2_what_is_not_kept_and_every_long_ticket_not_dealt_is_out_of_the_game() -> None:
    game = started(3, kind=EUROPE)
    for seat in range(3):
        game.do(seat, engine.default_move(game.state, seat))
    state = state_of(game)
    facts = BOARD.tickets
    assert len(state.removed) == 3 + 2 * 3
    assert sum("long" in facts[ticket].attributes for ticket in state.removed) == 6
    assert not any("long" in facts[ticket].attributes for ticket in state.tickets.deck)
    assert (len(state.tickets.deck), state.tickets.returned) == (40 - 9, {})


@pytest.mark.parametrize(("seats", "open_"), [(2, False), (3, False), (4, True), (5, True)])
def test_e5_both_tracks_are_used_with_four_or_five_players(seats: int, open_: bool) -> None:
    game = table(seats, kind=EUROPE, routes={1: ["dieppe-london-1"]}, deck="red 9")
    index = BOARD.route_of["dieppe-london-2"]
    assert bool(state_of(game).network.open[0] >> index & 1) == open_


@pytest.mark.parametrize("seats", EUROPE.rules.seat_counts)
def test_whole_games_of_europe(seats: int) -> None:
    tags = set()
    for seed in range(3):
        game = list(steps(seats, seed, leaving=0.02, kind=EUROPE))
        for step in game:
            check(step)
            tags |= {fact.tag for fact in step.events}
        check_log(game)
        assert game[-1].state.over
    assert tags >= {"tunnel_entered", "station_built", "first_tickets_removed"}
