"""Browsers of people who have come in by the door, which has tests of its own."""

from django.test import Client

from games.models import Player


def browser_of(player: Player) -> Client:
    """Signed in."""
    browser = Client()
    browser.force_login(player)
    return browser


def text_of(browser: Client, path: str) -> str:
    """What a page says."""
    answer = browser.get(path)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()
