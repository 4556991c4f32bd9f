"""Leaving a table by its pages: to a stand-in, with a way back, or for good."""

from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from notifications import links
from tests.games.sitting import handed_over, offer, resigned, take
from tests.games.stories import chosen, holder, players, started
from tests.web.paper import Visitor
from tests.web.people import browser_of, text_of
from tests.web.test_table import seen, sit, turn

pytestmark = pytest.mark.django_db

SAID = {
    "stand_in": "A stand-in has your seat now.",
    "resign": "You have left the game.",
    "offer": "The seat is offered.",
    "withdraw": "The offer is taken back.",
}
"""What the page says after an action of the page for leaving, by the name in the address."""


def test_whoever_lets_a_stand_in_play_can_come_back() -> None:
    visitor = sit(chosen(started(players(3))), 0)
    visitor.follow("Pause or leave")
    visitor.press("Let a stand-in play for me")
    assert "A stand-in has your seat now." in visitor.page.text
    visitor.open()
    assert "You can come back until another player takes the seat over." in visitor.page.text
    visitor.press("Come back to your seat")
    assert "You are back." in visitor.page.text
    assert "Come back to your seat" not in visitor.page.text


def test_whoever_may_come_back_still_sees_a_private_table_from_outside() -> None:
    game = chosen(started(players(3), public=False))
    visitor = sit(game, 0)
    visitor.follow("Pause or leave")
    visitor.press("Let a stand-in play for me")
    assert "A stand-in has your seat now." in visitor.page.text
    for page in ("", "/log"):
        assert "Your tickets" not in visitor.open(f"/games/{game.pk}{page}").text
    ann = players(1, "Ann")[0]
    offer(game, ann)
    take(game, ann)
    visitor.open(f"/games/{game.pk}", status=404)


def test_a_game_with_stand_ins_alone_says_that_it_waits() -> None:
    game = chosen(started(players(2)))
    visitors = [sit(game, seat) for seat in range(2)]
    for visitor, is_last in zip(visitors, (False, True), strict=True):
        visitor.open(f"/games/{game.pk}/seat")
        assert ("You are the last one here: with stand-ins alone, the game waits" in visitor.page.text) == is_last
        visitor.press("Let a stand-in play for me")
    assert "Only stand-ins are left. The game waits until one of you comes back" in visitors[0].open().text
    visitors[1].open()
    visitors[1].press("Come back to your seat")
    assert "Only stand-ins are left" not in visitors[0].open().text


def test_whoever_leaves_for_good_is_told_so_and_offered_no_way_back() -> None:
    game = chosen(started(players(3)))
    visitor = sit(game, 0)
    visitor.follow("Pause or leave")
    visitor.press("Resign", sure="yes")
    assert "You have left the game." in visitor.page.text
    for page in ("", "/seat"):
        text = visitor.open(f"/games/{game.pk}{page}").text
        assert "You have left this game for good" in text
        assert "Come back" not in text
        assert "Plan your next move" not in text
        assert "we’ll email you" not in text


def test_a_page_that_has_grown_old_brings_nobody_back() -> None:
    game = chosen(started(players(3)))
    visitor = sit(game, 0)
    visitor.follow("Pause or leave")
    visitor.press("Let a stand-in play for me")
    visitor.open(f"/games/{game.pk}")
    take(game, players(1, "Ann")[0])
    visitor.press("Come back to your seat", status=409)
    assert "Your seat has a new player" in visitor.page.text


def test_whoever_was_replaced_reads_why_there_is_no_way_back() -> None:
    game = chosen(started(players(3)))
    visitor = sit(game, 0)
    visitor.follow("Pause or leave")
    visitor.press("Let a stand-in play for me")
    take(game, players(1, "Ann")[0])
    text = visitor.open(f"/games/{game.pk}").text
    assert "Your seat has a new player" in text
    assert "Come back" not in text


def test_whoever_has_left_is_offered_no_pause() -> None:
    game = chosen(started(players(3)))
    assert "A pause" in text_of(browser_of(holder(game, 0)), f"/games/{game.pk}/seat")
    player = resigned(game)
    assert "A pause" not in text_of(browser_of(player), f"/games/{game.pk}/seat")


def test_leaving_takes_a_tick() -> None:
    game, seat, visitor = turn()
    visitor.follow("Pause or leave")
    visitor.press("Resign", status=422)
    visitor.press("Resign", sure="yes")
    assert seen(game)["seats"][seat]["away"] == "resigned"


@pytest.mark.parametrize("action", SAID)
def test_an_address_confirms_nothing_that_is_not_true(action: str) -> None:
    game = chosen(started(players(3)))
    for player in (None, holder(game, 1)):
        visitor = Visitor(player, game.pk)
        visitor.http.cookies["confirmed"] = f"did={action}"
        assert SAID[action] not in visitor.open(f"/games/{game.pk}?did={action}").text


def test_the_page_that_an_email_links_to_offers_no_way_back_to_whoever_resigned() -> None:
    game = chosen(started(players(3)))
    left = resigned(game)
    path = urlsplit(links.game_url(links.SEAT, left, game.pk, timezone.now())).path
    assert "Come back" not in text_of(Client(), path)
    path = urlsplit(links.game_url(links.SEAT, handed_over(game, 1), game.pk, timezone.now())).path
    assert "Come back to your seat" in text_of(Client(), path)
