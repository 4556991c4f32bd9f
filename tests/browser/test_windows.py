"""In every window, from 320 x 256 (WCAG 1.4.10) to 2560 x 1440, each prompt of each game can be answered: everything
to press scrolls into view, uncovered by the map or by fixed buttons, and so does the focused element."""

from collections.abc import Iterator, Mapping
from functools import partial
from io import BytesIO
from typing import Final

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from engine import RULESETS
from games.models import Game
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder, table
from tests.browser.test_whole_games import QUESTIONS, Question
from tests.browser.ways import CARDS, CHOICES, MORE_TICKETS, PLAIN, STEPS, resize, settled
from tests.games.stories import chosen, play_on, players, prompts, started
from tests.games.worlds import deal
from tests.replay.games import under_way
from tests.sweeps import at_length

SIZES: Final = (
    (320, 256),
    (568, 320),
    (667, 375),
    (683, 320),
    (740, 360),
    (390, 844),
    (768, 1024),
    (1024, 768),
    (1280, 720),
    (1440, 900),
    (2560, 1440),
)
WINDOWS: Final = [ViewportSize(width=wide, height=high) for wide, high in SIZES]
UPRIGHT: Final = ViewportSize(width=390, height=844)
SIDEWAYS: Final = ViewportSize(width=740, height=360)
NOTCH: Final = {"left": 47, "right": 47, "top": 0, "bottom": 21}
UNDER_THE_NOTCH: Final = """notch => [...document.querySelectorAll("#table *, .bar *")].filter(one => {
  const box = one.getBoundingClientRect();
  if (box.width <= 1 || one.closest(".unseen, svg *")) return false;
  return box.left < notch.left || box.right > innerWidth - notch.right;
}).map(one => one.outerHTML.slice(0, 120))"""
MAP_COVERS_FOCUS: Final = """() => {
  const at = document.activeElement, box = at.getClientRects()[0];
  const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return Boolean(on && on.closest(".game-board") && !at.closest(".game-board"));
}"""
COVERED: Final = """() => {
  const wrong = [], everything = "a, button, summary, input:not([type=hidden]), select, textarea";
  const told = (how, one) => `${how}: ${one.outerHTML.slice(0, 120).replace(/\\s+/g, " ")}`;
  const isStop = one => one.tabIndex >= 0 && !one.disabled && !one.closest(".unseen, svg, .skip");
  const isShown = one => isStop(one) && one.checkVisibility();
  const isFree = one => {
    const box = one.getClientRects()[0], top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
    const on = document.elementFromPoint(box.x + box.width / 2, (top + bottom) / 2);
    return on && (one.contains(on) || on.contains(one) && on.matches("label"));
  };
  const all = [...document.querySelectorAll(everything)].filter(isShown);
  const ends = {above: 0, below: document.documentElement.scrollHeight};
  for (const one of all.filter(one => one.closest(".panel"))) {
    for (const [end, top] of Object.entries(ends)) {
      scrollTo(0, top);
      one.scrollIntoView({block: "nearest"});
      if (!isFree(one)) wrong.push(told(`scrolled to from ${end}`, one));
    }
  }
  for (const [way, stops] of Object.entries({forward: all, back: [...all].reverse()})) {
    document.activeElement.blur();
    for (const one of stops) {
      one.focus();
      if (!isFree(one)) wrong.push(told(`reached by tab ${way}`, one));
    }
  }
  scrollTo(0, 0);
  const question = document.querySelector("#question, #step").getBoundingClientRect();
  if (question.top > innerHeight) wrong.push("the question is not on the first screen");
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) wrong.push(`the page is ${wide} wide`);
  return wrong;
}"""


def turn(ruleset: str, seats: int) -> Game:
    """Return a game after some moves, in which seat 0 has a large hand and is to move."""
    game = chosen(started(players(seats), ruleset=ruleset, now=timezone.now()), now=timezone.now())
    play_on(game, 4 * seats, now=timezone.now())
    while [prompt["type"] for prompt in prompts(game) if prompt["seat"] == 0] != ["take_turn"]:
        play_on(game, 1, now=timezone.now())
    deal(game, 0, red=4, blue=4, green=4, yellow=4, black=4, white=4, orange=4, purple=4, locomotive=4)
    return game


def first_tickets(ruleset: str, seats: int) -> Game:
    return started(players(seats), ruleset=ruleset, now=timezone.now())


FULL: Final = {name: max(rules.seat_counts) for name, rules in RULESETS.items()}
"""The most players of each ruleset."""
MORE: Final[Mapping[str, Question]] = {
    f"{name}, full table, {ruleset}": Question(prompt, partial(make, ruleset, seats), first=first)
    for ruleset, seats in FULL.items()
    for name, prompt, make, first in (
        ("turn", "take_turn", turn, CHOICES),
        ("cards", "take_turn", turn, CARDS),
        ("tickets", "take_turn", turn, MORE_TICKETS),
        ("first tickets", "keep_first_tickets", first_tickets, ""),
    )
}


def pages_of(page: Page, question: Question, game: Game) -> Iterator[str]:
    """Yield the table, and then the page of the first choice there, if it is a link."""
    yield question.more
    table(page, game, question.more)
    link = page.locator(question.first).first if question.first else None
    if link is not None and link.evaluate("link => link.matches('a')"):
        yield str(link.get_attribute("href"))


AT_ONCE: Final = ["turn, full table, old_west@1", "first tickets, full table, usa@1", "marker", "alvin", "completing"]


@pytest.mark.parametrize("asked", at_length([*QUESTIONS, *MORE], at_once=AT_ONCE))
def test_each_question_can_be_answered_in_every_window(
    asked: str, context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    question = {**QUESTIONS, **MORE}[asked]
    game = question.game()
    come_in(context, live_server, holder(game, 0))
    wrong: list[str] = []
    for more in pages_of(page, question, game):
        table(page, game, more)
        settled(page)
        for window in WINDOWS:
            resize(page, window)
            covered: list[str] = page.evaluate(COVERED)
            wrong += [f"{window['width']} x {window['height']} {more} {one}" for one in covered]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("ruleset", at_length(FULL, at_once=["old_west@1"]))
def test_a_replay_can_be_stepped_through_in_every_window(ruleset: str, page: Page) -> None:
    game = under_way(ruleset, seats=FULL[ruleset], now=timezone.now())
    page.goto(f"/games/{game.pk}/replay/{game.head - 1}")
    wrong: list[str] = []
    for window in WINDOWS:
        resize(page, window)
        covered: list[str] = page.evaluate(COVERED)
        wrong += [f"{window['width']} x {window['height']} {one}" for one in covered]
    assert not wrong, "\n".join(wrong)


def test_the_tab_key_never_leads_under_the_map(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = turn("usa@1", FULL["usa@1"])
    come_in(context, live_server, holder(game, 0))
    table(page, game)
    for window in (UPRIGHT, SIDEWAYS):
        resize(page, window)
        for key in ("Tab", "Shift+Tab"):
            page.locator("#question").focus()
            for _ in range(STEPS // 5):
                page.keyboard.press(key)
                assert not page.evaluate(MAP_COVERS_FOCUS), page.evaluate("document.activeElement.outerHTML")


def test_a_map_that_was_put_away_stays_away(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = turn("usa@1", FULL["usa@1"])
    come_in(context, live_server, holder(game, 0))
    page.set_viewport_size(UPRIGHT)
    table(page, game)
    settled(page)
    page.locator(".map > summary").click()
    expect(page.locator("#board")).to_be_hidden()
    seen(page, "map-away")
    page.set_viewport_size(UPRIGHT)
    page.locator("#panel a[href^='?route=']:visible").first.click()
    page.locator("form.pays").wait_for()
    expect(page.locator("#board")).to_be_hidden()
    page.locator(".map > summary").click()
    expect(page.locator("#board")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    page.locator("#panel a[href^='?route=']:visible").first.wait_for()
    expect(page.locator("#board")).to_be_visible()


def test_without_scripts_too_the_map_can_be_put_away(chromium: Browser, live_server: LiveServer) -> None:
    game = turn("usa@1", FULL["usa@1"])
    with PLAIN.window(chromium, live_server.url) as context:
        come_in(context, live_server, holder(game, 0))
        page = context.new_page()
        for window in (UPRIGHT, SIDEWAYS):
            page.set_viewport_size(window)
            table(page, game)
            page.locator(".map > summary").click()
            expect(page.locator("#board")).to_be_hidden()
        page.set_viewport_size(WINDOWS[-1])
        page.locator(".map > summary").click()
        expect(page.locator("#board")).to_be_visible()


def test_nothing_lies_under_a_notch(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = turn("usa@1", FULL["usa@1"])
    come_in(context, live_server, holder(game, 0))
    table(page, game)
    page.set_viewport_size(SIDEWAYS)
    context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": NOTCH})
    page.wait_for_function("left => document.getElementById('board').getClientRects()[0].x === left", arg=NOTCH["left"])
    assert page.evaluate(UNDER_THE_NOTCH, NOTCH) == []


def test_a_guests_notice_has_its_edge(page: Page) -> None:
    page.set_viewport_size(UPRIGHT)
    page.goto("/")
    page.get_by_role("button", name="Card Game").click()
    page.wait_for_url("**/games/*")
    shot = Image.open(BytesIO(page.locator(".game-keep").screenshot())).convert("RGB")
    ground, edge = shot.getpixel((shot.width // 2, shot.height // 2)), shot.getpixel((shot.width // 2, 0))
    assert edge != ground
