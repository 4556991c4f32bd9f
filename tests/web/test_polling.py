"""What an open table asks every few seconds: with nothing new it costs one statement, and tells nobody anything."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game
from tests.games.stories import chosen, holder, players, post, started
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return chosen(started(players(2), public=False))


def news(browser: Client, game: Game, tag: str = "") -> int:
    headers = {"If-None-Match": tag} if tag else {}
    return browser.get(f"/games/{game.pk}/news", headers=headers).status_code


def test_nothing_new_is_one_statement(game: Game) -> None:
    browser = browser_of(holder(game, 0))
    tag = browser.get(f"/games/{game.pk}/news")["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert news(browser, game, tag) == 304
    assert len(asked) == 1


def test_something_new_is_told(game: Game) -> None:
    browser = browser_of(holder(game, 1))
    tag = browser.get(f"/games/{game.pk}/news")["ETag"]
    post(game, 0, "draw deck", "draw deck")
    assert news(browser, game, tag) == 200


def test_a_tag_that_nobody_was_given_says_nothing(game: Game) -> None:
    for tag in ("*", '"0"', '"' + "0" * 32 + '"', 'W/""'):
        assert news(Client(), game, tag) == 404
        assert news(browser_of(players(1, f"Guest {len(tag)}")[0]), game, tag) == 404


def test_a_tag_is_good_for_its_own_address_alone(game: Game) -> None:
    browser = browser_of(holder(game, 0))
    tag = browser.get(f"/games/{game.pk}/news")["ETag"]
    assert browser.get(f"/games/{game.pk}", headers={"If-None-Match": tag}).status_code == 200
    assert browser.get(f"/games/{game.pk}/news?entry=1", headers={"If-None-Match": tag}).status_code == 200


def test_whoever_has_no_seat_any_more_is_looked_up(game: Game) -> None:
    browser = browser_of(holder(game, 0))
    tag = browser.get(f"/games/{game.pk}/news")["ETag"]
    game.seats.filter(number=0).update(player=players(1, "Later")[0])
    assert news(browser, game, tag) == 404
