"""The pictures in the README and the docs: front page, table, a turn's email, a game that is over, a guided game."""

import os
from pathlib import Path
from typing import Final, Literal

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player
from tests.browser.axe import PHONE
from tests.browser.mail_reader import readable
from tests.browser.test_ended import ended
from tests.browser.test_table import come_in, holder, table
from tests.games.stories import chosen, default, play_on, post, prompts, started
from tests.games.worlds import deal
from tests.notifications.conftest import Carry

pytestmark = pytest.mark.skipif("SCREENSHOTS" not in os.environ, reason="only for `make screenshots`")

NAMES: Final = ("Ada", "Bela", "Carl", "Dora")
Look = tuple[str, ViewportSize, Literal["light", "dark"]]
DESK: Final = ViewportSize(width=1280, height=800)
TABLET: Final = ViewportSize(width=768, height=1024)
MIDDLE: Final = 70
"""The number of moves before the pictures are taken."""


def in_the_middle() -> Game:
    """Return a public game of four, at the beginning of a turn."""
    people = [Player.objects.create_user(f"{name.lower()}@mail.example", name) for name in NAMES]
    game = chosen(started(people, now=timezone.now(), name="The slow coast line"), now=timezone.now())
    play_on(game, MIDDLE, now=timezone.now())
    while prompts(game)[0]["type"] != "take_turn":
        asked = prompts(game)[0]["seat"]
        post(game, asked, default(game, asked), now=timezone.now())
    return game


def test_pictures_of_the_front_page_and_of_a_turns_email(page: Page, carry: Carry, settings: Settings) -> None:
    settings.EMAIL_PICTURES, settings.OFFER_EXAMPLES = True, False
    folder = Path(os.environ["SCREENSHOTS"])
    game = in_the_middle()
    carry(timezone.now())
    post(game, prompts(game)[0]["seat"], "draw deck", "draw deck", now=timezone.now())
    asked = game.seats.select_related("player").get(number=prompts(game)[0]["seat"]).player
    assert asked is not None
    mail = [mail for mail in carry(timezone.now()) if mail.to == [asked.email]][-1]
    page.set_viewport_size(DESK)
    page.goto("/")
    expect(page.get_by_role("img", name="Board: USA")).to_be_visible()
    page.screenshot(path=folder / "front.png")
    # Opened in a separate page, since an email contains things that the site's pages may not load.
    reader = page.context.new_page()
    reader.set_viewport_size({"width": 720, "height": 1000})
    reader.set_content(readable(mail))
    expect(reader.locator("img").first).to_be_visible()
    reader.screenshot(path=folder / "email.png", full_page=True)


def test_pictures_of_the_table(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = in_the_middle()
    seat = prompts(game)[0]["seat"]
    deal(game, seat, orange=3, white=2, blue=2, green=1, locomotive=1)
    come_in(context, live_server, holder(game, seat))
    looks: list[Look] = [
        ("table", DESK, "light"),
        ("table-night", DESK, "dark"),
        ("table-tablet", TABLET, "light"),
        ("table-phone", PHONE, "light"),
    ]
    for name, size, scheme in looks:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        table(page, game)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=Path(os.environ["SCREENSHOTS"]) / f"{name}.png")
    page.emulate_media(color_scheme="dark")
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
    page.screenshot(path=Path(os.environ["SCREENSHOTS"]) / "map-zoomed.png")


def test_pictures_of_a_game_that_is_over(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = ended("usa@1", 4)
    come_in(context, live_server, holder(game, 1))
    for name, size in (("ended", DESK), ("ended-phone", PHONE)):
        page.set_viewport_size(size)
        table(page, game)
        page.locator(".lines").get_by_text("Longest continuous path").first.click()
        expect(page.locator(".map-shown")).to_be_visible()
        page.wait_for_load_state("networkidle")
        page.screenshot(path=Path(os.environ["SCREENSHOTS"]) / f"{name}.png")


@pytest.mark.parametrize(("name", "language"), [("table", "fr"), ("ended", "fi")])
def test_pictures_in_other_languages(
    name: str, language: str, context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    game = in_the_middle() if name == "table" else ended("usa@1", 4)
    Player.objects.update(language=language)
    come_in(context, live_server, holder(game, prompts(game)[0]["seat"] if name == "table" else 1))
    page.set_viewport_size(DESK)
    table(page, game)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=Path(os.environ["SCREENSHOTS"]) / f"{name}-{language}.png")


def test_pictures_of_a_guided_game(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/")
    page.get_by_role("button", name="Ticket to Ride").click()
    page.get_by_text("What the map shows").click()
    expect(page.get_by_text("Stands for a card of any color.")).to_be_visible()
    page.screenshot(path=Path(os.environ["SCREENSHOTS"]) / "lesson.png")
