"""The map ends with its sheet, in each engine, however much room a window has beside it."""

from io import BytesIO
from typing import Final

from django.utils import timezone
from PIL import Image
from pytest_django.live_server_helper import LiveServer

from tests.browser.engines.everywhere import in_every_engine
from tests.browser.engines.interface import Context, Page
from tests.browser.test_table import come_in, holder, table
from tests.games.stories import chosen, players, started

BESIDE: Final = """() => {
  const board = document.querySelector("#board"), corner = new DOMPoint(0, 0).matrixTransform(board.getScreenCTM());
  const room = board.getBoundingClientRect();
  return [room.left, room.top, corner.x - 1, Math.min(room.bottom, innerHeight)].map(Math.floor);
}"""
"""The room of the board on the left of its sheet, in the page's pixels."""


@in_every_engine
def test_nothing_of_the_map_is_drawn_beside_its_sheet(context: Context, page: Page, live_server: LiveServer) -> None:
    game = chosen(started(players(2), ruleset="old_west@1", now=timezone.now()), now=timezone.now())
    come_in(context, live_server, holder(game, 0))
    page.set_viewport_size({"width": 1280, "height": 640})
    table(page, game)
    left, top, right, bottom = page.evaluate(BESIDE)
    assert right - left > 100
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    assert len(picture.crop((left, top, right, bottom)).getcolors() or []) == 1
