"""The guided first game as a newcomer sees it: on every kind of screen, by day and night, checked by axe-core."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from games.models import Game
from games.table.play import stand_ins
from tests.browser.axe import trouble
from tests.browser.looks import seen

pytestmark = pytest.mark.browser
SCREENS: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 820, "height": 1180},
    "desktop": {"width": 1280, "height": 800},
}


@pytest.mark.parametrize("screen", SCREENS)
def test_a_newcomer_is_led_from_the_front_page_into_the_game(page: Page, screen: str) -> None:
    page.set_viewport_size(SCREENS[screen])
    page.goto("/")
    page.get_by_role("button", name="Learn by playing").click()
    expect(page.locator(".coach-line")).to_contain_text("A ticket: connect")
    assert trouble(page) == []
    seen(page, f"lesson-{screen}")
    for _ in range(2):
        page.get_by_role("button", name="Got it").click()
    expect(page.locator(".coach-line")).to_contain_text("Play on.")
    page.get_by_role("button", name="Keep").click()
    stand_ins.play_game(game_id=Game.objects.get().pk, now=timezone.now())
    page.reload()
    expect(page.locator(".coach-line")).to_contain_text("Your turn: do one of three things.")
    page.get_by_text("What the map shows").click()
    page.get_by_text("Words used here").click()
    expect(page.get_by_text("Two routes; nobody may claim both.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREENS[screen]["width"]
    assert trouble(page) == []
    seen(page, f"lesson-open-{screen}")
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.locator(".coach")).to_have_count(0)
