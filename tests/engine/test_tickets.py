"""B16, B17, B19: tickets."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.boards import City, Route
from engine.parts.network import connected, joins
from engine.parts.tickets import Keep
from engine.parts.turns import PointsScored

from .positions import BOARD, Game, started, table


def numbers(tickets: tuple[int, ...]) -> list[int]:
    return [BOARD.tickets[ticket].number for ticket in tickets]


def test_b16_three_from_the_top() -> None:
    game = table(ticket_deck=[5, 6, 7, 8])
    game.play(0, "tickets")
    assert game.asked == [(0, "keep_tickets")]
    assert numbers(game.state.prompts[0].offer) == [5, 6, 7]  # type: ignore[attr-defined]
    assert numbers(game.state.tickets.deck) == [8]


def test_b16_at_least_one_is_kept() -> None:
    game = table(ticket_deck=[5, 6, 7, 8])
    game.play(0, "tickets")
    ways = ["5", "6", "7", "5 6", "5 7", "6 7", "5 6 7"]
    assert game.may(0) == [f"keep {way}" for way in ways]
    assert game.refused(0, "keep none") == "too_few_tickets_kept"
    assert game.refused(0, "keep 8") == "ticket_not_offered"


def test_b3_b16_anyone_who_draws_tickets_chooses_in_the_same_turn_but_not_at_the_start() -> None:
    (first, _) = started(2).state.prompts
    assert not first.within_turn
    game = table()
    game.play(0, "tickets")
    assert game.state.prompts[0].within_turn


def test_b16_the_rest_go_to_the_bottom_in_the_order_drawn() -> None:
    game = table(ticket_deck=[5, 6, 7, 8])
    game.play(0, "tickets")
    game.play(0, "keep 6")
    assert numbers(game.state.tickets.held[0]) == [6]
    assert numbers(game.state.tickets.deck) == [8, 5, 7]
    assert game.asked == [(1, "take_turn")]


def test_b16_the_order_in_which_they_are_named_does_not_matter() -> None:
    ways = []
    for line in ("keep 5 7", "keep 7 5"):
        game = table(ticket_deck=[5, 6, 7, 8])
        game.play(0, "tickets")
        ways.append(game.play(0, line))
    assert ways[0] == ways[1]


@pytest.mark.parametrize("left", [1, 2])
def test_b16_fewer_than_three_left_draw_what_there_is(left: int) -> None:
    game = table(ticket_deck=[5, 6][:left])
    game.play(0, "tickets")
    assert numbers(game.state.prompts[0].offer) == [5, 6][:left]  # type: ignore[attr-defined]
    assert game.refused(0, "keep none") == "too_few_tickets_kept"


def test_b16_none_left_it_is_not_a_legal_action() -> None:
    game = table(ticket_deck=[])
    assert game.refused(0, "tickets") == "no_tickets_left"
    assert "tickets" not in game.may(0)


def test_b16_once_drawn_the_choice_must_be_made() -> None:
    game = table(hands={0: "blue 9"})
    game.play(0, "tickets")
    for line in ("draw deck", "draw 1", "claim atlanta-miami blue 5", "tickets", "pass"):
        assert game.refused(0, line) == "not_an_answer"
    assert game.refused(1, "draw deck") == "nothing_to_answer"


def test_b17_any_number_may_be_held() -> None:
    game = table(ticket_deck=range(1, 31))
    for _ in range(10):
        for seat in (0, 1):
            if game.state.tickets.deck:
                game.play(seat, "tickets")
                game.do(seat, engine.options(game.state, seat)[-1])
    assert sum(map(len, game.state.tickets.held)) == 30


def test_b17_how_many_is_open_which_ones_are_not() -> None:
    game = table(tickets={0: [1, 2], 1: [3]})
    for viewer in (1, None):
        view = engine.view(game.state, viewer)
        assert [seat["tickets"] for seat in view["seats"]] == [2, 1]
        assert "tickets_shown" not in view["seats"][0]
    own = engine.own(engine.view(game.state, 0))["tickets"]
    assert [ticket["number"] for ticket in own] == [1, 2]


def end(game: Game) -> list[PointsScored]:
    """End the game by having the others leave, and return the points scored."""
    events = [event for seat in range(1, game.state.seats) for event in game.do(seat, engine.Resign())]
    return [event for event in events if isinstance(event, PointsScored)]


# Boston - Miami, 12 points: by way of New York, Washington, Raleigh and Charleston.
COAST = ["boston-new_york-1", "new_york-washington-1", "raleigh-washington-1", "charleston-raleigh", "charleston-miami"]


def test_b19_a_ticket_whose_cities_are_connected_adds_its_value() -> None:
    lines = end(table(routes={0: COAST}, tickets={0: [1]}))
    assert PointsScored(0, 12, "ticket", "1") in lines


@pytest.mark.parametrize("missing", COAST)
def test_b19_every_other_subtracts_it(missing: str) -> None:
    routes = [slug for slug in COAST if slug != missing]
    lines = end(table(routes={0: routes}, tickets={0: [1]}))
    assert PointsScored(0, -12, "ticket", "1") in lines


def test_b19_only_the_players_own_routes_count() -> None:
    lines = end(table(routes={0: COAST[:2], 1: COAST[2:]}, tickets={0: [1], 1: [1]}))
    assert [line.points for line in lines if line.reason == "ticket"] == [-12, -12]


def test_b19_a_city_without_routes_is_connected_to_nothing() -> None:
    lines = end(table(tickets={0: [1]}))
    assert PointsScored(0, -12, "ticket", "1") in lines


def by_walking(start: City, routes: Iterable[Route]) -> set[City]:
    """Return all cities that can be reached from one by these routes, step by step."""
    ends = [BOARD.routes[index].ends for index in routes]
    reached = {start}
    while more := {city for pair in ends if reached & set(pair) for city in pair} - reached:
        reached |= more
    return reached


@given(st.sets(st.integers(0, len(BOARD.routes) - 1), max_size=16))
def test_b19_connected_is_what_can_be_reached_step_by_step(claimed: set[int]) -> None:
    routes = list(map(Route, claimed))
    roots = connected(BOARD, routes)
    touched = {city for index in routes for city in BOARD.routes[index].ends}
    for a in touched:
        reached = by_walking(a, routes)
        assert {b for b in map(City, range(len(BOARD.cities))) if joins(roots, (a, b))} == reached


def test_b19_the_same_network_may_complete_many_tickets() -> None:
    routes = [*COAST, "boston-montreal-1", "atlanta-raleigh-1"]
    lines = end(table(routes={0: routes}, tickets={0: [1, 16, 18, 26]}))
    assert [line.points for line in lines if line.reason == "ticket"] == [12, 9, 6, -10]


def test_keep_is_known_by_its_tickets() -> None:
    assert Keep((BOARD.ticket_of[3],)) == Keep((BOARD.ticket_of[3],))
