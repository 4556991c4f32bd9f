"""Browsers without `light-dark()` (before Safari 17.5 and Chromium 123) show every page in light colors."""

from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from typing import Final

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import BrowserContext, Page, Route
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from games.presentation.pictures.palette import DAY, list_colors
from tests.browser.axe import trouble
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder
from tests.games.stories import chosen, play_on, players, started

PAGES: Final = {"front": "/", "table": "/games/{}", "settings": "/settings/profile"}
OFTEN: Final = 50
"""A color with this many pixels is drawn on purpose, and is not the blend at an edge."""
BLACK: Final = (0, 0, 0)


def rename_light_dark(route: Route) -> None:
    answer = route.fetch()
    sheet = answer.headers.get("content-type", "").startswith(("text/css", "image/svg+xml", "text/html"))
    if sheet and "light-dark(" in answer.text():
        route.fulfill(response=answer, body=answer.text().replace("light-dark(", "light-unknown("))
    else:
        route.fulfill(response=answer)


def rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color.removeprefix("#")))


@pytest.fixture
def older(context: BrowserContext) -> Iterator[BrowserContext]:
    context.route("**/*", rename_light_dark)
    yield context
    context.unroute_all(behavior="ignoreErrors")  # a page may still have a request open when its test is over


@pytest.fixture
def game() -> Game:
    game = chosen(started(players(2), now=timezone.now()), now=timezone.now())
    play_on(game, 20, now=timezone.now())
    return game


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_readable(older: BrowserContext, page: Page, live_server: LiveServer, game: Game, name: str) -> None:
    if name != "front":
        come_in(older, live_server, holder(game, 0))
    page.goto(PAGES[name].format(game.pk))
    assert page.evaluate("CSS.supports('color', 'light-dark(#000, #fff)')"), "this Chromium would need no renaming"
    assert trouble(page) == []
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(246, 240, 226)"
    seen(page, f"older-{name}")


def test_a_board_has_its_colors(older: BrowserContext, page: Page, live_server: LiveServer, game: Game) -> None:
    come_in(older, live_server, holder(game, 0))
    page.goto(PAGES["table"].format(game.pk), wait_until="networkidle")
    picture = Image.open(BytesIO(page.locator("#board").screenshot())).convert("RGB")
    pixels = Counter(picture.get_flattened_data())
    often = {color for color, count in pixels.items() if count > OFTEN}
    assert BLACK not in often
    drawn = (
        "map-land",
        "map-sea",
        "c-red",
        "c-orange",
        "c-yellow",
        "c-green",
        "c-blue",
        "c-purple",
        "c-black",
        "c-white",
    )
    assert {name for name, color in list_colors(DAY) if name in drawn and rgb(color) not in often} == set()
