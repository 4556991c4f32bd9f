"""What the table suggests on a turn: never cards that lead nowhere, and in the last turn only what still scores."""

import re

import pytest

import engine
from games.models import Game
from games.presentation.prospects import ticket_status
from games.presentation.prospects.claims import Claims
from games.web.table.sight import load_sight
from tests.games.stories import NOON, chosen, holder, players, prompts, started
from tests.games.worlds import begin_last_turn, deal, hold, lay_deck, lay_out, leave_trains, put_on_track
from tests.web.paper import Visitor
from tests.web.test_table import seen, sit, turn

pytestmark = pytest.mark.django_db


def suggested(visitor: Visitor) -> list[str]:
    """Return the addresses of the suggested moves."""
    visitor.open()
    best = re.search('<ul class="best">.*?</ul>', visitor.answer.content.decode(), re.DOTALL)
    return re.findall('href="([^"]*)"', best[0]) if best else []


def far_from_any_ticket() -> tuple[Game, int, Visitor]:
    """Return a turn with six yellow cards, which pay for nothing that the only ticket needs."""
    game, seat, visitor = turn(yellow=6)
    hold(game, seat, "denver", "pittsburgh")
    lay_out(game, "black", "black", "blue", "blue", "green")
    return game, seat, visitor


def test_a_long_route_is_suggested_though_it_helps_no_ticket() -> None:
    _, _, visitor = far_from_any_ticket()
    hrefs = suggested(visitor)
    assert "?route=sault_st_marie-winnipeg" in hrefs
    assert any(href.startswith("?take=") for href in hrefs)
    assert "No route you can claim helps a ticket." in visitor.page.text


def test_cards_that_a_ticket_needs_are_not_to_be_spent_on_a_long_route() -> None:
    game, seat, _ = far_from_any_ticket()
    sight = load_sight(holder(game, seat), game.pk, NOON)
    land = ticket_status.land_of(sight)
    assert land is not None
    claimable = Claims(sight, land)
    long = claimable.find_long_route(set())
    assert long is not None
    assert long.slug == "sault_st_marie-winnipeg"
    assert claimable.find_long_route({"yellow"}) is None


def test_a_card_that_makes_one_of_a_kind_that_nothing_needs_is_not_suggested() -> None:
    game, seat, visitor = turn(red=1)
    hold(game, seat, "seattle", "portland")
    lay_out(game, "blue", "blue", "green", "white", "black")
    hrefs = suggested(visitor)
    assert not [href for href in hrefs if href.startswith("?take=") and "deck,deck" not in href], hrefs
    assert "that makes 1 " not in visitor.page.text


def test_in_the_last_turn_cards_are_no_longer_suggested() -> None:
    game, _, visitor = turn(blue=4, red=1)
    begin_last_turn(game)
    hrefs = suggested(visitor)
    assert "This is your last turn. Cards that you take score nothing;" in visitor.page.text
    assert hrefs
    assert all(href.startswith("?route=") for href in hrefs)
    assert "nearer" not in visitor.page.text


def test_the_last_turn_of_a_card_game_says_what_comes_too_late() -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    visitor = sit(game, prompts(game)[0]["seat"])
    assert "This is your last turn" not in visitor.page.text
    begin_last_turn(game)
    assert "What you take or place now does not reach your track in time." in visitor.open().text


def test_the_last_turn_promises_no_card_of_a_row_for_the_next_one() -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    seat = prompts(game)[0]["seat"]
    deal(game, seat, black=2)
    visitor = sit(game, seat)
    assert "From your next turn on" in visitor.open("?place=black").text
    begin_last_turn(game)
    assert "A row of black" in (page := visitor.open("?place=black").text)
    assert "From your next turn on" not in page


def test_a_row_of_the_last_turn_helps_no_ticket() -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    seat = prompts(game)[0]["seat"]
    deal(game, seat, **dict.fromkeys(("purple", "blue", "orange", "white", "green", "yellow", "black", "red"), 2))
    visitor = sit(game, seat)
    assert re.search(r"nobody else has \w+\W+helps [A-Z]", visitor.page.text)
    begin_last_turn(game)
    assert not re.search(r"nobody else has \w+\W+helps [A-Z]", visitor.open().text)


def test_the_last_card_of_the_deck_is_no_second_card() -> None:
    """It takes the place of the face-up card, so that nothing is left to draw."""
    game, seat, visitor = turn(black=1)
    hold(game, seat, "denver", "pittsburgh")
    lay_out(game, "black", "locomotive", "locomotive", "locomotive", "locomotive")
    assert "?take=1,deck" in suggested(visitor)
    lay_deck(game, red=1)
    hrefs = suggested(sit(game, seat))
    assert "?take=1" in hrefs
    assert "?take=1,deck" not in hrefs


def test_the_last_turn_of_a_round_says_what_the_next_one_keeps() -> None:
    game = chosen(started(players(4), ruleset="card_game@1"))
    begin_last_turn(game)
    page = sit(game, prompts(game)[0]["seat"]).page.text
    assert "This is your last turn of round 1." in page
    assert "Cards in your hand stay yours for round 2; those in your rail yard are discarded." in page


def test_a_phone_lists_no_move_twice() -> None:
    game, seat, visitor = turn(red=6, white=4)
    hold(game, seat, "denver", "el_paso")
    hrefs = suggested(visitor)
    assert hrefs
    repeated = re.findall('<li class="repeated"><a class="route" href="([^"]*)"', visitor.answer.content.decode())
    assert sorted(repeated) == sorted(hrefs)
    assert "Denver" in visitor.open("?all=1").text
    assert 'class="repeated"' not in visitor.answer.content.decode()


def test_whose_tickets_are_all_done_is_pointed_to_new_ones_and_to_routes_that_score() -> None:
    game, seat, visitor = turn(red=1, white=1)
    hold(game, seat, "no", "ticket")
    assert suggested(visitor) == ["?tickets=1"]
    deal(game, seat, yellow=6)
    first, second = suggested(visitor)
    assert first.startswith("?route=")
    assert second == "?tickets=1"
    leave_trains(game, seat, 14)
    assert "?tickets=1" not in suggested(visitor)


def test_a_track_with_more_cards_than_tickets_take_is_worth_more_tickets() -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    visitor = sit(game, seat := prompts(game)[0]["seat"])
    assert "?tickets=1" not in suggested(visitor)
    cost = sum(len(ticket["cards"]) for ticket in engine.own(seen(game, seat))["tickets"])
    put_on_track(game, seat, cost)
    assert "?tickets=1" not in suggested(visitor)
    put_on_track(game, seat, cost + 1)
    assert "?tickets=1" in suggested(visitor)


def read_way(game: Game, seat: int) -> str:
    """Return how the page describes the way that the viewer's only ticket still lacks."""
    found = re.search(r"10 spaces to go: ([^<]*)<", sit(game, seat).answer.content.decode())
    assert found
    return found[1]


def test_the_way_of_a_ticket_does_not_change_with_the_hand() -> None:
    game, seat, _ = turn()
    hold(game, seat, "duluth", "el_paso")
    ways = set()
    for hand in ({"red": 1}, {"blue": 2}, {"orange": 2}, {"white": 2}):
        deal(game, seat, **hand)
        ways.add(read_way(game, seat))
    assert len(ways) == 1, ways
    assert suggested(sit(game, seat))


def test_of_routes_that_help_as_much_the_first_is_on_the_way_that_is_shown() -> None:
    game, seat, _ = turn()
    hold(game, seat, "duluth", "el_paso")
    deal(game, seat, blue=2, white=2)
    first = suggested(sit(game, seat))[0].removeprefix("?route=")
    board = engine.ruleset("usa@1").board
    names = [board.cities[end].name for end in board.routes[board.route_of[first]].ends]
    assert all(name in read_way(game, seat) for name in names), (first, read_way(game, seat))


def test_the_deck_is_chosen_again_for_a_second_card_and_then_put_back() -> None:
    _, _, visitor = turn()
    for taken, hint in (
        ("deck", "choose the deck again for your second card"),
        ("deck,deck", "choose one again to put"),
    ):
        assert hint in visitor.open(f"?take={taken}").text
