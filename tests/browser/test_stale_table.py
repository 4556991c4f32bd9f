"""Changes made meanwhile are reported at the table, never on an empty page."""

import re

from django.conf import settings
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from tests.browser.engines.expectations import expect
from tests.browser.test_table import come_in, holder, now, table, wait_for_another
from tests.browser.ways import PLAYING
from tests.games.stories import DAY, chosen, players, post, prompts, started


def waiting(context: BrowserContext, page: Page, server: LiveServer) -> Game:
    game = chosen(started(players(2), now=now()), now=now())
    game.turns.filter(closed_at=None).update(opened_at=now() - DAY)
    come_in(context, server, holder(game, 1 - prompts(game)[0]["seat"]))
    table(page, game)
    return game


def test_a_nudge_that_somebody_else_has_given(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = waiting(context, page, live_server)
    Game.objects.filter(pk=game.pk).update(nudged_at=now())
    page.get_by_role("button", name="Nudge").click()
    expect(page.locator(".game-notice")).to_contain_text("Somebody was nudged already")
    expect(page.locator("#board")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/games/{game.pk}$"))


def test_a_browser_that_was_signed_out_meanwhile_shows_the_way_in(
    context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    waiting(context, page, live_server)
    context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Nudge").click()
    expect(page.locator("main")).to_contain_text("Not sent. You are signed out in this browser")
    expect(page.locator(".foot")).not_to_contain_text("Signed in as")


def test_a_browser_that_lost_all_its_cookies_keeps_nothing_of_the_player(
    context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    waiting(context, page, live_server)
    context.clear_cookies()
    page.get_by_role("button", name="Nudge").click()
    expect(page.locator("main")).to_contain_text("This page was out of date")
    expect(page.locator(".foot")).not_to_contain_text("Signed in as")
    expect(page.locator(".top")).to_contain_text("Sign in")


def test_a_note_of_somebody_who_is_signed_out_is_not_swallowed(
    context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    waiting(context, page, live_server)
    page.get_by_label("Your note").fill("Denver")
    context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator("main")).to_contain_text("Sign in")


def test_the_header_counts_what_waits_after_a_move(
    context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    game = chosen(started(players(2), now=now()), now=now())
    seat = prompts(game)[0]["seat"]
    come_in(context, live_server, holder(game, seat))
    table(page, game, "?take=deck,deck")
    expect(page.locator("#nav a:first-of-type .count")).to_have_count(1)
    wait_for_another(page, page.locator(PLAYING).locator("button.button").last.click)
    expect(page.locator("#nav a:first-of-type .count")).to_have_count(0)
    post(game, 1 - seat, "draw deck", "draw deck", now=now())
    expect(page.locator("#nav a:first-of-type .count")).to_have_count(1)
