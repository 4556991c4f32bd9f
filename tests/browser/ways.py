"""Three ways to play at the table: with the mouse, with the keyboard alone, and by mouse without JavaScript.

Each knows how to press an element, and how to wait for the page's answer; the elements to press are the same.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Browser, BrowserContext, ViewportSize

from tests.browser.engines.expectations import expect
from tests.browser.engines.interface import Locator, Page
from tests.browser.engines.launch import Chromium

PLAYING: Final = "#panel form:not(.plan-offers, [action$='/agreements'], [method=get])"
SENDS: Final = f"{PLAYING} button.button"
BEST: Final = "#panel .best a:is([href^='?route='], [href^='?place=']):visible"
CHOICES: Final = f"{BEST}, #panel :is(a.route, a.city-choice):visible"
CARDS: Final = "#panel a.market-card"
TICKETS: Final = "#panel input[name=ticket]:not(:checked)"
THE_REST: Final = '#panel a[href*="all=1"]'
MORE_TICKETS: Final = '#panel a[href*="tickets=1"]'
STEPS: Final = 150
"""The number of tab presses that is enough to pass through a whole page."""


def settled(page: Page) -> None:
    """Wait until swapped content is active and focused: no person is faster than that."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)


def resize(page: Page, window: ViewportSize) -> None:
    """Resize the window, and wait until its page has heard of that: browsers tell at the next frame."""
    page.set_viewport_size(window)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def by_mouse(page: Page, wanted: Locator) -> None:
    """Click on it."""
    wanted.click()


def by_keyboard(page: Page, wanted: Locator) -> None:
    """Go to it with the tab key, and press it with Enter, or with Space if it is a box."""
    settled(page)
    for _ in range(STEPS):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => document.activeElement === one"):
            page.keyboard.press("Space" if wanted.evaluate("one => one.matches('input')") else "Enter")
            return
    raise AssertionError(f"the keyboard does not reach {wanted}")


@dataclass(frozen=True)
class Way:
    """A way to play: its name, whether scripts run, and how it presses an element."""

    name: str
    scripts: bool
    press: Callable[[Page, Locator], None]

    @contextmanager
    def window(self, browser: Browser, address: str) -> Iterator[BrowserContext]:
        """Open a new window without cookies."""
        with Chromium(browser).window(address, scripts=self.scripts) as opened:
            yield opened


MOUSE: Final = Way("mouse", True, by_mouse)
KEYBOARD: Final = Way("keyboard", True, by_keyboard)
PLAIN: Final = Way("plain", False, by_mouse)
WAYS: Final = (MOUSE, KEYBOARD, PLAIN)


def answer(page: Page, way: Way) -> None:
    """Answer any prompt: a claim or a row if there is one, otherwise cards; always the first suggestion."""
    if not page.locator(SENDS).count():
        if not page.locator(f"{CHOICES}, {CARDS}").count():
            _open_the_rest(page, way)
        routes = page.locator(CHOICES)
        way.press(page, routes.first if routes.count() else page.locator(CARDS).last)
        page.locator(PLAYING).first.wait_for()
    send(page, way)


def send(page: Page, way: Way) -> None:
    """Press the last button that plays, and wait until the table has been updated."""
    before = page.locator("#table").get_attribute("data-head")
    way.press(page, page.locator(SENDS).last)
    expect(page.locator("#table")).not_to_have_attribute("data-head", before or "")


def _open_the_rest(page: Page, way: Way) -> None:
    """Open the list of all other routes, or the tickets, if no card and no helpful route is offered."""
    every = page.locator(THE_REST)
    way.press(page, (every if every.count() else page.locator(MORE_TICKETS)).first)
    page.locator(f"{CHOICES}, {PLAYING}").first.wait_for()
