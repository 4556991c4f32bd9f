"""The Escape key closes what is open on the table, but not the map."""

from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_table import come_in, holder, now, table
from tests.games.stories import chosen, play_on, players, started


def test_escape_closes_what_is_open(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = chosen(started(players(2), now=now()), now=now())
    play_on(game, 20, now=now())
    come_in(context, live_server, holder(game, 0))
    table(page, game)
    words = page.locator("details.more", has_text="The table in words")
    words.locator("summary").click()
    expect(words).to_have_attribute("open", "")
    page.locator("#talk-text").focus()
    page.keyboard.press("Escape")
    expect(words).not_to_have_attribute("open", "")
    expect(words.locator("summary")).to_be_focused()
    expect(page.locator("details.map")).to_have_attribute("open", "")
