"""A group joining through one link in four browsers, and a visitor trying the game without an address; both timed."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.lobby import join_links, lobby
from games.models import Game, JoinLink
from games.table.play import stand_ins
from tests.api.people import mailed_code
from tests.browser.axe import PHONE, trouble
from tests.browser.test_table import come_in
from tests.games.stories import DAY, players

NEWCOMERS = ("Bela", "Carl", "Dora", "Emma")
A_MINUTE, FIVE_MINUTES = 60, 300
NARROW = 360
Window = Callable[..., Page]
Record = Callable[[str, object], None]


@pytest.fixture
def window(chromium: Browser, live_server: LiveServer) -> Iterator[Window]:
    """Yield a function that opens an empty page in a new window without cookies."""
    with ExitStack() as all_of_them:

        def opened(**wishes: Any) -> Page:
            made = chromium.new_context(base_url=live_server.url, locale="en", **wishes)
            all_of_them.callback(made.close)
            return made.new_page()

        yield opened


def gathered(page: Page, path: str, name: str) -> None:
    """Go from the link to a seat."""
    page.goto(path)
    page.get_by_label("Name that others see").fill(name)
    page.get_by_label("Email address").fill(f"{name.lower()}@mail.example")
    page.get_by_role("button", name="Send me a code").click()
    page.get_by_label("Code").wait_for()
    page.get_by_label("Code").fill(mailed_code(f"{name.lower()}@mail.example"))
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".foot")).to_contain_text(f"Signed in as {name}")


def keeps_tickets(page: Page, path: str) -> None:
    """Wait until the waiting room leads to the game, and make the first move: keep the fewest tickets."""
    page.wait_for_url(re.compile(f"{path}$"))
    page.get_by_role("button", name="Keep 2 tickets").click()
    expect(page.get_by_role("button", name="Keep 2 tickets")).to_have_count(0)


def test_four_newcomers_are_seated_by_one_link_and_play(window: Window, record_testsuite_property: Record) -> None:
    (ada,) = players(1, "Ada")
    wishes = lobby.Wishes("usa@1", 5, DAY, name="The night train", access="invitation", order="fixed")
    game = lobby.create_game(host=ada, wishes=wishes, now=timezone.now())
    path = f"/join/{join_links.token(join_links.make(host=ada, game_id=game.pk, now=timezone.now()))}"
    pages = [window(viewport={"width": 390, "height": 844}) for _ in NEWCOMERS]
    began, first_moves = time.monotonic(), []
    arrived = {}
    for page, name in zip(pages, NEWCOMERS, strict=True):
        arrived[name] = time.monotonic()
        gathered(page, path, name)
    for page, name in zip(pages, NEWCOMERS, strict=True):
        keeps_tickets(page, f"/games/{game.pk}")
        first_moves.append(time.monotonic() - arrived[name])
    took = time.monotonic() - began
    record_testsuite_property("seconds until all play", took)
    record_testsuite_property("seconds from address to first move", max(first_moves))
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert game.entries.filter(kind="move").count() == len(NEWCOMERS)
    assert max(first_moves) < A_MINUTE
    assert took < FIVE_MINUTES


@pytest.mark.parametrize(("name", "why"), [("Ada 0", "The name is taken"), ("Night Mail", "reserved")])
def test_the_focus_is_where_it_says_why_a_name_is_refused(name: str, why: str, window: Window) -> None:
    (ada,) = players(1, "Ada")
    wishes = lobby.Wishes(ruleset="usa@1", seats=3, time_per_move=DAY)
    game = lobby.create_game(host=ada, wishes=wishes, now=timezone.now())
    page = window()
    page.goto(f"/join/{join_links.token(join_links.make(host=ada, game_id=game.pk, now=timezone.now()))}")
    page.get_by_label("Name that others see").fill(name)
    page.get_by_label("Email address").fill("bela@mail.example")
    page.get_by_role("button", name="Send me a code").click()
    refused = page.get_by_role("alert").filter(has_text=why)
    expect(refused).to_be_visible()
    in_focus = "(alert, name) => [alert, ...document.getElementsByName(name)].includes(document.activeElement)"
    assert refused.evaluate(in_focus, "name")


def test_the_host_copies_the_link(window: Window, live_server: LiveServer) -> None:
    (host,) = players(1)
    wishes = lobby.Wishes(ruleset="usa@1", seats=3, time_per_move=DAY)
    game = lobby.create_game(host=host, wishes=wishes, now=timezone.now())
    page = window(permissions=["clipboard-read", "clipboard-write"])
    come_in(page.context, live_server, host)
    page.goto(f"/tables/{game.pk}")
    page.get_by_role("button", name="Make a join link").click()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == join_links.address(JoinLink.objects.get())
    assert not trouble(page)


def test_somebody_tries_it_with_one_press(window: Window, record_testsuite_property: Record) -> None:
    page = window(viewport=PHONE)
    page.goto("/")
    began = time.monotonic()
    page.get_by_role("button", name="Ticket to Ride", exact=True).click()
    page.get_by_role("button", name="Keep 2 tickets").click()
    expect(page.get_by_role("button", name="Keep 2 tickets")).to_have_count(0)
    record_testsuite_property("seconds from front page to first move", time.monotonic() - began)
    game = Game.objects.get(practice=True)
    stand_ins.play_game(game_id=game.pk, now=timezone.now())
    expect(page.locator("#panel")).to_contain_text("Draw")
    page.get_by_role("link", name="Give an address to keep your table").click()
    expect(page.get_by_label("Email address")).to_be_visible()
    assert trouble(page) == []


@pytest.mark.parametrize("scripts", [True, False])
def test_the_pages_fit_a_small_phone_and_axe_finds_nothing(window: Window, scripts: bool) -> None:
    (ada,) = players(1, "Ada")
    game = lobby.create_game(host=ada, wishes=lobby.Wishes("usa@1", 4, DAY), now=timezone.now())
    link = join_links.make(host=ada, game_id=game.pk, now=timezone.now())
    page = window(viewport={"width": NARROW, "height": 740}, java_script_enabled=scripts)
    for path in ("/", f"/join/{join_links.token(link)}", "/join/nothing"):
        page.goto(path)
        if scripts:
            assert trouble(page) == []
            page.set_viewport_size({"width": NARROW, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    page.goto("/")
    page.get_by_role("button", name="Card Game", exact=True).click()
    expect(page.locator(".foot")).to_contain_text("You practice as Guest")
    page.goto("/accounts/keep/")
    if scripts:
        assert trouble(page) == []
