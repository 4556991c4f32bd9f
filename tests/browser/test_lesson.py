"""The guided first game as a newcomer sees it: on every kind of screen, by day and night, checked by axe-core."""

import re
from itertools import pairwise

import pytest
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from games.models import Game
from games.table.play import stand_ins
from tests.browser.axe import trouble
from tests.browser.looks import seen
from tests.sweeps import at_length

pytestmark = pytest.mark.browser
SCREENS: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 768, "height": 1024},
    "desktop": {"width": 1280, "height": 800},
}


@pytest.mark.parametrize("screen", at_length(SCREENS, at_once=["phone"]))
def test_a_newcomer_is_led_from_the_front_page_into_the_game(page: Page, screen: str) -> None:
    page.set_viewport_size(SCREENS[screen])
    page.goto("/")
    seen(page, "lesson-front")
    expect(page.get_by_role("button", name="Card Game")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Ticket to Ride").click()
    expect(page.locator(".coach-line")).to_contain_text("A ticket: connect")
    assert trouble(page) == []
    seen(page, "lesson")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".coach-line")).to_contain_text("Keep at least 2 tickets.")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".coach-rest")).to_contain_text("Play on.")
    keep = page.get_by_role("button", name=re.compile(r"^Keep \d"))
    keep.click()
    expect(keep).to_have_count(0)
    stand_ins.play_game(game_id=Game.objects.get().pk, now=timezone.now())
    page.reload()
    expect(page.locator(".coach-line")).to_contain_text("Your turn: do one of three things.")
    page.get_by_text("What the map shows").click()
    expect(
        page.get_by_text("Two routes. Nobody may claim both; with 2 or 3 players the second stays closed.")
    ).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREENS[screen]["width"]
    assert trouble(page) == []
    seen(page, "lesson-open")
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.locator(".coach-line")).to_have_count(0)
    expect(page.get_by_role("button", name="Back to it")).to_be_visible()
    assert trouble(page) == []


def test_the_notice_to_guests_covers_nothing(page: Page) -> None:
    page.set_viewport_size(SCREENS["phone"])
    page.goto("/")
    page.get_by_role("button", name="Ticket to Ride").click()
    boxes = {name: page.locator(f".{name}").bounding_box() for name in ("coach", "panel", "game-keep", "game-tickets")}
    tops = [(box["y"], box["y"] + box["height"]) for box in boxes.values() if box]
    assert len(tops) == 4
    assert all(end <= start for (_, end), (start, _) in pairwise(tops)), boxes


@pytest.mark.parametrize("game", ["Card Game", "Old West"])
def test_another_games_legend_fits_a_phone(page: Page, game: str) -> None:
    page.set_viewport_size(SCREENS["phone"])
    page.goto("/")
    page.get_by_role("button", name=game).click()
    page.locator(".coach summary").click()
    expect(page.get_by_text("Stands for a card of any color.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREENS["phone"]["width"]
    assert trouble(page) == []
    seen(page, f"lesson-{game}")
