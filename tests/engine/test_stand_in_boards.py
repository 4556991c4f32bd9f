"""The stand-in on boards: its claims, draws, tickets, starting cities, markers, and moves of Alvin.

Ticket 7, Denver to El Paso, is the example: its path leads through Santa Fe, over two gray routes of two trains each.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import engine
from engine.parts.alvin import MoveAlvin
from engine.parts.markers import ChooseStart, PlaceMarker
from engine.parts.tickets import KeepTickets

from .against_random import line
from .frontier import frontier
from .positions import BOARD, WEST, Game, bag, table

DENVER_EL_PASO = {0: [7]}
TO_MIAMI = [fact.slug for fact in BOARD.routes if BOARD.city_of["miami"] in fact.ends]


def test_it_claims_what_lies_on_the_cheapest_way_to_a_ticket() -> None:
    assert line(table(hands={0: "red 6 blue 6"}, tickets=DENVER_EL_PASO)) == "claim denver-santa_fe blue 2"


def test_it_goes_round_what_others_have_taken() -> None:
    """The path now leads through Kansas City and Oklahoma City, or through Phoenix; the rest of the old path stays."""
    game = table(hands={0: "loco 12"}, tickets=DENVER_EL_PASO, routes={1: ["denver-santa_fe"]})
    claimed = []
    while not engine.own(engine.view(game.state, 0))["tickets"][0]["completed"]:
        claimed.append(line(game))
        game.play(0, claimed[-1])
        game.state.prompts = tuple(replace(prompt, seat=0) for prompt in game.state.prompts)
    assert all(each.startswith("claim") for each in claimed)
    assert len(claimed) <= 3


def test_own_routes_lead_on() -> None:
    game = table(hands={0: "blue 6"}, tickets=DENVER_EL_PASO, routes={0: ["denver-santa_fe"]})
    assert line(game) == "claim el_paso-santa_fe blue 2"


def test_it_takes_another_track_for_which_it_has_the_cards() -> None:
    """Two tracks lead from Kansas City to Saint Louis, one blue and one purple."""
    way = {0: ["chicago-saint_louis-1", "kansas_city-oklahoma_city-1", "oklahoma_city-santa_fe"]}
    for color in ("blue", "purple"):
        game = table(hands={0: f"{color} 2"}, tickets={0: [5]}, routes=way)
        track = {"blue": 1, "purple": 2}[color]
        assert line(game) == f"claim kansas_city-saint_louis-{track} {color} 2"


def test_it_pays_with_colors_rather_than_with_locomotives() -> None:
    assert line(table(hands={0: "blue 2 loco 4"}, tickets=DENVER_EL_PASO)) == "claim denver-santa_fe blue 2"


def test_it_draws_what_it_lacks() -> None:
    """A second blue card is missing for Denver to Santa Fe."""
    game = table(hands={0: "blue 1"}, tickets=DENVER_EL_PASO, in_market="red green blue white loco")
    assert line(game) == "draw 3"


def test_it_takes_a_locomotive_for_the_last_card_that_is_lacking() -> None:
    game = table(hands={0: "blue 1"}, tickets=DENVER_EL_PASO, in_market="red green loco white red")
    assert line(game) == "draw 3"


def test_it_leaves_a_locomotive_where_two_cards_serve_better() -> None:
    game = table(tickets=DENVER_EL_PASO, in_market="loco - - - -")
    assert line(game) == "draw deck"


def test_it_takes_any_card_where_the_deck_is_empty() -> None:
    game = table(tickets=DENVER_EL_PASO, in_market="loco - - - -", deck="")
    assert line(game) == "draw 1"


def test_it_draws_tickets_when_it_has_completed_its_own() -> None:
    done = {0: ["denver-santa_fe", "el_paso-santa_fe"]}
    assert line(table(tickets=DENVER_EL_PASO, routes=done)) == "tickets"


def test_it_draws_no_tickets_when_it_is_late() -> None:
    game = table(hands={0: "white 6"}, tickets={0: []}, trains={1: 15})
    assert line(game) == "tickets"
    game.state.network.trains[1] = 14
    assert line(game) == "claim calgary-winnipeg white 6"


def test_it_gives_up_a_ticket_that_cannot_be_completed() -> None:
    game = table(hands={0: "white 6"}, tickets={0: [1]}, routes={1: TO_MIAMI}, trains={1: 10})
    assert line(game) == "claim calgary-winnipeg white 6"


def test_it_gives_up_a_ticket_for_which_it_has_too_few_trains() -> None:
    game = table(hands={0: "blue 4 white 1"}, tickets=DENVER_EL_PASO, trains={0: 3})
    assert "santa_fe" not in line(game)


def test_in_its_last_turn_it_takes_what_scores_at_once() -> None:
    """A short route that completes a ticket is worth more than the longest one: 2 points, and 4 won instead of lost."""
    game = table(hands={0: "white 5 blue 2"}, tickets=DENVER_EL_PASO, routes={0: ["denver-santa_fe"]})
    game.state.turns_left = 0
    assert line(game) == "claim el_paso-santa_fe blue 2"
    game.state.tickets = replace(game.state.tickets, held=((), ()))
    assert line(game).endswith(" white 5")


def test_it_passes_when_nothing_else_is_legal() -> None:
    assert line(table(in_market="- - - - -", deck="", ticket_deck=[])) == "pass"


def offered(numbers: Sequence[int], at_least: int, **position: Any) -> Game:
    """Return a game in which the first seat has to choose among these tickets."""
    game = table(ticket_deck=[], **position)
    offer = tuple(game.state.rules.board.ticket_of[number] for number in numbers)
    game.state.prompts = (KeepTickets(0, 1, offer, at_least),)
    return game


def test_of_tickets_it_keeps_those_that_go_together() -> None:
    """Seattle to New York and Portland to Nashville share much of their path, but little with Toronto to Miami."""
    assert line(offered([26, 25, 19], 2)) == "keep 25 19"


def test_late_it_keeps_as_few_tickets_as_it_may_and_the_cheapest() -> None:
    assert line(offered([15, 7, 25], 1, trains={0: 3, 1: 3})) == "keep 7"


def test_it_starts_at_an_end_of_its_tickets() -> None:
    """For Bozeman to Denver and Denver to Tucson, starting in any of the three the network needs no detour."""
    game = table(kind=WEST, tickets={0: [8, 11]})
    game.state.prompts = (ChooseStart(0, 1),)
    assert line(game) in ("start bozeman", "start denver", "start tucson")


def test_it_starts_where_most_routes_begin_when_no_city_of_its_tickets_is_free() -> None:
    game = table(kind=WEST)
    game.state.prompts = (ChooseStart(0, 1),)
    assert line(game) == "start los_angeles"


def test_it_builds_from_where_it_started() -> None:
    """It builds from Denver towards Tucson, however many cards it has for the middle of the path."""
    game = frontier(hands={0: "loco 8"}, tickets={0: [11]}, markers={0: "denver", 1: "bend"})
    assert "denver" in line(game)


def test_its_network_goes_where_its_tickets_are() -> None:
    """From San Diego to Flagstaff through Phoenix, reached from its start in Tucson with one red card."""
    game = frontier(hands={0: "green 6 red 1"}, tickets={0: [35]}, markers={0: "tucson", 1: "bend"})
    assert line(game) == "claim phoenix-tucson-1 red 1"


def test_it_claims_no_route_that_scores_for_others_alone() -> None:
    """Seven trains from Los Angeles to San Francisco would score only for the owner of the markers there (W7)."""
    cards = {"hands": {0: "red 6 loco 3"}, "trains": {1: 10}}
    free = frontier(markers={0: "los_angeles", 1: "bend"}, **cards)  # type: ignore[arg-type]
    assert line(free) == "claim los_angeles-san_francisco red 4 loco 3"
    started = {"markers": {0: "fresno", 1: "los_angeles san_francisco"}, "routes": {0: ["fresno-san_francisco-1"]}}
    assert "francisco" not in line(frontier(**started, **cards))  # type: ignore[arg-type]


@pytest.mark.parametrize(("hand", "placed"), [("yellow 2", True), ("yellow 1 loco 1", False), ("loco 2", False)])
def test_it_places_a_marker_for_a_pair_of_one_color(hand: str, placed: bool) -> None:
    assert line(asked_for_a_marker(hand)) == ("marker denver yellow 2" if placed else "marker none")


def test_it_places_no_marker_for_cards_that_it_needs() -> None:
    """Red is needed from Cheyenne to Salt Lake City; yellow is not needed."""
    assert line(asked_for_a_marker("red 2")) == "marker denver red 2"
    assert line(asked_for_a_marker("red 2", tickets={0: [32]})) == "marker none"
    assert line(asked_for_a_marker("red 2 yellow 2", tickets={0: [32]})) == "marker denver yellow 2"


def test_it_places_no_marker_where_few_routes_are_open() -> None:
    denver = [fact.slug for fact in WEST.rules.board.routes if "denver" in fact.slug]
    assert line(asked_for_a_marker("yellow 2", routes={1: denver})) == "marker none"


def asked_for_a_marker(hand: str, **position: Any) -> Game:
    """Return a game in which the first seat, which started in Cheyenne, has claimed a route from there to Denver."""
    game = frontier(hands={0: hand}, markers={0: "cheyenne", 1: "bend"}, **position)
    state = game.state
    state.prompts = (PlaceMarker(0, 1, state.rules.board.route_of["cheyenne-denver-1"]),)
    return game


def test_it_catches_alvin() -> None:
    """Two trains score twelve points where Alvin is (W11)."""
    late = {"hands": {0: "red 2 white 5"}, "trains": {1: 10}, "markers": {0: "albuquerque", 1: "bend"}}
    assert line(frontier(alvin="roswell", **late)) == "claim albuquerque-roswell red 2"  # type: ignore[arg-type]
    assert line(frontier(alvin="bend", **late)) != "claim albuquerque-roswell red 2"  # type: ignore[arg-type]


def test_it_does_not_run_after_alvin_in_a_city_of_its_own() -> None:
    game = frontier(
        hands={0: "red 2 white 5"}, trains={1: 10}, alvin="albuquerque", markers={0: "albuquerque", 1: "bend"}
    )
    assert line(game) != "claim albuquerque-roswell red 2"


def test_it_hides_alvin_where_the_fewest_routes_are_open() -> None:
    game = frontier(alvin="roswell", markers={0: "salt_lake_city las_cruces", 1: "bend"})
    game.state.prompts = (MoveAlvin(0, 1),)
    assert line(game) == "alvin las_cruces"


def test_for_a_gray_route_it_draws_the_color_it_has_most_of() -> None:
    """A white card in hand already pays for one of the two gray trains."""
    game = table(tickets={0: [7]}, routes={0: ["denver-santa_fe"]}, in_market="green red blue white white")
    game.state.cards.hands[0] = bag("white 1")
    assert line(game) == "draw 4"
