"""The page of a game that is over: the final scoring on every screen, and its lines on the map."""

from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

import engine
from engine import stand_in
from games.models import Game, Player
from games.table import store
from tests.browser.axe import trouble
from tests.browser.engines.expectations import expect
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder, table
from tests.browser.test_windows import FULL
from tests.games.stories import post, started
from tests.sweeps import at_length

NAMES: Final = ("Anna", "Ben", "Cleo", "Dan", "Emma", "Finn")


def ended(ruleset: str, seats: int) -> Game:
    """Return a rated game that stand-ins played to its end."""
    now = timezone.now()
    people = [Player.objects.create_user(f"{name.lower()}@mail.example", name) for name in NAMES[:seats]]
    game = started(people, ruleset=ruleset, now=now, rated=True)
    while not (table := store.load(store.read(game.pk))).state.over:
        seat = table.state.prompts[0].seat
        move = stand_in.choose(table.codec.rules, engine.view(table.state, seat), engine.options(table.state, seat))
        post(game, seat, engine.notation.write(table.codec.rules, move), now=now)
    return store.read(game.pk)


@pytest.mark.parametrize("ruleset", at_length([*FULL], at_once=["usa@1"]))
def test_the_final_scoring_on_every_screen(
    ruleset: str, context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    game = ended(ruleset, FULL[ruleset])
    come_in(context, live_server, holder(game, 0))
    table(page, game)
    expect(page.locator(".results > li")).to_have_count(FULL[ruleset])
    seen(page, f"ended-{ruleset}")
    assert trouble(page, "all") == []


def test_a_line_is_shown_on_the_map_without_the_rest(
    context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    game = ended("usa@1", 3)
    come_in(context, live_server, holder(game, 0))
    table(page, game)
    page.locator(".lines").get_by_text("Longest continuous path").first.click()
    expect(page.locator(".map-shown")).to_contain_text("Longest continuous path")
    assert page.locator("#board .claimed.aside").count() < page.locator("#board .claimed").count()
    seen(page, "ended-shown")
    assert trouble(page, "all") == []
    page.get_by_role("link", name="Show all").click()
    expect(page.locator(".map-shown")).to_have_count(0)
    expect(page.locator("#board .aside")).to_have_count(0)


def test_log_and_replay_tell_the_scoring(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = ended("usa@1", 3)
    come_in(context, live_server, holder(game, 0))
    table(page, game, "/log")
    expect(page.locator(".scored").first).to_be_visible()
    seen(page, "ended-log")
    assert trouble(page, "all") == []
    table(page, game, f"/replay/{game.head}")
    expect(page.get_by_text("turned over at the end")).to_be_visible()
    seen(page, "ended-replay")
    assert trouble(page, "all") == []
