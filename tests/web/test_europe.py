"""Europe's table without JavaScript: tunnels that cost more, and stations (E4, E6)."""

import pytest

from games.models import Game
from games.table import store
from tests.games.stories import chosen, players, post, prompts, started
from tests.games.worlds import begin_last_turn, deal, hold, lay_deck, own_routes
from tests.web.paper import Visitor

pytestmark = pytest.mark.django_db


def turn(**hand: int) -> tuple[Game, int, Visitor]:
    """Return a game of Europe in its first turn, its seat to move with this hand, and that player's browser."""
    game = chosen(started(players(2), ruleset="europe@1"))
    seat = prompts(game)[0]["seat"]
    deal(game, seat, **hand)
    return game, seat, sit(game, seat)


def sit(game: Game, seat: int) -> Visitor:
    visitor = Visitor(game.seats.select_related("player").get(number=seat).player, game.pk)
    visitor.open()
    return visitor


def in_tunnel(**hand: int) -> tuple[Game, int, Visitor]:
    """Return a game in which the seat has entered an orange tunnel of three, and two locomotives were turned up."""
    game, seat, visitor = turn(**hand)
    lay_deck(game, locomotive=3)
    visitor.open("?route=angora-smyrna")
    visitor.press("Claim for")
    return game, seat, visitor


def routes(game: Game) -> dict[str, int]:
    return store.view_for(store.read(game.pk), None)["routes"]


def test_e2_the_long_ticket_is_named_and_what_is_not_kept_is_out_of_the_game() -> None:
    text = sit(started(players(2), ruleset="europe@1"), 0).page.text
    assert "What you don’t keep is out of the game." in text
    assert text.count("is your long ticket: no other is dealt later.") == 1


def test_e4_the_risk_of_a_tunnel_is_told_before_it_is_taken() -> None:
    _, _, visitor = turn(orange=3)
    page = visitor.open("?all=1")
    assert "tunnel, up to 3 more" in page.text
    page = visitor.open("?route=angora-smyrna")
    assert "three cards are turned up" in page.text
    assert "you cannot take it back" in page.text


def test_e4_a_tunnel_is_paid_for() -> None:
    game, seat, visitor = in_tunnel(orange=5, locomotive=1)
    assert "The tunnel costs 3 more cards" in visitor.page.text
    assert "Turned up locomotive, locomotive, locomotive Each" in visitor.page.text
    assert [move for move, _ in visitor.form("Pay").radios["move"]] == ["dig orange 2 loco 1"]
    visitor.press("Pay")
    assert routes(game)["angora-smyrna"] == seat


def test_e4_the_cards_are_taken_back() -> None:
    game, _, visitor = in_tunnel(orange=3)
    assert "You have no cards that pay for it." in visitor.page.text
    visitor.press("Take the cards back")
    assert "angora-smyrna" not in routes(game)
    assert "took the cards back" in visitor.page.text


def test_e6_a_station_takes_a_city_and_cards() -> None:
    game, seat, visitor = turn(red=2, blue=1)
    visitor.follow("Build a station")
    assert "A station that you keep is worth 4 points. You have 3 left." in visitor.page.text
    visitor.follow("Wien")
    visitor.press("Build it")
    assert store.view_for(store.read(game.pk), None)["stations"] == {"wien": seat}
    assert "You built a station in Wien for 1 red." in visitor.page.text
    assert "Station: you" in visitor.open("?city=wien").text


def test_e6_a_tapped_city_leads_to_a_station_there() -> None:
    _, _, visitor = turn(red=2)
    visitor.open("?city=roma")
    visitor.follow("Build a station here")
    assert "Build a station in Roma?" in visitor.page.text


def test_e7_cities_where_a_station_completes_a_ticket_come_first() -> None:
    game, seat, visitor = turn(red=2)
    hold(game, seat, "frankfurt", "kobenhavn")
    own_routes(game, seat, "essen-frankfurt")
    own_routes(game, 1 - seat, "essen-kobenhavn-1")
    page = visitor.open("?station=anywhere").text
    assert "Completes a ticket Essen completes A København completes A Other cities" in page
    assert "Build a station in Essen? " in visitor.open("?station=essen").text
    assert "completes A. At the end it lets your tickets" in visitor.page.text


def test_e7_the_map_of_a_game_that_is_over_shows_borrowed_routes() -> None:
    game, seat, visitor = turn(red=2)
    hold(game, seat, "frankfurt", "kobenhavn")
    own_routes(game, seat, "essen-frankfurt")
    own_routes(game, 1 - seat, "essen-kobenhavn-1")
    post(game, seat, "station essen red 1")
    begin_last_turn(game)
    post(game, 1 - seat, "draw deck", "draw deck")
    visitor.open(f"?shown={seat}")
    assert "Borrowed by stations: Essen – København" in visitor.page.text
    shown = visitor.answer.content.decode().count("-track shown")
    visitor.open(f"?shown={1 - seat}")
    assert "Borrowed" not in visitor.page.text
    assert (shown, visitor.answer.content.decode().count("-track shown")) == (2, 1)
