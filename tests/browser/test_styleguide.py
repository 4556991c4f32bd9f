"""Every component of the pages in Chromium: in light and dark, on a desktop, on a phone, on a small one."""

import re
from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image
from playwright.sync_api import ConsoleMessage, Page, expect
from pytest_django import Settings

from games.presentation.pictures.palette import DAY, NIGHT, Palette
from tests.browser.axe import trouble

NARROW = {"width": 360, "height": 740}
EXPECTED = "The specified value"
"""The browser's message about an invalid number, which is there on purpose."""


@pytest.fixture
def guide(page: Page, settings: Settings) -> Page:
    settings.DEBUG = True
    page.goto(reverse("styleguide"))
    return page


def test_axe_finds_nothing(guide: Page) -> None:
    assert trouble(guide) == []


def test_nothing_scrolls_sideways_on_a_small_phone(guide: Page) -> None:
    guide.set_viewport_size(NARROW)  # type: ignore[arg-type]
    assert guide.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_the_content_policy_forbids_nothing_that_is_there(page: Page, settings: Settings) -> None:
    said: list[str] = []
    page.on("console", lambda message: _listen(message, said))
    settings.DEBUG = True
    page.goto(reverse("styleguide"))
    assert said == []


def _listen(message: ConsoleMessage, said: list[str]) -> None:
    if message.type in ("error", "warning") and EXPECTED not in message.text:
        said.append(message.text)


@pytest.mark.parametrize(("scheme", "light"), [("light", DAY), ("dark", NIGHT)])
def test_a_board_in_a_page_has_its_colors_by_day_and_by_night(
    page: Page, settings: Settings, scheme: str, light: Palette
) -> None:
    settings.DEBUG = True
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(reverse("styleguide"))
    page.wait_for_load_state("networkidle")
    shot = Image.open(BytesIO(page.locator(".board svg").screenshot())).convert("RGB")
    dots = shot.tobytes()
    seen = {f"#{dots[at : at + 3].hex().upper()}" for at in range(0, len(dots), 3)}
    assert {light.land, light.sea, light.paper, light.cards["red"].fill} <= seen


def test_a_keyboard_skips_the_header(guide: Page) -> None:
    guide.keyboard.press("Tab")
    expect(guide.get_by_role("link", name="Skip to the page")).to_be_focused()
    guide.keyboard.press("Enter")
    expect(guide).to_have_url(re.compile("#main$"))


def test_it_is_for_those_who_work_on_it(page: Page) -> None:
    answer = page.goto(reverse("styleguide"))
    assert answer is not None
    assert answer.status == 404
