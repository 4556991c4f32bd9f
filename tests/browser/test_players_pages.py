"""A player's pages: axe-core's findings, on a small phone, and without JavaScript."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from tests.browser.axe import trouble
from tests.browser.desk import Desk
from tests.web.people import browser_of

NARROW = 360
SHOWN = "all => all.filter(one => getComputedStyle(one).display !== 'none').map(one => one.textContent)"
PAGES = ("/", "/games", "/tables", "/tables/new", "/settings")


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(desk: Desk, game: Game, path: str) -> None:
    desk.sign_in(game.host)
    desk.page.goto(path)
    assert trouble(desk.page) == []
    desk.page.set_viewport_size({"width": NARROW, "height": 740})
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= NARROW
    assert desk.trouble == []


def test_a_table_is_opened_and_filled_without_javascript(
    chromium: Browser, live_server: LiveServer, game: Game
) -> None:
    window = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    key = browser_of(game.host).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": key, "domain": "localhost", "path": "/"}])
    page = window.new_page()
    page.goto("/tables/new")
    page.locator("input[value='old_west@1']").check(force=True)
    page.get_by_role("radio", name="6", exact=True).check(force=True)
    page.locator("input[value='usa@1']").check(force=True)
    expect(page.get_by_role("radio", name="6", exact=True)).to_be_checked()  # the selected option stays visible
    page.get_by_role("radio", name="4", exact=True).check(force=True)
    expect(page.get_by_role("radio", name="6", exact=True)).to_have_count(0)
    assert page.locator("[name=stand_ins] > option").evaluate_all(SHOWN) == ["none", "1", "2", "3"]
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="3 seats are free")).to_be_visible()
    page.get_by_text("Call the table off").click()
    page.get_by_role("button", name="Call it off").click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    window.close()
