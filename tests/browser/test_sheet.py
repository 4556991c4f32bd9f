"""The map in each engine: it ends where its sheet does, in any window, and is as light or dark as its page."""

from io import BytesIO
from typing import Final

import pytest
from django.utils import timezone
from PIL import Image, ImageColor
from pytest_django.live_server_helper import LiveServer

from games.presentation.pictures.palette import DAY, NIGHT, Palette
from tests.browser.engines.elements import wait_until
from tests.browser.engines.everywhere import in_every_engine
from tests.browser.engines.interface import Context, Engine, Page
from tests.browser.test_table import come_in, holder, table
from tests.games.stories import chosen, players, started

BESIDE: Final = """() => {
  document.querySelector(".map-tools").remove();
  const board = document.querySelector("#board"), corner = new DOMPoint(0, 0).matrixTransform(board.getScreenCTM());
  const room = board.getBoundingClientRect();
  return [room.left, room.top, corner.x - 1, Math.min(room.bottom, innerHeight)].map(Math.floor);
}"""
"""Remove the buttons over the map, and return the room on the left of its sheet, in the page's pixels."""
MANY: Final = 1 << 24
OFTEN: Final = 1000
"""A color with this many pixels belongs to the map."""


@in_every_engine
def test_nothing_of_the_map_is_drawn_beside_its_sheet(context: Context, page: Page, live_server: LiveServer) -> None:
    game = chosen(started(players(2), ruleset="old_west@1", now=timezone.now()), now=timezone.now())
    come_in(context, live_server, holder(game, 0))
    page.set_viewport_size({"width": 768, "height": 1024})
    table(page, game)
    left, top, right, bottom = page.evaluate(BESIDE)
    assert right - left > 100
    assert len(look_at(page).crop((left, top, right, bottom)).getcolors() or []) == 1


@in_every_engine
@pytest.mark.parametrize(("night", "palette"), [(False, DAY), (True, NIGHT)], ids=["day", "night"])
def test_the_map_is_as_light_as_the_readers_system(
    engine: Engine, live_server: LiveServer, night: bool, palette: Palette
) -> None:
    game = chosen(started(players(2), now=timezone.now()), now=timezone.now())
    with engine.window(live_server.url, night=night) as context:
        come_in(context, live_server, holder(game, 0))
        page = context.new_page()
        table(page, game)
        wanted = {ImageColor.getrgb(color) for color in (palette.land, palette.sea)}
        wait_until(lambda: wanted <= list_colors(page), f"the map has the colors {wanted}")


def list_colors(page: Page) -> set[object]:
    return {color for count, color in look_at(page).getcolors(MANY) or [] if count > OFTEN}


def look_at(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot())).convert("RGB")
