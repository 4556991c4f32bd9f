"""Browsers of signed-in players; signing in has tests of its own."""

from django.test import Client

from games.models import Player
from tests.api.people import mailed_code


def browser_of(player: Player) -> Client:
    """Return a browser with a signed-in session."""
    browser = Client()
    browser.force_login(player)
    return browser


def text_of(browser: Client, path: str) -> str:
    """Return a page's text."""
    answer = browser.get(path)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def come_in(player: Player) -> Client:
    """Return a browser that has just signed in with an emailed code."""
    browser = Client()
    asked = browser.post("/accounts/login/", {"email": player.email})
    assert asked["Location"] == "/accounts/code/", asked.content
    inside = browser.post("/accounts/code/", {"code": mailed_code(str(player.email))})
    assert inside.status_code == 302, inside.content
    return browser
