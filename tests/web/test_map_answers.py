"""Every route and city on the map answers a tap, and a list has them all; without JavaScript, too."""

import pytest

import engine
from games.models import Game
from tests.games.stories import chosen, players, prompts, started
from tests.games.worlds import deal, hold, lay_out
from tests.web.paper import Visitor
from tests.web.test_table import seen, sit, turn

pytestmark = pytest.mark.django_db

ROUTE = "?route=denver-omaha"
"""Four purple spaces, 7 points."""


def claimed_by_another() -> tuple[Game, Visitor]:
    """Return a game in which one seat has claimed a route, with the page of the other one."""
    game, seat, visitor = turn(purple=4)
    visitor.open(ROUTE)
    visitor.press("Claim for 4 purple")
    return game, sit(game, 1 - seat)


def test_every_route_is_a_link_whether_it_can_be_claimed_or_not() -> None:
    game, other = claimed_by_another()
    board = engine.ruleset(game.ruleset).board
    linked = {href for href, words in other.page.links if not words and href.startswith("?route=")}
    assert linked == {f"?route={route.slug}" for route in board.routes}


def test_a_rivals_route_says_who_holds_it() -> None:
    _, other = claimed_by_another()
    text = other.open(ROUTE).text
    assert "Held by Player" in text
    assert "4 spaces, 7 points" in text
    assert "Costs" not in text


def test_a_route_says_what_is_lacking_and_offers_the_next_step() -> None:
    game, _, visitor = turn(purple=2, locomotive=1)
    text = visitor.open(ROUTE).text
    assert "Held by nobody" in text
    assert "You lack 1 purple." in text
    for market, words, href in (
        (("red", "purple", "white", "green", "blue"), "Take the open purple", "?take=2"),
        (("red", "red", "white", "green", "blue"), "Draw from the deck", "?take=deck"),
    ):
        lay_out(game, *market)
        visitor.open(ROUTE)
        assert (href, words) in visitor.page.links


def test_it_answers_while_another_plays_and_without_a_step() -> None:
    game, seat, _ = turn()
    deal(game, 1 - seat, purple=4)
    waiting = sit(game, 1 - seat)
    text = waiting.open(ROUTE).text
    assert "You can pay for it." in text
    assert "?take=deck" not in [href for href, _ in waiting.page.links]


def test_it_names_the_tickets_that_it_helps() -> None:
    game, seat, visitor = turn()
    hold(game, seat, "denver", "pittsburgh")
    text = visitor.open(ROUTE).text
    assert "Helps A Denver – Pittsburgh: " in text
    hold(game, seat, "seattle", "los_angeles")
    assert "none of your tickets" in visitor.open(ROUTE).text


def test_a_city_answers_with_the_readers_own_tickets_and_no_others() -> None:
    game, seat, visitor = turn()
    hold(game, seat, "denver", "pittsburgh")
    hold(game, 1 - seat, "denver", "el_paso")
    visitor.open()
    cities = {f"?city={city.slug}" for city in engine.ruleset(game.ruleset).board.cities}
    assert {href for href, _ in visitor.page.links if href.startswith("?city=")} == cities
    text = visitor.open("?city=denver").text
    assert "A Denver – Pittsburgh 11 points" in text
    assert "Denver – El Paso" not in text
    assert "None of your tickets ends here." in visitor.open("?city=el_paso").text


def test_a_list_leads_to_every_route_and_city_and_says_who_holds_them_or_what_is_lacking() -> None:
    game, other = claimed_by_another()
    seat = seen(game)["routes"]["denver-omaha"]
    deal(game, 1 - seat, blue=1)
    hold(game, 1 - seat, "denver", "pittsburgh")
    other.open()
    assert (f"{other.path}?list=1", "Routes") in other.page.links
    other.open("?list=1")
    board = engine.ruleset(game.ruleset).board
    words = {href: said for href, said in other.page.links if said}
    assert {f"?route={route.slug}" for route in board.routes} <= words.keys()
    assert words["?route=denver-omaha"].startswith("Denver – Omaha, purple track, 4 spaces, held by Player")
    assert words["?route=calgary-winnipeg"] == "Calgary – Winnipeg, white track, 6 spaces, you lack 6 white"
    assert words["?city=denver"] == "Denver your tickets: A"
    assert words["?city=el_paso"] == "El Paso"


def test_a_stranger_hears_what_everybody_may_know() -> None:
    game, seat, _ = turn(purple=2)
    hold(game, seat, "denver", "pittsburgh")
    stranger = Visitor(None, game.pk)
    stranger.open()
    assert not [href for href, _ in stranger.page.links if href.startswith("?city=")]
    text = stranger.open(ROUTE).text
    assert "Held by nobody" in text
    assert "4 spaces, 7 points" in text
    assert not [word for word in ("Costs", "Helps", "You lack") if word in text]
    assert "Denver – Pittsburgh" not in stranger.open("?city=denver").text
    text = stranger.open("?list=1").text
    assert "Denver – Omaha, purple track, 4 spaces Denver" in text
    assert not [word for word in ("you lack", "your tickets", "your cards") if word in text]


def test_a_ruleset_with_a_network_says_that_a_route_does_not_touch_it() -> None:
    game = chosen(started(players(2), ruleset="old_west@1"))
    seat = prompts(game)[0]["seat"]
    board = engine.ruleset(game.ruleset).board
    start = seen(game, seat)["seats"][seat]["start"]
    far = next(route for route in board.routes if start not in {board.cities[end].slug for end in route.ends})
    text = sit(game, seat).open(f"?route={far.slug}").text
    assert "Your routes must stay connected, and none of them touches it yet." in text
