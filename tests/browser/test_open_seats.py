"""Open seats in running games: in the list, and on the page of an offer by email; with a preference for rated games."""

from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Entry
from notifications import links
from tests.browser.axe import trouble
from tests.browser.looks import seen
from tests.browser.test_table import come_in
from tests.games.sitting import offer, stood_in
from tests.games.stories import players
from tests.ratings.test_ratings import begun


def test_a_seat_is_taken_over_and_the_game_counts(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    *people, newcomer = players(4)
    now = timezone.now()
    game = begun(people, now)
    stood_in(game, 1)
    come_in(context, live_server, newcomer)
    page.goto("/tables")
    assert trouble(page) == []
    seen(page, "seats-in-games-that-go-on")
    offer(game, newcomer, 1, now=now)
    page.goto(links.game_url(links.SEAT, newcomer, game.pk, now).partition(".example")[2])
    assert trouble(page) == []
    seen(page, "offered-seat")
    page.goto("/tables")
    page.get_by_label("Count it for my rating").check()
    page.get_by_role("button", name="Take over").click()
    expect(page.locator("#panel")).to_be_visible()
    assert Entry.objects.get(game=game, kind="taken_over", seat=1, public__player=newcomer.pk).public["rated"]
