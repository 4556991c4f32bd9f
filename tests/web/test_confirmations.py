"""A page confirms what this browser has just done, and nothing to whoever opens its address later."""

import pytest
from django.test import Client
from django.urls import reverse

from games.lobby import lobby
from games.models import Game
from tests.games.stories import DAY, NOON, chosen, holder, players, started
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db


def test_a_reload_a_minute_later_or_another_browser_confirms_nothing() -> None:
    host, guest = players(2)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 2, time_per_move=DAY), now=NOON)
    lobby.invite(host=host, game_id=game.pk, names=[guest.name], now=NOON)
    browser = browser_of(guest)
    answer = browser.post(f"/tables/{game.pk}/decline")
    address = answer["Location"]
    assert "You have declined the invitation." in browser.get(address).content.decode()
    assert "You have declined" not in browser_of(guest).get(address).content.decode()
    assert answer.cookies["confirmed"]["max-age"] == 60
    del browser.cookies["confirmed"]
    assert "You have declined" not in browser.get(address).content.decode()


def test_an_address_that_is_passed_on_confirms_nothing() -> None:
    game = chosen(started(players(2)))
    for query in ("taken_back=1", "planned=1", "nudged=1", "did=resume"):
        page = browser_of(holder(game, 0)).get(f"/games/{game.pk}?{query}").content.decode()
        assert 'class="notice game-notice' not in page, query
    for query in ("answered=agreed", "proposed=abc"):
        answer = browser_of(holder(game, 0)).get(f"{reverse('table-agreements', args=[game.pk])}?{query}")
        assert 'class="notice game-notice' not in answer.content.decode(), query
    assert "Your plan is kept" not in Client().get(f"/games/{game.pk}?planned=1").content.decode()
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING
