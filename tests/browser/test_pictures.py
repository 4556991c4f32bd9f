"""The pictures of the README and the docs that show what a newcomer sees: the front page and a turn's email."""

import os
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings

from games.models import Game, Player
from tests.games.stories import chosen, default, play_on, post, prompts, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = pytest.mark.skipif("SCREENSHOTS" not in os.environ, reason="only for `make screenshots`")

NAMES: Final = ("Ada", "Bela", "Carl", "Dora")
MIDDLE: Final = 70
"""So many moves lead into the middle of a game."""


def in_the_middle() -> Game:
    """A game of four that everybody may watch, at the beginning of a turn."""
    people = [
        Player.objects.create_user(f"{name.lower()}@mail.example", name) for name in ("Ada", "Bela", "Carl", "Dora")
    ]
    game = chosen(started(people, now=timezone.now(), name="The slow coast line"), now=timezone.now())
    play_on(game, MIDDLE, now=timezone.now())
    while prompts(game)[0]["type"] != "take_turn":
        asked = prompts(game)[0]["seat"]
        post(game, asked, default(game, asked), now=timezone.now())
    return game


def readable(mail: Received) -> str:
    """The email as its reader sees it, with its own picture in it (RFC 2392)."""
    page = mail.html
    for part in mail.message.walk():
        if part.get_content_maintype() == "image":
            held = b64encode(bytes(part.get_content())).decode()
            name = escape(str(part["Content-ID"]).strip("<>"))
            page = page.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{held}")
    return page


def test_pictures_of_the_front_page_and_of_a_turns_email(page: Page, carry: Carry, settings: Settings) -> None:
    settings.EMAIL_PICTURES, settings.OFFER_EXAMPLES = True, False
    folder = Path(os.environ["SCREENSHOTS"])
    game = in_the_middle()
    carry(timezone.now())
    post(game, prompts(game)[0]["seat"], "draw deck", "draw deck", now=timezone.now())
    asked = game.seats.select_related("player").get(number=prompts(game)[0]["seat"]).player
    assert asked is not None
    mail = [mail for mail in carry(timezone.now()) if mail.to == [asked.email]][-1]
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/")
    expect(page.get_by_role("img", name="Board: USA")).to_be_visible()
    page.screenshot(path=folder / "front.png")
    # A page of its own: what the site's pages may not load, an email brings along.
    reader = page.context.new_page()
    reader.set_viewport_size({"width": 720, "height": 1000})
    reader.set_content(readable(mail))
    expect(reader.locator("img").first).to_be_visible()
    reader.screenshot(path=folder / "email.png", full_page=True)
