"""A form whose request was stopped or never answered can be sent again; one that is being sent is sent once."""

import pytest
from playwright.sync_api import Page, Request, Route, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.api.people import player
from tests.browser.test_passkeys import Device, add, come_in, sign_out

SIGN_IN = "/accounts/login/"
CLOCK = """
const later = [], soon = window.setTimeout;
window.setTimeout = (act, time, ...rest) => time < 5000 ? soon(act, time, ...rest) : -later.push([act, time, rest]);
window.pass = time => later.forEach(one => { if (one[1] <= time) one[0](...one[2]); });
"""
"""Long timers of a page wait until the test lets the time pass."""
LONGEST = 10_000
"""Milliseconds after which a form can be sent again, whatever happened to the first request."""
NOBODY = """
const credentials = navigator.credentials, ask = credentials.get.bind(credentials);
const unanswered = ({ signal }) => new Promise((_, refuse) => {
  window.question = signal;
  document.body.dataset.asked = "";
  signal.addEventListener("abort", () => refuse(signal.reason));
});
credentials.get = options => window.question ? ask(options) : unanswered(options);
"""
"""A device whose owner is absent at the first request: it answers neither yes nor no."""
STORY = """
const form = document.querySelector("[name=email]").form, button = form.querySelector("button");
const story = [], busy = () => form.ariaBusy ? "busy" : "free";
const told = words => { story.push(words, busy()); sessionStorage.story = story.join(" "); };
const pressAgain = () => { if (form.ariaBusy) return setTimeout(pressAgain, 50); told("again"); button.click(); };
const press = () => { button.click(); button.click(); told("pressed"); };
setTimeout(press, 100);
setTimeout(() => { (() => {%s})(); pressAgain(); }, 400);
"""
"""The reader's actions, run in the page, because Chromium takes no commands while a page waits for its answer."""


class Reader:
    """Somebody who presses a button twice, and again as soon as it is enabled; the first request gets no answer."""

    def __init__(self, page: Page) -> None:
        self.page, self.sent, self.stuck = page, 0, list[Route]()
        page.route(f"**{SIGN_IN}", self._route)

    def _route(self, route: Route, request: Request) -> None:
        if request.method == "POST":
            self.sent += 1
            if self.sent == 1:
                self.stuck.append(route)
                return
        route.continue_()

    def reads(self, then: str) -> str:
        """Run the story; return the messages it recorded."""
        self.page.evaluate(STORY % then)
        if not then:
            while not self.stuck:
                self.page.wait_for_timeout(50)
            self.stuck[0].abort("aborted")
            self.page.evaluate(f"pass({LONGEST})")
        expect(self.page.get_by_label("Code")).to_be_visible()
        assert self.sent == 2
        return str(self.page.evaluate("sessionStorage.story"))


@pytest.fixture
def reader(page: Page) -> Reader:
    player("Ada")
    page.add_init_script(CLOCK)
    page.goto(SIGN_IN)
    page.get_by_label("Email address").fill("ada@example.org")
    return Reader(page)


def test_it_comes_back_after_ten_seconds_without_an_answer(reader: Reader) -> None:
    story = reader.reads(f"pass({LONGEST - 1}); told('soon'); pass({LONGEST});")
    assert story == "pressed busy soon busy again free"


def test_it_comes_back_when_its_page_is_seen_again(reader: Reader) -> None:
    story = reader.reads("told('away'); document.dispatchEvent(new Event('visibilitychange'));")
    assert story == "pressed busy away busy again free"


def test_it_comes_back_at_once_when_its_reader_presses_stop(reader: Reader) -> None:
    assert reader.reads("window.stop();") == "pressed busy again free"


def test_it_comes_back_after_ten_seconds_when_the_network_fails(reader: Reader) -> None:
    assert reader.reads("") == "pressed busy again free"


def test_a_passkey_that_nobody_showed_can_be_asked_for_again(
    page: Page, settings: Settings, live_server: LiveServer
) -> None:
    """The owner was absent: the button asks again, and the first request is cancelled."""
    settings.PUBLIC_URL = live_server.url
    player("Ada")
    Device(page)
    come_in(page, "ada@example.org")
    add(page, "Phone")
    sign_out(page)
    page.add_init_script(CLOCK + NOBODY)
    page.goto(SIGN_IN)
    button = page.get_by_role("button", name="Sign in with a passkey")
    button.click()
    expect(page.locator("body[data-asked]")).to_have_count(1)
    expect(page.locator("form[aria-busy]")).to_have_count(1)
    page.evaluate(f"pass({LONGEST})")
    expect(page.locator("form[aria-busy]")).to_have_count(0)
    expect(page.locator("#passkey-trouble")).to_be_empty()
    page.evaluate("question.addEventListener('abort', () => sessionStorage.question = 'over')")
    button.click()
    expect(page.get_by_role("contentinfo")).to_contain_text("Signed in as Ada")
    assert page.evaluate("sessionStorage.question") == "over"
