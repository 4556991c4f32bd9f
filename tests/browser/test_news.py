"""An open table receives news: it shows them itself, or announces them while its reader is choosing."""

import re

from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_table import come_in, head, holder, now, table
from tests.browser.ways import settled
from tests.games.stories import chosen, default, players, post, prompts, started


def test_news_comes_by_itself(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = chosen(started(players(2), now=now()), now=now())
    seat = prompts(game)[0]["seat"]
    come_in(context, live_server, holder(game, 1 - seat))
    table(page, game)
    post(game, seat, "draw deck", "draw deck", now=now())
    expect(page.locator("#question")).to_contain_text("Take cards", timeout=20_000)
    expect(page).to_have_title("Your turn · Ticket to Ride, Player 0 · Night Mail")
    expect(page.locator("#live")).to_contain_text("from the deck")
    expect(page.locator("#icon")).to_have_attribute("href", re.compile("icon-turn"))


def test_what_does_not_concern_the_reader_is_no_notice_and_an_answer_from_elsewhere_is_the_page(
    context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    game = started(players(3), now=now())
    come_in(context, live_server, holder(game, 0))
    table(page, game)
    settled(page)
    for seat in (1, 0):
        post(game, seat, default(game, seat), now=now())
        expect(page.locator("#table")).to_have_attribute("data-head", str(head(game)), timeout=20_000)
        expect(page.locator("#news:visible")).to_have_count(0)
    expect(page.locator("#question")).to_contain_text("Player 2 is choosing")
