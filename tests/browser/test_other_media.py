"""The table on paper, and with the colors that a reader's system forces on every page."""

import re
from collections.abc import Callable
from io import BytesIO
from itertools import product
from typing import Final

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from games.presentation.pictures.palette import DAY
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder, table
from tests.browser.test_windows import FULL, UPRIGHT, turn
from tests.games.stories import chosen, play_on, players, started
from tests.sweeps import at_length

MANY: Final = 2000
A4_PAGE: Final = re.compile(rb"/Type\s*/Page\b")
TO_PRESS: Final = """() => [...document.querySelectorAll("a, button, input, select, summary, textarea")].filter(one => {
  const box = one.getBoundingClientRect(), style = getComputedStyle(one);
  if (!one.checkVisibility() || box.width <= 1 || one.closest(".unseen")) return false;
  const isWords = style.textDecorationLine === "none" && style.color === getComputedStyle(one.parentNode).color;
  return !one.matches("a") || !isWords;
}).map(one => one.outerHTML.slice(0, 120))"""


def under_way(ruleset: str) -> Game:
    game = turn(ruleset, FULL[ruleset])
    play_on(game, 60, now=timezone.now())
    return game


def ended(ruleset: str) -> Game:
    game = chosen(started(players(FULL[ruleset]), ruleset=ruleset, now=timezone.now()), now=timezone.now())
    play_on(game, MANY, now=timezone.now())
    return game


@pytest.mark.parametrize(
    ("ruleset", "position"),
    at_length(
        product(FULL, (under_way, ended)),
        at_once=[("usa@1", ended), ("old_west@1", under_way)],
    ),
)
def test_a_table_is_printed_on_one_page_without_anything_to_press(
    ruleset: str, position: Callable[[str], Game], context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    game = position(ruleset)
    come_in(context, live_server, holder(game, 0))
    table(page, game)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(TO_PRESS) == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(page.locator(".game-log")).to_be_visible()
    results = page.locator(".results, .game-players").filter(visible=True)
    for seat in range(FULL[ruleset]):
        expect(results).to_contain_text(holder(game, seat).display_name)
    assert len(A4_PAGE.findall(page.pdf(format="A4"))) == 1


def test_a_map_that_was_put_away_is_printed(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = turn("usa@1", FULL["usa@1"])
    come_in(context, live_server, holder(game, 0))
    page.set_viewport_size(UPRIGHT)
    table(page, game)
    page.locator(".map > summary").click()
    page.evaluate(
        "addEventListener('beforeprint', () => window.isPrinted = document.getElementById('board').checkVisibility())"
    )
    page.pdf()
    assert page.evaluate("isPrinted")
    expect(page.locator("#board")).to_be_hidden()


def test_forced_colors_leave_cards_their_color_and_show_their_word(
    context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    game = turn("old_west@1", FULL["old_west@1"])
    come_in(context, live_server, holder(game, 0))
    page.emulate_media(forced_colors="active")
    table(page, game)
    seen(page, "forced")
    page.set_viewport_size(UPRIGHT)
    red = page.locator(".chip.card-red")
    dots = Image.open(BytesIO(red.screenshot())).convert("RGB").tobytes()
    assert DAY.cards["red"].fill in {f"#{dots[at : at + 3].hex().upper()}" for at in range(0, len(dots), 3)}
    word = red.get_by_text("red").bounding_box()
    assert word is not None
    assert word["width"] > 10
    assert page.evaluate("document.documentElement.scrollWidth") <= UPRIGHT["width"]
