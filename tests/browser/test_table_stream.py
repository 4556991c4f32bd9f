"""An open table listens to its game's stream, served by the site's own process behind the demo's proxy."""

import subprocess
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from deploy.ports import free_port
from games.models import BrowserSession, Game
from games.table.talk import new_lines
from tests.browser.test_table import come_in, head, holder, now, table
from tests.games.stories import chosen, default, players, post, prompts, started
from tests.patience import eventually
from tests.site.running import Site, running
from tests.streams.test_stop import answers

AT_ONCE = 3_000
"""Milliseconds: sooner than a page that polls."""


class Table(NamedTuple):
    page: Page
    game: Game
    seat: int
    other: int
    site: Site

    def listens(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-stream", "open")

    def shows_the_head(self, timeout: int = AT_ONCE) -> None:
        expect(self.page.locator("#table")).to_have_attribute("data-head", str(head(self.game)), timeout=timeout)


@pytest.fixture
def watched(chromium: Browser, live_server: LiveServer) -> Iterator[Table]:
    """Open a table of two while the other player is to move."""
    front, stream = free_port(), free_port()
    web = live_server.url.rpartition(":")[2]
    command = [sys.executable, "-m", "deploy.front", str(front), web, str(stream)]
    game = chosen(started(players(2), now=now()), now=now())
    other = prompts(game)[0]["seat"]
    with running("stream", STREAM_PORT=str(stream)) as site, subprocess.Popen(command) as proxy:
        assert eventually(lambda: answers(front) and answers(stream))
        context = chromium.new_context(base_url=f"http://localhost:{front}", locale="en")
        come_in(context, live_server, holder(game, 1 - other))
        page = context.new_page()
        table(page, game)
        yield Table(page, game, 1 - other, other, site)
        context.close()
        proxy.terminate()


def test_news_comes_at_once_and_nothing_is_polled(watched: Table) -> None:
    page, asked = watched.page, list[str]()
    watched.listens()
    page.on("request", lambda request: asked.append(request.url) if "/news" in request.url else None)
    post(watched.game, watched.other, "draw deck", "draw deck", now=now())
    expect(page.locator("#question")).to_contain_text("Take cards", timeout=AT_ONCE)
    expect(page).to_have_title("Your turn · Ticket to Ride, Player 0 · Night Mail")
    page.wait_for_timeout(2 * AT_ONCE)
    assert len(asked) <= 3, "the first event's, one of each call, and no more"


def test_an_own_move_is_no_news(watched: Table) -> None:
    """The stream reports the move before the page's own answer has arrived."""
    page = watched.page
    post(watched.game, watched.other, "draw deck", "draw deck", now=now())
    watched.listens()
    watched.shows_the_head()
    page.evaluate("document.getElementById('news').dataset.same = 'never shown'")
    shown = "new MutationObserver(() => { if (document.querySelector('#news:not([hidden])')) window.told = true; })"
    page.evaluate(f"{shown}.observe(document.body, {{ subtree: true, childList: true, attributes: true }})")
    for number in ("1", "2"):
        page.locator(".market-card.card-deck").first.click()
        expect(page.locator(".market-card.card-deck .order")).to_contain_text(number)
    page.get_by_role("button", name="Take two from the deck").click()
    watched.shows_the_head()
    page.wait_for_timeout(1_500)
    assert page.evaluate("window.told") is None


def test_what_is_typed_stays(watched: Table) -> None:
    page = watched.page
    watched.listens()
    page.locator("#talk-text").fill("I was about to say")
    page.locator("#note-text").evaluate("note => { note.closest('details') && (note.closest('details').open = true) }")
    page.locator("#note-text").fill("Denver next")
    page.locator("#note-text").evaluate("note => note.blur()")
    line = {"player": holder(watched.game, watched.other), "game_id": watched.game.pk, "text": "Hurry up!"}
    new_lines.say(**line, now=now())  # type: ignore[arg-type]
    expect(page.locator("#talk-lines")).to_contain_text("Hurry up!", timeout=AT_ONCE)
    post(watched.game, watched.other, "draw deck", "draw deck", now=now())
    expect(page.locator("#news")).to_be_visible(timeout=AT_ONCE)
    expect(page.locator("#talk-text")).to_have_value("I was about to say")
    expect(page.locator("#note-text")).to_have_value("Denver next")
    page.locator("#news a").click()
    expect(page.locator("#news")).to_be_hidden()
    expect(page.locator("#talk-text")).to_have_value("I was about to say")
    expect(page.locator("#note-text")).to_have_value("Denver next")


def test_without_a_stream_the_page_asks_by_itself(watched: Table) -> None:
    watched.listens()
    watched.site.processes["stream"].kill()
    expect(watched.page.locator("html")).to_have_attribute("data-stream", "")
    post(watched.game, watched.other, "draw deck", "draw deck", now=now())
    watched.shows_the_head(timeout=20_000)


def test_of_the_pages_that_nobody_sees_one_listens(watched: Table) -> None:
    page = watched.page
    watched.listens()
    other = page.context.new_page()
    table(other, watched.game)
    expect(other.locator("html")).to_have_attribute("data-stream", "open")
    turn(page, hidden=True)
    turn(other, hidden=True)
    expect(other.locator("html")).to_have_attribute("data-stream", "")
    watched.listens()
    turn(other, hidden=False)
    expect(other.locator("html")).to_have_attribute("data-stream", "open")


def turn(page: Page, *, hidden: bool) -> None:
    """Show or hide the page, as far as it can tell."""
    page.evaluate(f"Object.defineProperty(document, 'hidden', {{ value: {str(hidden).lower()}, configurable: true }})")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_the_list_of_games_and_the_header_of_a_table_follow(watched: Table) -> None:
    """Another game begins, and asks for first tickets; a sound is played where it is wanted."""
    watched.listens()
    page = watched.page.context.new_page()
    watched.page.evaluate("document.cookie = 'sound=on; path=/'")
    page.add_init_script(
        "window.rung = []; window.Audio = function (at) { rung.push(at); this.play = async () => {}; };"
    )
    page.goto("/games")
    page.evaluate("document.body.dataset.same = 'yes'")
    expect(page.locator("html")).to_have_attribute("data-stream", "open")
    expect(page).to_have_title("Your games · Night Mail")
    started([holder(watched.game, watched.seat), holder(watched.game, watched.other)], now=now())
    expect(page).to_have_title("(1) Your games · Night Mail", timeout=2 * AT_ONCE)
    expect(page.locator(".departures")).to_contain_text("first tickets")
    for shown in (page, watched.page):
        expect(shown.locator("#nav a:first-of-type .count")).to_have_text("your turn in 1", timeout=2 * AT_ONCE)
        expect(shown.locator("#nav a[href='/notices'] .count")).to_have_text("new: 2")
    assert page.evaluate("document.body.dataset.same") == "yes"
    assert page.evaluate("rung") == ["/turn.wav"]


def test_a_browser_that_is_signed_out_hears_nothing_within_five_seconds(watched: Table) -> None:
    watched.listens()
    begin = time.monotonic()
    BrowserSession.objects.all().delete()
    expect(watched.page.locator("html")).to_have_attribute("data-stream", "")
    assert time.monotonic() - begin < 5
    post(watched.game, watched.other, default(watched.game, watched.other), now=now())
    expect(watched.page.locator("html")).to_have_attribute("data-stream", "")
