"""Conditions that stop a plan, in the players' words."""

import pytest

import engine
from tests.engine.positions import WEST, Game, bag, begun, table
from tests.engine.yards_table import yards

from .planning import answer

STOPPED = "stop condition_holds 1"
GO_ON = "draw deck"


def stops(game: Game, condition: str, *, since: int | None = None, played: int = 0) -> bool:
    told = answer(game, f"stop when {condition}", GO_ON, since=since, played=played)
    assert told in (STOPPED, GO_ON)
    return told == STOPPED


def after_a_claim(route: str, *, seats: int = 3, **more: object) -> Game:
    """Return a game in which seat 1 has claimed this route since seat 0's plan; now it is seat 0's turn."""
    game = table(seats, turn=seats - 1, hands={seats - 1: "purple 9 red 9 loco 9"}, **more)  # type: ignore[arg-type]
    wanted = next(line for line in game.may(seats - 1) if line.startswith(f"claim {route} "))
    game.play(seats - 1, wanted)
    assert game.asked[0] == (0, "take_turn")
    return game


def test_somebody_claims_near_a_route() -> None:
    game = after_a_claim("denver-omaha")
    assert stops(game, "others claim near denver-santa_fe", since=1)
    assert stops(game, "others claim near santa_fe-denver", since=1)
    assert stops(game, "others claim near omaha", since=1)
    assert not stops(game, "others claim near seattle-vancouver", since=1)
    assert not stops(game, "others claim near santa_fe", since=1)


def test_somebody_claims_within_some_routes() -> None:
    game = after_a_claim("denver-omaha")
    assert not stops(game, "others claim within 1 of el_paso", since=1)
    assert not stops(game, "others claim within 2 of el_paso", since=1)
    assert stops(game, "others claim within 3 of el_paso", since=1)
    assert stops(game, "others claim within 9999 of miami", since=1)


def test_somebody_claims_near_mine() -> None:
    mine = {0: ["el_paso-santa_fe"]}
    game = after_a_claim("denver-omaha", routes=mine)
    assert not stops(game, "others claim near mine", since=1)
    assert stops(game, "others claim within 2 of mine", since=1)
    assert not stops(after_a_claim("denver-omaha"), "others claim within 9 of mine", since=1)


def test_near_mine_is_near_my_starting_city_too() -> None:
    """Check rule W5."""
    west = begun(2, kind=WEST)
    west.play(1, "start denver")
    west.play(0, "start seattle")
    west.play(0, "draw deck")
    west.play(0, "draw deck")
    west.state.cards.hands[1] = bag("loco 9")
    since = west.state.entry
    west.play(1, next(line for line in west.may(1) if line.startswith("claim ")))
    while west.asked[0][0] == 1:
        west.do(1, engine.default_move(west.state, 1))
    assert not stops(west, "others claim near mine", since=since)
    assert stops(west, "others claim near denver", since=since)
    assert stops(west, "others claim within 99 of mine", since=since)


def test_somebody_claims_just_this_route() -> None:
    game = after_a_claim("denver-kansas_city-1")
    assert stops(game, "others claim denver-kansas_city-1", since=1)
    assert stops(game, "others claim kansas_city-denver", since=1)
    assert not stops(game, "others claim denver-kansas_city-2", since=1)


def test_what_was_claimed_before_the_plan_does_not_count_nor_what_i_claim_myself() -> None:
    game = after_a_claim("denver-omaha")
    assert not stops(game, "others claim near denver")
    own = table(2, hands={0: "purple 4"})
    own.play(0, "claim denver-omaha purple 4")
    own.play(1, "draw deck")
    own.play(1, "draw deck")
    assert not stops(own, "others claim near denver", since=1)


def test_the_last_round_begins() -> None:
    """Check rule B18."""
    assert not stops(after_a_claim("denver-omaha", trains={2: 7}), "last round")
    assert stops(after_a_claim("denver-omaha", trains={2: 6}), "last round")


def test_a_ticket_is_impossible_because_every_way_is_taken() -> None:
    """Miami, ticket 1: from Boston to Miami."""
    ways = ["atlanta-miami", "charleston-miami"]
    assert not stops(table(routes={1: ways}, tickets={0: [1]}), "ticket 1 impossible")
    closed = table(routes={1: [*ways, "miami-new_orleans"]}, tickets={0: [1, 2]})
    assert stops(closed, "ticket 1 impossible")
    assert not stops(closed, "ticket 2 impossible")
    assert stops(closed, "ticket impossible")


def test_a_ticket_is_impossible_because_i_have_too_few_trains() -> None:
    """Ticket 7: Denver to El Paso takes four trains, or two if one of the routes is mine."""
    assert not stops(table(trains={0: 4}, tickets={0: [7]}), "ticket 7 impossible")
    assert stops(table(trains={0: 3}, tickets={0: [7]}), "ticket 7 impossible")
    begun = table(trains={0: 2}, tickets={0: [7]}, routes={0: ["denver-santa_fe"]})
    assert not stops(begun, "ticket 7 impossible")


def test_a_ticket_that_is_completed_is_not_impossible() -> None:
    whole = table(trains={0: 0}, tickets={0: [7]}, routes={0: ["denver-santa_fe", "el_paso-santa_fe"]})
    assert not stops(whole, "ticket 7 impossible")
    assert stops(whole, "tickets done")


def test_all_my_tickets_are_done() -> None:
    assert not stops(table(tickets={0: [7]}), "tickets done")


def test_i_hold_so_many() -> None:
    game = table(hands={0: "red 5 loco 2"})
    assert stops(game, "holding 5 red")
    assert not stops(game, "holding 6 red")
    assert stops(game, "holding 2 loco")
    assert stops(game, "holding 7 cards")
    assert not stops(game, "holding 8 cards")


def test_somebody_has_few_trains() -> None:
    assert stops(table(trains={1: 6}), "trains 6")
    assert not stops(table(trains={1: 7}), "trains 6")


def test_the_deck_runs_low() -> None:
    assert stops(table(deck="red 9"), "deck 9")
    assert not stops(table(deck="red 9"), "deck 8")


def test_the_plan_has_played_so_many_turns() -> None:
    assert not stops(table(), "played 3", played=2)
    assert stops(table(), "played 3", played=3)


@pytest.mark.parametrize(("day", "stopped"), [("2026-11-21", True), ("2026-11-22", False)])
def test_a_day_has_come(day: str, stopped: bool) -> None:
    assert stops(table(), f"day {day}") == stopped


def test_somebody_robs_my_yard() -> None:
    """Check rule C9."""
    game = yards(2, turn=1, hands={1: "blue 4"}, in_yards={0: ["blue 2 loco 1"]})
    game.play(1, "place blue 4")
    assert stops(game, "robbed", since=1)
    assert not stops(game, "robbed")


def test_a_stop_may_take_several_conditions() -> None:
    game = table(hands={0: "red 5"}, trains={1: 6})
    assert stops(game, "holding 5 red and trains 6")
    assert not stops(game, "holding 5 red and trains 5")


def test_a_stop_counts_before_any_order() -> None:
    assert answer(table(hands={0: "red 5"}), "draw deck", "stop when holding 5 red") == "stop condition_holds 2"
