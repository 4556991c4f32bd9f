"""On a phone, 390 x 844: everything a prompt needs is visible at once, and each move takes few taps.

Six players in the Old West need the most space. Readers of an email come through its link to the seat.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from games.table import store
from games.web.seat_link import rights
from tests.browser.axe import PHONE
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder
from tests.browser.ways import settled
from tests.games.stories import chosen, default, play_on, players, post, prompts, started
from tests.games.worlds import deal

Arrival = Callable[[BrowserContext, Page, LiveServer, Game, int], None]


def at_the_table(context: BrowserContext, page: Page, server: LiveServer, game: Game, seat: int) -> None:
    """Open the table signed in."""
    come_in(context, server, holder(game, seat))
    page.goto(f"/games/{game.pk}")


def from_the_email(_: BrowserContext, page: Page, __: LiveServer, game: Game, seat: int) -> None:
    """Open the table by the link to the seat, without signing in."""
    page.goto(urlsplit(rights.url(holder(game, seat), game.pk, seat, timezone.now())).path)


@pytest.fixture(params=[at_the_table, from_the_email])
def arrival(request: pytest.FixtureRequest) -> Arrival:
    found: Arrival = request.param
    return found


def old_west(name: str) -> Game:
    """Return a game of six players, who choose their first tickets."""
    return started(players(6), ruleset="old_west@1", now=timezone.now(), name=name)


def in_the_middle(game: Game) -> int:
    """Play on to sixty entries; return the seat whose turn it is."""
    chosen(game, now=timezone.now())
    play_on(game, 60, now=timezone.now())
    while prompts(game)[0]["type"] != "take_turn":
        asked = prompts(game)[0]["seat"]
        post(game, asked, default(game, asked), now=timezone.now())
    seat: int = prompts(game)[0]["seat"]
    return seat


def below(page: Page, part: str) -> float:
    """Return the part's bottom edge, after checking that its top is on the screen."""
    box = page.locator(part).first.bounding_box()
    assert box is not None, part
    assert box["y"] >= 0
    return box["y"] + box["height"]


class TestSeenAtOnce:
    def shows_all(self, page: Page) -> None:
        page.set_viewport_size(PHONE)
        page.evaluate("document.fonts.ready")
        ends = {part: below(page, part) for part in ("#board", "#question", "#panel .chips")}
        assert max(ends.values()) <= PHONE["height"], ends
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    def test_a_turn(self, arrival: Arrival, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        game = old_west("The long way round the western coast")
        seat = in_the_middle(game)
        deal(game, seat, red=2, blue=1, green=3, yellow=1, black=2, white=1, orange=1, purple=1, locomotive=1)
        page.set_viewport_size(PHONE)
        arrival(context, page, live_server, game, seat)
        self.shows_all(page)
        seen(page, f"phone-turn-{arrival.__name__}")

    def test_the_first_tickets(
        self, arrival: Arrival, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = old_west("The long way round the western coast")
        page.set_viewport_size(PHONE)
        arrival(context, page, live_server, game, 0)
        seen(page, f"phone-first-tickets-{arrival.__name__}")
        self.shows_all(page)


class TestTaps:
    """The number of taps from the open table, and from the page that the email's link opens, is the same."""

    def open(self, context: BrowserContext, page: Page, arrive: Callable[[], None]) -> None:
        page.set_viewport_size(PHONE)
        self.taps = 0
        arrive()

    def tap(self, page: Page, what: Locator) -> None:
        settled(page)
        what.click()
        self.taps += 1

    def played(self, page: Page, game: Game, before: int) -> int:
        """Return how many taps a move took."""
        expect(page.locator("#table")).not_to_have_attribute("data-head", str(before))
        return self.taps

    def turn(self, **hand: int) -> tuple[Game, int]:
        game = chosen(started(players(3), now=timezone.now()), now=timezone.now())
        seat = prompts(game)[0]["seat"]
        deal(game, seat, **hand)
        return Game.objects.get(pk=game.pk), seat

    def test_a_claim_takes_two(
        self, arrival: Arrival, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        hand = dict.fromkeys(("red", "blue", "green", "yellow", "black", "white", "orange", "purple"), 5)
        game, seat = self.turn(**hand)
        self.open(context, page, lambda: arrival(context, page, live_server, game, seat))
        self.tap(page, page.locator("#panel a[href^='?route=']:visible").first)
        self.tap(page, page.get_by_role("button", name="Claim for"))
        assert self.played(page, game, game.head) == 2
        assert len(store.view_for(store.read(game.pk), None)["routes"]) == 1

    def test_a_claim_that_is_paid_differently_takes_at_most_four(
        self, arrival: Arrival, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        hand = dict.fromkeys(("red", "blue", "green", "yellow", "black", "white", "orange", "purple"), 5)
        game, seat = self.turn(**hand, locomotive=3)
        self.open(context, page, lambda: arrival(context, page, live_server, game, seat))
        self.tap(page, page.locator("#panel a[href^='?route=']:visible").first)
        self.tap(page, page.locator("#panel label.pay").nth(1))
        self.tap(page, page.get_by_role("button", name="Claim for"))
        assert self.played(page, game, game.head) <= 4

    def test_two_cards_take_three(
        self, arrival: Arrival, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game, seat = self.turn(red=1)
        self.open(context, page, lambda: arrival(context, page, live_server, game, seat))
        for number in (1, 2):
            self.tap(page, page.locator("#panel a.card-deck"))
            expect(page.locator("#panel .card-deck .order")).to_contain_text(str(number))
        self.tap(page, page.get_by_role("button", name="Take two from the deck"))
        assert self.played(page, game, game.head) == 3

    @pytest.mark.parametrize(("more", "taps"), [(0, 1), (1, 2)])
    def test_first_tickets_take_one_tap_for_the_fewest_and_one_more_for_each(
        self, arrival: Arrival, context: BrowserContext, page: Page, live_server: LiveServer, more: int, taps: int
    ) -> None:
        game = Game.objects.get(pk=started(players(3), now=timezone.now()).pk)
        self.open(context, page, lambda: arrival(context, page, live_server, game, 0))
        for _ in range(more):
            self.tap(page, page.locator("#panel label.tick-ticket:not(:has(:checked))"))
        self.tap(page, page.get_by_role("button", name=f"Keep {2 + more} tickets"))
        assert self.played(page, game, game.head) == taps
