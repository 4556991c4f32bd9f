"""A bot in a real browser: created, configured, found by others, challenged, retired."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Game, Player
from games.people import bot_policies, bots
from games.people.bot_policies import PolicyChoice
from tests.api.people import player
from tests.browser.axe import trouble
from tests.browser.looks import seen
from tests.browser.test_settings import NARROW, come_in


@pytest.fixture
def bela() -> Player:
    """Return a player whose bot accepts everything, and already plays."""
    made = player("Bela")
    rook = bots.make(owner=made, name="Night Tower of Bratislava", now=timezone.now()).bot
    choice = PolicyChoice(challenges="at_once", rulesets=["usa@1", "old_west@1", "card_game@1"], most_games=1)
    bot_policies.choose(owner=made, bot_id=rook.pk, choice=choice)
    return made


def is_fine(page: Page, name: str) -> None:
    assert trouble(page) == [], name
    page.set_viewport_size({"width": NARROW, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW, name
    seen(page, name)


def test_an_owner_makes_a_bot_and_retires_it(page: Page) -> None:
    player("Ada")
    come_in(page)
    page.goto("/settings")
    page.get_by_role("link", name="Bots of yours").click()
    is_fine(page, "no-bots")
    page.get_by_role("link", name="Make a bot").click()
    page.get_by_label("What is it called?").fill("Rook")
    page.get_by_role("button", name="Make the bot").click()
    expect(page.get_by_label("Token")).to_have_value(re.compile("^nm_"))
    is_fine(page, "token")
    page.get_by_role("link", name="I have it").click()
    choose_what_it_takes_on(page)
    page.goto("/settings/bots")
    is_fine(page, "own-bots")
    page.get_by_role("link", name="Rook").click()
    page.get_by_label("To retire it, type its name.").fill("Rook")
    page.get_by_role("button", name="Retire it").click()
    expect(page.get_by_role("status")).to_contain_text("The bot is retired.")


def choose_what_it_takes_on(page: Page) -> None:
    page.get_by_label("Accept at once what fits below").check()
    page.get_by_label("How many games at once?").fill("4")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    is_fine(page, "bot")


def test_a_player_challenges_a_bot_that_others_see_busy_then(page: Page, bela: Player) -> None:
    player("Ada")
    come_in(page)
    page.goto("/bots")
    is_fine(page, "bots")
    page.get_by_role("link", name="Challenge Night Tower of Bratislava").click()
    is_fine(page, "challenge")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("main")).to_contain_text("Night Tower of Bratislava")
    assert Game.objects.get().status == Game.Status.RUNNING
    is_fine(page, "table")
    page.goto("/bots")
    expect(page.get_by_text("busy")).to_be_visible()
    page.goto(f"/players/{bots.bots_owned_by(bela).get().pk}")
    is_fine(page, "player")
