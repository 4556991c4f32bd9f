"""A plan's orders, in the players' words."""

import engine
from tests.engine.positions import ALVIN, WEST, table
from tests.engine.yards_table import yards

from .planning import answer

RICH = "purple 4 blue 2 loco 1"


def test_draw_these_cards_or_else_a_blind_one() -> None:
    game = table(in_market="purple blue orange white green")
    assert answer(game, "draw red blue else deck") == "draw 2"
    assert answer(game, "draw green blue else deck") == "draw 5"
    assert answer(game, "draw red black else deck") == "draw deck"
    assert answer(game, "draw deck") == "draw deck"


def test_without_else_a_draw_waits_for_its_cards_and_lets_the_next_line_play() -> None:
    game = table(in_market="purple blue orange white green")
    assert answer(game, "draw red") == "wait"
    assert answer(game, "draw red", "draw white") == "draw 4"


def test_a_locomotive_of_the_market_is_never_the_second_card() -> None:
    """Check rule B6."""
    game = table(in_market="purple blue loco white green")
    assert answer(game, "draw loco else deck") == "draw 3"
    game.play(0, "draw deck")
    assert answer(game, "draw loco else deck") == "draw deck"
    assert answer(game, "draw loco white") == "draw 4"


def test_draw_what_my_claims_lack() -> None:
    lines = ("claim denver-omaha", "draw wanted else deck")
    market = "loco blue purple white green"
    assert answer(table(in_market=market, hands={0: "purple 1"}), *lines) == "draw 3"
    assert answer(table(in_market="red blue orange white green", hands={0: "purple 1"}), *lines) == "draw deck"
    assert answer(table(in_market="loco blue orange white green", hands={0: "purple 3"}), *lines) == "draw 1"
    gray = ("claim denver-santa_fe", "draw wanted else deck")
    assert answer(table(in_market=market, hands={0: "white 1"}), *gray) == "draw 4"


def test_claim_as_soon_as_i_can_pay() -> None:
    lines = ("claim denver-omaha", "draw deck")
    assert answer(table(hands={0: "purple 3"}), *lines) == "draw deck"
    assert answer(table(hands={0: "purple 4 loco 1"}), *lines) == "claim denver-omaha purple 4"
    assert answer(table(hands={0: "purple 3 loco 1"}), *lines) == "claim denver-omaha purple 3 loco 1"


def test_a_gray_route_is_paid_with_the_fewest_locomotives_and_in_the_color_of_which_i_have_most() -> None:
    assert answer(table(hands={0: "red 2 blue 3 loco 2"}), "claim denver-santa_fe") == "claim denver-santa_fe blue 2"
    assert answer(table(hands={0: "red 2 blue 3"}), "claim denver-santa_fe from red") == "claim denver-santa_fe red 2"


def test_locomotives_are_spared_as_i_said() -> None:
    game = table(hands={0: "purple 2 loco 2"})
    assert answer(game, "claim denver-omaha at most 1 loco") == "wait"
    assert answer(game, "claim denver-omaha at most 2 loco") == "claim denver-omaha purple 2 loco 2"


def test_claim_with_just_these_cards() -> None:
    line = "claim denver-omaha purple 3 loco 1"
    assert answer(table(hands={0: "purple 4"}), line) == "wait"
    assert answer(table(hands={0: "purple 4 loco 1"}), line) == line


def test_of_parallel_tracks_any_will_do() -> None:
    line = "claim denver-kansas_city"
    assert answer(table(hands={0: "orange 4"}), line) == "claim denver-kansas_city-2 orange 4"
    assert answer(table(hands={0: "orange 4"}), "claim kansas_city-denver-1", "draw deck") == "draw deck"
    taken = table(4, hands={0: "orange 4 black 4"}, routes={1: ["denver-kansas_city-2"]})
    assert answer(taken, line) == "claim denver-kansas_city-1 black 4"


def test_a_route_that_is_taken_or_closed_stops_the_plan_wherever_it_stands() -> None:
    lines = ("draw deck", "claim denver-omaha")
    assert answer(table(routes={1: ["denver-omaha"]}), *lines) == "stop route_taken 2"
    closed = table(2, routes={1: ["denver-kansas_city-1"]})
    assert answer(closed, "draw deck", "claim denver-kansas_city-2") == "stop track_closed 2"
    assert answer(closed, "draw deck", "claim denver-kansas_city") == "stop route_taken 2"


def test_so_does_a_route_for_which_i_have_too_few_trains() -> None:
    assert answer(table(trains={0: 3}), "claim denver-omaha", "draw deck") == "stop not_enough_trains 1"


def test_what_i_claimed_myself_is_done() -> None:
    game = table(routes={0: ["denver-omaha"]})
    assert answer(game, "claim denver-omaha", "draw deck") == "draw deck"
    assert answer(game, "claim denver-omaha") == "stop plan_is_done -"


def test_keep_these_tickets() -> None:
    game = table(ticket_deck=[3, 17, 20])
    game.play(0, "tickets")
    assert answer(game, "keep 17 3") == "keep 17 3"
    assert answer(game, "keep 17 4", "keep fewest") == "keep 3"
    assert answer(game, "keep all") == "keep 3 17 20"
    assert answer(game, "draw deck") == "wait"


def test_draw_tickets_once() -> None:
    assert answer(table(), "tickets", "draw deck") == "tickets"


def test_best_is_what_the_stand_in_would_do() -> None:
    game = table(ticket_deck=[3, 17, 20])
    state = game.state
    move = engine.stand_in.choose(state.rules, engine.view(state, 0), engine.options(state, 0))
    choice = engine.notation.write(state.rules, move)
    assert answer(game, "best") == choice
    assert answer(game, f"{choice.split()[0]} best") == choice
    assert answer(game, "claim best") == "wait"


def test_the_moves_of_every_game_are_orders() -> None:
    """Check rules W6 and C8."""
    assert answer(yards(hands={0: "blue 3 red 1"}), "place blue 3") == "place blue 3"
    assert answer(yards(hands={0: "blue 1"}), "place best") == "wait"
    assert answer(yards(hands={0: "blue 1"}), "place blue 3", "draw deck") == "draw deck"
    assert answer(table(kind=WEST), "marker none", "draw deck") == "draw deck"
    assert answer(table(kind=ALVIN), "alvin denver", "draw deck") == "draw deck"


def test_the_first_order_that_fits_is_carried_out() -> None:
    game = table(hands={0: RICH})
    assert answer(game, "claim seattle-vancouver-1", "claim denver-omaha") == "claim seattle-vancouver-1 purple 1"
    assert answer(game, "claim denver-omaha", "claim seattle-vancouver-1") == "claim denver-omaha purple 4"


def test_an_order_may_be_bound_to_conditions() -> None:
    game = table(hands={0: "red 5"})
    assert answer(game, "tickets when holding 6 red", "draw deck") == "draw deck"
    assert answer(game, "tickets when holding 5 red", "draw deck") == "tickets"
    assert answer(game, "tickets unless holding 5 red", "draw deck") == "draw deck"
    assert answer(game, "tickets when holding 5 red and holding 6 cards", "draw deck") == "draw deck"
    assert answer(game, "tickets unless holding 5 red and holding 6 cards", "draw deck") == "tickets"
