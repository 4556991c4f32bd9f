"""Browser fixtures: Chromium or another engine, headless, with the site served by this process and an admin signed
in."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.engines import interface
from tests.browser.engines.elements import PATIENCE
from tests.browser.engines.launch import Chromium, WebKit
from tests.notifications.conftest import carry, post_office

if TYPE_CHECKING:
    from games.models import Game
    from tests.browser.desk import Desk

__all__ = ["carry", "post_office"]

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
Launch = Callable[..., Browser]


@pytest.hookimpl(tryfirst=True)  # the player who commits is asked next
def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every test in this folder as one that needs a browser, and real commits for the server's own thread."""
    if Path(__file__).parent in item.path.parents:
        if item.get_closest_marker("engines") is None:
            item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="session")
def launch() -> Iterator[Launch]:
    """Yield a function that starts a browser with additional flags."""
    # Playwright's own loop runs in this thread, which Django would report as an error.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    path = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    assert path is not None, "Chromium is needed: apt-get install chromium"
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(executable_path=path, args=[*FLAGS, *more], headless=True)
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def chromium(launch: Launch) -> Iterator[Browser]:
    """One Chromium for all tests."""
    with launch() as browser:
        yield browser


@pytest.fixture(scope="session")
def large_print(launch: Launch) -> Iterator[Browser]:
    """A browser with text set to twice its usual size."""
    with launch("--blink-settings=defaultFontSize=32") as browser:
        yield browser


@pytest.fixture
def cookies_over_http() -> Iterator[None]:
    """Allow the session over HTTP, for browsers that send secure cookies only over HTTPS, even to localhost."""
    # Pytest may import this file before Django is set up.
    from django.test import override_settings

    with override_settings(SESSION_COOKIE_SECURE=False, CSRF_COOKIE_SECURE=False):
        yield


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> interface.Engine:
    """Return Chromium, or the engine of the parameter that `in_every_engine` gives."""
    other = getattr(request, "param", None)
    if isinstance(other, WebKit):
        request.getfixturevalue("cookies_over_http")
    return Chromium(request.getfixturevalue("chromium")) if other is None else other


@pytest.fixture
def context(engine: interface.Engine, live_server: LiveServer) -> Iterator[interface.Context]:
    """A new window for each test, without cookies."""
    with engine.window(live_server.url) as opened:
        yield opened


@pytest.fixture
def page(context: interface.Context) -> interface.Page:
    """An empty page."""
    return context.new_page()


@pytest.fixture
def desk(page: Page) -> "Desk":
    """The admins' desk, with nobody signed in yet."""
    # Pytest may import this file before Django is set up.
    from tests.browser.desk import Desk

    return Desk(page)


@pytest.fixture
def game() -> "Game":
    """Return a game of three that has been running for a while, with a complaint."""
    from django.utils import timezone

    from games.models import Game
    from games.table.disputes import lifecycle
    from notifications.models import Alarm, Notification
    from tests.games.stories import DAY, chosen, play_on, players, started

    begun = timezone.now() - DAY / 2
    people = players(3)
    made = chosen(started(people, now=begun, name="The Old Line"), now=begun)
    play_on(made, 12, now=begun)
    asked = made.turns.get(closed_at=None).seat
    text = "Nothing has happened since this morning."
    lifecycle.open_dispute(
        player=people[(asked + 1) % 3], game_id=made.pk, kind="absent_player", text=text, now=timezone.now()
    )
    # No worker has been running meanwhile, which the pages must not report to admins.
    Notification.objects.update(created_at=timezone.now())
    Alarm.objects.update(look_at=timezone.now() + DAY)
    return Game.objects.get(pk=made.pk)
