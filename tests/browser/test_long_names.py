"""The longest name without a blank, on the pages of a game: no table grows beyond the window, no column is lost."""

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player
from tests.browser.losses import losses
from tests.browser.test_table import come_in, holder
from tests.games.stories import chosen, play_on, players, started

LONGEST = "Wolfeschlegelsteinhausenberger"
CUT = (
    "Array.from(document.querySelectorAll('.game-players td')).filter(cell => cell.getBoundingClientRect().right > %d)"
)


def named_at_length() -> Game:
    """Return a game of four in which seat 0 has the longest name."""
    game = chosen(started(players(4), now=timezone.now()), now=timezone.now())
    play_on(game, 8, now=timezone.now())
    Player.objects.filter(pk=holder(game, 0).pk).update(name=LONGEST)
    return game


@pytest.mark.parametrize("path", ["", "/replay/12"])
def test_every_figure_is_in_the_window(context: BrowserContext, page: Page, live_server: LiveServer, path: str) -> None:
    game = named_at_length()
    come_in(context, live_server, holder(game, 0))
    page.goto(f"/games/{game.pk}{path}")
    for width in (390, 820, 1200):
        assert losses(page, {"width": width, "height": 900}) == []
        panel = page.locator(".game-players").bounding_box()
        assert panel is not None
        right = min(width, panel["x"] + panel["width"]) + 1
        assert page.evaluate(f"{CUT % right}.length") == 0, width


def test_the_own_row_of_the_strip_says_you(context: BrowserContext, page: Page, live_server: LiveServer) -> None:
    game = named_at_length()
    come_in(context, live_server, holder(game, 0))
    page.set_viewport_size({"width": 1200, "height": 900})
    page.goto(f"/games/{game.pk}")
    own = page.locator(".game-players .own .who > span")
    assert own.evaluate("node => node.scrollWidth <= node.clientWidth")
