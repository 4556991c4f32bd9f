"""A replay in Chromium: arrow keys, the slider, a phone's first screen, and checking the cards in the page."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Route
from pytest_django.live_server_helper import LiveServer

import engine
from games.models import Game
from games.presentation.pictures import kept
from games.presentation.replay import films
from games.web.manual.addresses import PAGES
from tests.browser.axe import PHONE, trouble
from tests.browser.engines import interface
from tests.browser.engines.everywhere import in_every_engine
from tests.browser.engines.expectations import expect
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder
from tests.browser.test_windows import FULL
from tests.engine.recorder import rechained
from tests.replay.games import opened, under_way
from tests.sweeps import at_length

VERIFIED = "This game’s cards are verified."


def replay(page: interface.Page, game: Game, entry: int) -> None:
    page.goto(f"/games/{game.pk}/replay/{entry}")


def is_at(page: interface.Page, entry: int) -> None:
    """Check that the page and its address are at this entry."""
    expect(page.locator(".step-number b")).to_have_text(str(entry))
    page.wait_for_url(f"**/replay/{entry}")


class TestSteps:
    @in_every_engine
    def test_the_arrow_keys_step_and_turn(self, page: interface.Page) -> None:
        game = under_way(now=timezone.now())
        replay(page, game, game.head)
        page.keyboard.press("ArrowLeft")
        is_at(page, game.head - 1)
        page.keyboard.press("ArrowRight")
        is_at(page, game.head)
        page.keyboard.press("Home")
        is_at(page, 1)
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator(".step-number b")).not_to_have_text("1")
        page.keyboard.press("End")
        is_at(page, game.head)
        page.go_back()
        expect(page.locator(".step-number b")).not_to_have_text(str(game.head))

    @in_every_engine
    def test_the_slider_goes_anywhere_and_the_step_is_told(self, page: interface.Page) -> None:
        game = under_way(now=timezone.now())
        replay(page, game, 1)
        page.locator("#slide").fill("7")
        is_at(page, 7)
        expect(page.locator("#live")).to_have_text(page.locator("#step").inner_text().strip())
        page.locator("#slide").focus()
        page.keyboard.press("ArrowRight")
        is_at(page, 8)

    def test_without_javascript_there_are_links(self, chromium: Browser, live_server: LiveServer) -> None:
        game = under_way(now=timezone.now())
        context = chromium.new_context(base_url=live_server.url, java_script_enabled=False, viewport=PHONE)
        page = context.new_page()
        replay(page, game, game.head)
        expect(page.locator("#slide")).to_be_hidden()
        page.get_by_role("link", name="Step back").click()
        is_at(page, game.head - 1)
        page.get_by_role("link", name="Start", exact=True).click()
        is_at(page, 1)
        context.close()

    @pytest.mark.parametrize("ruleset", at_length(FULL, at_once=["usa@1", "old_west@1", "card_game@1"]))
    def test_a_phone_shows_board_sentence_points_and_links_at_once(self, page: Page, ruleset: str) -> None:
        game = under_way(ruleset, seats=FULL[ruleset], now=timezone.now())
        page.set_viewport_size(PHONE)
        replay(page, game, game.head)
        seen(page, f"first-{ruleset}")
        page.set_viewport_size(PHONE)
        for what in (".game-board :is(svg, table)", "#step", "#step-before", ".game-players tbody tr:last-child"):
            box = page.locator(what).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= PHONE["height"], (what, box)


class TestTheCards:
    def test_the_browser_finds_them_as_they_should_be(self, page: Page) -> None:
        game = opened(under_way(moves=30, now=timezone.now()), now=timezone.now())
        replay(page, game, 5)
        page.get_by_role("button", name="Check this game").click()
        expect(page.locator("#verdict")).to_contain_text(VERIFIED)
        assert trouble(page) == []
        seen(page, "replay-verified")

    def test_a_forged_record_is_found_out_and_where(self, page: Page) -> None:
        game = opened(under_way(moves=30, now=timezone.now()), now=timezone.now())
        for forge in (another_card, another_card_with_a_new_chain, another_seed, no_points):
            page.unroute_all()
            page.route("**/export.json", answers(forge))
            replay(page, game, 5)
            page.get_by_role("button", name="Check this game").click()
            expect(page.locator("#verdict")).to_contain_text("NOT as they should be")
            expect(page.locator("#verdict small")).to_contain_text(WHERE[forge])
            expect(page.locator("#verdict")).not_to_contain_text("are verified")
        seen(page, "replay-forged")

    def test_a_record_that_does_not_come_is_no_verdict(self, page: Page) -> None:
        game = opened(under_way(now=timezone.now()), now=timezone.now())
        page.route("**/export.json", lambda route: route.fulfill(status=503))
        replay(page, game, 5)
        page.get_by_role("button", name="Check this game").click()
        expect(page.locator("#verdict")).to_contain_text("could not be fetched")


def answers(forge: Callable[[dict[str, Any]], None]) -> Callable[[Route], None]:
    """Return a handler that answers with a forged export."""

    def answer(route: Route) -> None:
        export = route.fetch().json()
        forge(export)
        route.fulfill(json=export)

    return answer


def drawn(export: dict[str, Any]) -> dict[str, Any]:
    """Return the secret part, readable by one seat alone, of the first blind draw."""
    bodies = (part["body"] for entry in export["entries"] for part in entry["secrets"] if part["holder"] >= 0)
    found: dict[str, Any] = next(body for body in bodies if "card" in body.get("0", {}))
    card: dict[str, Any] = found["0"]
    return card


def another_card(export: dict[str, Any]) -> None:
    card = drawn(export)
    card["card"] = "red" if card["card"] != "red" else "blue"


def another_card_with_a_new_chain(export: dict[str, Any]) -> None:
    another_card(export)
    rechained(export)


def another_seed(export: dict[str, Any]) -> None:
    export["seed"] = "00" * 32


def no_points(export: dict[str, Any]) -> None:
    export["standings"][0]["points"] += 7


WHERE = {another_card: "entry", another_card_with_a_new_chain: "entry", another_seed: "seed", no_points: "seat"}
"""The place where the page reports each forgery."""


class TestLooks:
    def test_replays(self, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        game = under_way("old_west@1", moves=20, now=timezone.now())
        come_in(context, live_server, holder(game, 0))
        replay(page, game, game.head)
        assert trouble(page) == []
        seen(page, "replay-of-a-seat")

    def test_a_film_waits_and_is_there(self, page: Page) -> None:
        game = opened(under_way(now=timezone.now()), now=timezone.now())
        for light in films.LIGHTS:
            kept.keep(one := films.GameFilm(game, light, "en"), one.drawn())
        page.goto(f"/games/{game.pk}/film")
        assert page.locator(".film img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
        by_day = page.locator(".film img").evaluate("image => image.currentSrc")
        page.emulate_media(color_scheme="dark")
        expect(page.locator(".film img")).not_to_have_js_property("currentSrc", by_day)
        assert page.locator(".film img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
        page.emulate_media(color_scheme="light")
        assert trouble(page) == []
        page.emulate_media(reduced_motion="reduce")
        expect(page.locator(".film img")).to_be_hidden()
        expect(page.get_by_role("link", name="Play it again")).to_be_hidden()
        page.get_by_text("Your system asks for little motion").get_by_role("link").click()
        is_at(page, 1)
        page.go_back()
        page.emulate_media(reduced_motion="no-preference")
        seen(page, "film")

    def test_all_there_is_to_read(self, page: Page) -> None:
        for path in (
            *(f"/rules/{name}" for name in engine.RULESETS),
            *(f"/help/{name}" for name in PAGES),
        ):
            page.goto(path)
            assert trouble(page) == [], path
            page.set_viewport_size(PHONE)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
            seen(page, f"read{path.replace('/', '-')}")
