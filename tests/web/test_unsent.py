"""Forms sent by somebody who was signed out since their page was loaded: nothing is done, and the next page says so."""

import pytest
from django.conf import settings
from django.test import Client

from tests.web.test_table import head, turn

pytestmark = pytest.mark.django_db

TOLD = "Not sent. You are signed out in this browser, so nothing was done."


def test_a_move_of_somebody_signed_out_is_not_played_and_the_sign_in_page_says_so_once() -> None:
    game, _, visitor = turn()
    visitor.open("?take=deck,deck")
    form, before = visitor.form("Take two from the deck"), head(game)
    del visitor.http.cookies[settings.SESSION_COOKIE_NAME]
    assert TOLD in visitor.send(form, form.filled()).text
    assert head(game) == before
    assert TOLD not in visitor.open("/accounts/login/").text


def test_who_just_comes_to_sign_in_has_lost_nothing() -> None:
    browser = Client()
    answer = browser.get("/games", follow=True)
    assert "Not sent." not in answer.content.decode()


@pytest.mark.parametrize("path", ["", "/agreements"])
def test_a_script_gets_the_whole_sign_in_page(path: str) -> None:
    game, _, _ = turn()
    answer = Client().post(f"/games/{game.pk}{path}", {"do": "propose"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"].startswith("/accounts/login/?next=")
    assert "Location" not in answer
    assert answer.cookies["unsent"]["max-age"] == 60


def test_a_language_chosen_on_the_sign_in_page_is_no_lost_form() -> None:
    answer = Client().post("/language", {"language": "en", "next": "/accounts/login/"})
    assert answer["Location"] == "/accounts/login/"
    assert "unsent" not in answer.cookies
