"""The Nordic table without JavaScript: locomotives, ferries, and cards that stand for others (N3-N7)."""

import re

import pytest

from games.models import Game
from games.table import store
from tests.games.stories import chosen, players, prompts, started
from tests.games.worlds import deal
from tests.web.paper import Visitor

pytestmark = pytest.mark.django_db


def turn(**hand: int) -> tuple[Game, int, Visitor]:
    """Return a game in its first turn, its seat to move with this hand, and that player's browser."""
    game = chosen(started(players(2), ruleset="nordic@1"))
    seat = prompts(game)[0]["seat"]
    deal(game, seat, **hand)
    visitor = Visitor(game.seats.select_related("player").get(number=seat).player, game.pk)
    visitor.open()
    return game, seat, visitor


def routes(game: Game) -> dict[str, int]:
    return store.view_for(store.read(game.pk), None)["routes"]


def payments(visitor: Visitor) -> list[str]:
    return [move.partition(" ")[2].partition(" ")[2] for move, _ in visitor.form("Claim for").radios["move"]]


def test_n3_locomotives_are_taken_like_other_cards() -> None:
    _, _, visitor = turn(red=1)
    assert "two, locomotives like any other" in visitor.page.text


def test_n5_a_ferry_offers_a_locomotive_and_three_cards_in_its_place() -> None:
    game, seat, visitor = turn(white=2, locomotive=1, blue=2, green=2)
    page = visitor.open("?route=alborg-oslo")
    assert "Any 3 cards can stand for a locomotive that the ferry asks for." in page.text
    assert payments(visitor)[0] == "white 2 loco 1"
    assert "blue 2 white 2 green 1" in payments(visitor)
    visitor.press("Claim for")
    assert routes(game)["alborg-oslo"] == seat


def test_n7_a_player_names_the_cards_that_pay() -> None:
    game, seat, visitor = turn(red=8, blue=3, green=3, locomotive=2)
    visitor.open("?route=lieksa-murmansk&n-red=8&n-green=3&n-locomotive=1")
    form = visitor.form("Claim for")
    assert next(move for move, _ in form.radios["move"]) == "claim lieksa-murmansk green 3 red 8 loco 1"
    visitor.press("Claim for")
    assert routes(game)["lieksa-murmansk"] == seat


def test_n7_many_cards_are_counted_by_kind_and_those_of_the_color_come_first() -> None:
    _, _, visitor = turn(red=8, blue=2, green=3)
    visitor.open("?route=lieksa-murmansk")
    assert "Claim for 8 red, 2 blue, 2 green" in visitor.page.text
    drawn = visitor.answer.content.decode()
    (fan, *_) = re.findall(r'<label class="pay">.*?<span class="fan">(.*?)</span> *<span class="unseen">', drawn)
    assert re.findall(r'card-(\w+)".*?</svg>(\d+)', fan) == [("red", "8"), ("blue", "2"), ("green", "2")]


def test_n7_cards_that_do_not_pay_are_said_not_to() -> None:
    _, _, visitor = turn(red=8, blue=3, green=3, locomotive=2)
    page = visitor.open("?route=lieksa-murmansk&n-red=8&n-green=2&n-locomotive=1")
    assert "Those cards don’t pay for this route." in page.text
    assert payments(visitor)


def test_n4_a_plain_route_takes_no_locomotive() -> None:
    _, _, visitor = turn(orange=1, locomotive=3)
    assert "goteborg-oslo" not in visitor.open("?all=1").text
    assert "Oslo" not in str(visitor.open("?route=goteborg-oslo").forms)
