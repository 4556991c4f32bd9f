"""The table in Chromium: prompts by keyboard alone, the first screen, and axe-core's findings."""

import re
from datetime import datetime
from itertools import product

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

import engine
from games.models import Game, Player
from games.table import store
from tests.browser.axe import LOOKS, PHONE, trouble
from tests.browser.engines import interface
from tests.browser.engines.everywhere import in_every_engine
from tests.browser.engines.expectations import expect
from tests.browser.looks import seen
from tests.browser.ways import PLAYING, settled
from tests.games.stories import chosen, default, play_a_round, play_on, players, post, prompts, started
from tests.games.worlds import deal, next_to_alvin
from tests.sweeps import at_length


def come_in(context: interface.Context, server: LiveServer, player: Player) -> None:
    """Sign in, as by the link in an email."""
    client = Client()
    client.force_login(player)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": server.url}])


def now() -> datetime:
    return timezone.now()


def holder(game: Game, seat: int) -> Player:
    player = game.seats.select_related("player").get(number=seat).player
    assert player is not None
    return player


def head(game: Game) -> int:
    return Game.objects.get(pk=game.pk).head


def table(page: interface.Page, game: Game, more: str = "") -> None:
    page.goto(f"/games/{game.pk}{more}")


def wait_for_another(page: Page, press: object) -> None:
    """Press, and wait until the table has been updated."""
    before = page.locator("#table").get_attribute("data-head")
    press()  # type: ignore[operator]
    expect(page.locator("#table")).not_to_have_attribute("data-head", before or "")


def press(page: interface.Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: interface.Page, words: str) -> None:
    """Press the tab key until an element with these words has the focus."""
    settled(page)
    for _ in range(90):
        page.keyboard.press("Tab")
        if page.evaluate("words => document.activeElement.textContent.includes(words)", words):
            return
    raise AssertionError(f"the keyboard does not reach {words}")


class TestKeyboard:
    """Each kind of prompt, with the keyboard alone."""

    def test_first_tickets(self, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        game = started(players(2), now=now())
        come_in(context, live_server, holder(game, 0))
        table(page, game)
        page.locator("input[name=ticket]:not(:checked)").focus()
        press(page, "Space")
        offer = store.view_for(store.read(game.pk), 0)["prompts"][0]["offer"]
        sum_of_all = sum(ticket["points"] for ticket in offer)
        keep = f"Keep 3 tickets: +{sum_of_all} done, −{sum_of_all} not done"
        expect(page.get_by_role("button", name=keep)).to_be_visible()
        tab_to(page, keep)
        wait_for_another(page, lambda: press(page, "Enter"))
        assert len(engine.own(store.view_for(store.read(game.pk), 0))["tickets"]) == 3

    def test_a_claim(self, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        game = chosen(started(players(2), now=now()), now=now())
        seat = prompts(game)[0]["seat"]
        deal(game, seat, purple=4, locomotive=2)
        come_in(context, live_server, holder(game, seat))
        table(page, game, "?all=1")
        tab_to(page, "Denver – Omaha")
        press(page, "Enter")
        expect(page.locator("#question")).to_have_text("Denver – Omaha (purple track)")
        expect(page.locator("#question")).to_be_focused()
        page.locator("input[name=move]:checked").focus()
        press(page, "ArrowDown")
        tab_to(page, "Claim for 3 purple, 1 locomotive")
        wait_for_another(page, lambda: press(page, "Enter"))
        assert store.view_for(store.read(game.pk), None)["routes"] == {"denver-omaha": seat}

    def test_cards(self, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        game = chosen(started(players(2), now=now()), now=now())
        seat = prompts(game)[0]["seat"]
        come_in(context, live_server, holder(game, seat))
        table(page, game)
        for number in (1, 2):
            tab_to(page, "deck")
            press(page, "Enter")
            expect(page.locator(".market-card.card-deck .order")).to_contain_text(str(number))
        tab_to(page, "Take two from the deck")
        wait_for_another(page, lambda: press(page, "Enter"))
        expect(page.locator("#question")).to_contain_text("is next")

    def test_start_marker_and_alvin(self, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        game = next_to_alvin()
        come_in(context, live_server, holder(game, 0))
        table(page, game, "?route=albuquerque-roswell")
        tab_to(page, "Claim for")
        wait_for_another(page, lambda: press(page, "Enter"))
        if page.get_by_text("Place a marker?").count():
            tab_to(page, "Place none")
            wait_for_another(page, lambda: press(page, "Enter"))
        tab_to(page, "To Albuquerque")
        wait_for_another(page, lambda: press(page, "Enter"))
        assert store.view_for(store.read(game.pk), None)["alvin"]["city"] == "albuquerque"

    def test_completing(self, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        game = started(players(2), ruleset="card_game@1", now=now())
        play_a_round(game)
        come_in(context, live_server, holder(game, 0))
        table(page, game)
        tab_to(page, "Complete")
        wait_for_another(page, lambda: press(page, "Enter"))
        assert engine.own(store.view_for(store.read(game.pk), 0))["chosen"] is not None


class TestMouse:
    @in_every_engine
    def test_a_plan(self, context: interface.Context, page: interface.Page, live_server: LiveServer) -> None:
        game = chosen(started(players(2), now=now()), now=now())
        come_in(context, live_server, holder(game, prompts(game)[0]["seat"]))
        for route, button, line in (
            ("denver-omaha", "Claim this as soon as I can", "claim denver-omaha"),
            ("helena-seattle", "Draw what I need", "claim helena-seattle"),
        ):
            table(page, game, f"?route={route}")
            tab_to(page, button)
            press(page, "Enter")
            expect(page.locator(".plan-lines")).to_contain_text(line)
        table(page, game, "/plan")
        tab_to(page, "Drop the plan")
        press(page, "Enter")
        expect(page.locator("button[value=cancel]")).to_have_count(0)
        table(page, game)
        expect(page.locator(".plan-lines")).to_have_count(0)

    def test_a_track_on_the_board_is_chosen_by_a_click_beside_it(
        self, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = chosen(started(players(2), now=now()), now=now())
        seat = prompts(game)[0]["seat"]
        deal(game, seat, purple=4)
        come_in(context, live_server, holder(game, seat))
        table(page, game)
        page.locator("#r-denver-omaha use").nth(1).click(force=True)
        expect(page.locator("#question")).to_have_text("Denver – Omaha (purple track)")


MIDDLE = """route => {
    const touch = route.querySelector('path.touch'), at = touch.getPointAtLength(touch.getTotalLength() / 2);
    const on = new DOMPoint(at.x, at.y).matrixTransform(touch.getScreenCTM());
    return [on.x, on.y];
}"""
"""A point where a pointer hits a route of the board."""


class TestBoard:
    """A route is chosen by clicking on it."""

    def test_clicks_on_the_board_choose_routes_in_the_page_that_is_there(
        self, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = chosen(started(players(2), now=now()), now=now())
        seat = prompts(game)[0]["seat"]
        deal(game, seat, red=4, blue=4, green=4, yellow=4, black=4, white=4, orange=4, purple=4, locomotive=4)
        come_in(context, live_server, holder(game, seat))
        table(page, game)
        settled(page)
        page.evaluate("document.body.dataset.same = 'page'")
        for place in (0, 7):
            route = page.locator("#board a.pick").nth(place)
            address = str(route.get_attribute("href"))
            page.mouse.click(*route.evaluate(MIDDLE))
            expect(page).to_have_url(re.compile(re.escape(address.partition("?")[2])))
            expect(page.locator("form.pays")).to_have_count(1)
            expect(page.locator("#table")).to_have_count(1)
            expect(page.locator("body > header")).to_have_count(1)
        expect(page.locator("body")).to_have_attribute("data-same", "page")
        wait_for_another(page, page.locator("form.pays button").first.click)


LAYERS = "document.querySelectorAll('#board > use, #board > [clip-path] > use, #board .names')"
GROUND = f"() => [...{LAYERS}].filter(layer => layer.getBBox().width > 1000).length"
NOTED_ON_A_SWAP = f"document.addEventListener('htmx:afterSwap', () => document.body.dataset.ground = ({GROUND})())"


class TestSeen:
    """Prompt, board and hand at once, at 390 x 844; and no findings of axe-core."""

    def test_land_rails_and_names_are_there_and_stay_while_the_table_changes(
        self, chromium: Browser, live_server: LiveServer
    ) -> None:
        game = chosen(started(players(2), now=now()), now=now())
        # Set no language: with one, the browser caches answers that vary by language separately.
        with chromium.new_context(base_url=live_server.url) as context:
            come_in(context, live_server, holder(game, prompts(game)[0]["seat"]))
            page, asked = context.new_page(), list[str]()
            page.on("request", lambda request: asked.append(request.url))
            table(page, game)
            settled(page)
            assert page.evaluate(GROUND) == 3
            page.evaluate(NOTED_ON_A_SWAP)
            page.locator(".panel a[href*='?']").first.click()
            expect(page.locator("body")).to_have_attribute("data-ground", "3")
            assert len([url for url in asked if "/boards/" in url]) == 1

    def test_six_players_on_a_phone(self, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        game = chosen(started(players(6), ruleset="old_west@1", now=now()), now=now())
        play_on(game, 60, now=now())
        while prompts(game)[0]["type"] != "take_turn":
            asked = prompts(game)[0]["seat"]
            post(game, asked, default(game, asked), now=now())
        seat = prompts(game)[0]["seat"]
        deal(game, seat, red=2, blue=1, green=3, yellow=1, black=2)
        page.set_viewport_size(PHONE)
        come_in(context, live_server, holder(game, seat))
        table(page, game)
        for part in ("#board", "#question", "#panel .chips"):
            box = page.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= PHONE["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    def test_a_phones_first_screen_tells_what_happened_and_what_tickets_lack(
        self, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = chosen(started(players(3), now=now()), now=now())
        play_on(game, 30, now=now())
        while prompts(game)[0]["type"] != "take_turn":
            post(game, prompts(game)[0]["seat"], default(game, prompts(game)[0]["seat"]), now=now())
        come_in(context, live_server, holder(game, prompts(game)[0]["seat"]))
        for wide, high in ((390, 844), (1440, 900)):
            page.set_viewport_size({"width": wide, "height": high})
            table(page, game)
            for line in page.locator(".glance a:visible").all():
                box = line.bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= high
            to_go = page.locator(".glance a", has=page.locator(".distances"))
            expect(to_go).to_have_accessible_name(re.compile(r"^To go ?: [A-C] \d+(, [A-C] \d+)*"))
            expect(page.locator(".glance")).to_contain_text("Player")
            assert not trouble(page)
        seen(page, "glance")

    def old_west(self, context: BrowserContext, page: Page, server: LiveServer) -> tuple[Page, Game]:
        """Return a phone's page at a turn with a large hand, and its game."""
        game = chosen(started(players(2), ruleset="old_west@1", now=now()), now=now())
        while prompts(game)[0]["type"] != "take_turn":
            post(game, prompts(game)[0]["seat"], default(game, prompts(game)[0]["seat"]), now=now())
        seat = prompts(game)[0]["seat"]
        deal(game, seat, red=4, blue=4, green=4, yellow=4, black=4, white=4, orange=4, purple=4, locomotive=4)
        come_in(context, server, holder(game, seat))
        page.set_viewport_size(PHONE)
        table(page, game)
        return page, game

    def test_the_question_is_in_view_when_the_keyboard_gets_there(
        self, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = chosen(started(players(2), ruleset="card_game@1", now=now()), now=now())
        come_in(context, live_server, holder(game, prompts(game)[0]["seat"]))
        page.set_viewport_size({"width": 1440, "height": 500})
        table(page, game)
        tab_to(page, "Draw tickets")
        press(page, "Enter")
        expect(page.locator("#question")).to_be_focused()
        expect(page.locator("#question")).to_be_in_viewport(ratio=1)

    def test_a_marker_is_told_of_once_and_its_city_is_named(
        self, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        page, _ = self.old_west(context, page, live_server)
        page.goto(f"{page.url}?all=1")
        page.locator("#panel a[href^='?route=']:visible").first.click()
        wait_for_another(page, page.locator("form.pays button.button").first.click)
        expect(page.locator("#question")).to_contain_text("Place a marker?")
        assert page.locator("#panel").inner_text().count("You claimed") == 1
        first = page.locator("form.pays .pay").first.bounding_box()
        bar = page.locator("#panel .act").bounding_box()
        assert first is not None
        assert bar is not None
        assert first["y"] + first["height"] <= bar["y"]
        city = page.locator("form.pays .pay b").first.inner_text().lower().replace(" ", "-")
        assert page.locator(f"#board .names-large use[href$='#large-{city}']").count() == 1
        seen(page, "marker")

    @pytest.mark.parametrize(
        ("looks", "ruleset"),
        at_length(product(LOOKS, engine.RULESETS), at_once=[("two", "old_west@1"), ("two", "card_game@1")]),
    )
    def test_axe_finds_nothing(
        self, context: BrowserContext, page: Page, live_server: LiveServer, looks: str, ruleset: str
    ) -> None:
        game = started(players(3), ruleset=ruleset, now=now())
        come_in(context, live_server, holder(game, 0))
        table(page, game)
        wrong = trouble(page, looks)
        chosen(game, now=now())
        play_on(game, 12, now=now())
        while prompts(game)[0]["type"] != "take_turn":
            asked = prompts(game)[0]["seat"]
            post(game, asked, default(game, asked), now=now())
        seat = prompts(game)[0]["seat"]
        deal(game, seat, red=4, blue=4, green=4, yellow=4, black=4, white=4, orange=4, purple=4, locomotive=4)
        come_in(context, live_server, holder(game, seat))
        for more in ("", "?take=deck", "?all=1", "?tickets=1", "/plan", "/seat", "/disputes", "/log"):
            table(page, game, more)
            wrong += trouble(page, looks)
        table(page, game)
        page.locator("#panel a:is([href^='?route='], [href^='?place=']):visible").first.click()
        page.locator(PLAYING).first.wait_for()
        wrong += trouble(page, looks)
        assert not wrong, "\n".join(sorted(set(wrong)))
