"""The map: its size in each window, and how it is zoomed by buttons, keys, wheel and fingers."""

import re
from collections import Counter
from re import Pattern
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from tests.browser.axe import trouble
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder, table
from tests.browser.test_tapping import MAPS
from tests.browser.test_windows import FULL, turn
from tests.browser.ways import PLAIN, resize, settled
from tests.games.stories import play_on
from tests.sweeps import at_length

PHONE: Final = ViewportSize(width=390, height=844)
DESK: Final = ViewportSize(width=1280, height=800)
TABLETS: Final = [ViewportSize(width=768, height=1024), ViewportSize(width=820, height=1180)]
WIDE: Final = ViewportSize(width=1000, height=750)
DESKS: Final = [DESK, ViewportSize(width=1280, height=720), ViewportSize(width=1440, height=900)]
CROWDS: Final = [(name, FULL[name]) for name in MAPS]
TALL: Final = [((390, 844), 300), ((768, 1024), 512), ((1000, 750), 600), ((1280, 720), 590), ((1440, 900), 770)]
"""Windows, and the least height of Old West's board there, in pixels."""
SMALLEST_LETTERS: Final = 9.5
"""The least height in pixels of a name's letters."""
WHOLE: Final = "0 0 1200 800"
"""The view box of the whole map of the United States."""
SHOWN: Final = "() => document.querySelector('#board').getAttribute('viewBox').split(' ').map(Number)"
NAMES: Final = """() => {
  const board = document.querySelector("#board"), names = board.querySelector(".names");
  if (getComputedStyle(names).display === "none") return [0, 0];
  const scale = Number(getComputedStyle(board).getPropertyValue("--names"));
  return [names.children.length, 15 * board.getScreenCTM().a * scale];
}"""
DRAWN: Final = """() => {
  const board = document.querySelector("#board");
  return board.getScreenCTM().d * board.viewBox.baseVal.height;
}"""
"""The height of the board's sheet."""
OVERLAPS: Final = """() => {
  const boxes = [...document.querySelectorAll("#board .names > g")].map(name => name.getBoundingClientRect());
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  if (!boxes.every(box => box.width)) return -1;
  return boxes.flatMap((one, at) => boxes.slice(at + 1).filter(other => over(one, other))).length;
}"""
PLAYERS_IN_SIGHT: Final = """() => [...document.querySelectorAll(".game-players tbody tr")].filter(row =>
  [...row.children].every(cell => {
    const box = cell.getBoundingClientRect(), on = document.elementFromPoint(box.left + 5, box.bottom - 3);
    return on && row.contains(on) && box.bottom <= innerHeight;
  })
).length"""
CUT: Final = """() => {
  const board = document.querySelector("#board"), box = board.getBoundingClientRect(), sheet = board.getScreenCTM();
  const frame = 11 * sheet.a, width = Number(board.dataset.whole.split(" ")[2]) * sheet.a;
  const left = Math.max(box.left, sheet.e + frame), right = Math.min(box.right, sheet.e + width - frame);
  return [...document.querySelectorAll("#board .names > g")].filter(name => {
    const city = name.getScreenCTM().e, at = name.getBoundingClientRect();
    return city > left + 6 && city < right - 6 && (at.left < left - 1 || at.right > right + 1);
  }).length;
}"""
"""How many names of cities in sight reach over the edge, or under the frame."""
NAMES_IN_THE_WAY: Final = """() => {
  const shown = element => getComputedStyle(element).visibility === "visible" && element.getBoundingClientRect();
  const names = [...document.querySelectorAll("#board .names > g")].map(shown).filter(box => box.width);
  const view = document.querySelector(".map-view").getBoundingClientRect(), cut = names.filter(box =>
    box.left < view.left || box.right > view.right || box.top < view.top || box.bottom > view.bottom);
  const covers = (box, other) => other.left < box.right - 1 && other.right > box.left + 1
    && other.top < box.bottom - 1 && other.bottom > box.top + 1;
  const under = [...document.querySelectorAll(".map-tools button")].map(shown).filter(box => box.width);
  const spaces = [...document.querySelectorAll("#board [id^=r-] > use")].map(space => space.getBoundingClientRect());
  const middles = spaces.map(({ left, top, width, height }) => new DOMRect(left + width / 2, top + height / 2, 0, 0));
  const among = names.flatMap((box, at) => names.slice(at + 1).filter(other => covers(box, other)));
  const count = things => names.filter(box => things.some(thing => covers(box, thing))).length;
  return [cut.length, among.length, count(under), count(middles)];
}"""
"""How many names are cut off, meet another, lie under a button, and cover the middle of a track's space."""
STUCK: Final = "() => [5, 200].some(x => document.elementFromPoint(x, 200).closest('.game-board'))"
"""Whether the board is at the top of the window."""


def shows(page: Page, view_box: str | Pattern[str]) -> None:
    """Wait until the board shows this part of its map."""
    expect(page.locator("#board")).to_have_attribute("viewBox", view_box)


def answers(page: Page, function: str, answer: object) -> None:
    """Wait until this function answers so."""
    page.wait_for_function(f"wanted => JSON.stringify(({function})()) === JSON.stringify(wanted)", arg=answer)


def wide(units: int) -> Pattern[str]:
    """Return the view boxes of this width."""
    return re.compile(rf"^\S+ \S+ {units} ")


@pytest.fixture
def game(context: BrowserContext, live_server: LiveServer) -> Game:
    game = turn("usa@1", 5)
    come_in(context, live_server, holder(game, 0))
    return game


def at_the_table(page: Page, game: Game, window: ViewportSize) -> None:
    page.set_viewport_size(window)
    table(page, game)
    settled(page)


@pytest.mark.parametrize("window", at_length(TABLETS, at_once=TABLETS[:1]), ids=lambda window: str(window["width"]))
def test_a_tablet_gives_the_board_its_whole_width_and_names_all_cities(
    page: Page, game: Game, window: ViewportSize
) -> None:
    at_the_table(page, game, window)
    box = page.locator("#board").bounding_box()
    assert box is not None
    assert box["width"] == window["width"]
    count, letters = page.evaluate(NAMES)
    assert count == 36
    assert letters >= SMALLEST_LETTERS
    answers(page, CUT, 0)
    assert trouble(page) == []


def test_a_tablet_held_sideways_has_a_larger_board_than_a_phone(page: Page, game: Game) -> None:
    at_the_table(page, game, WIDE)
    board, question = page.locator("#board").bounding_box(), page.locator("#question").bounding_box()
    assert board is not None
    assert question is not None
    assert board["height"] >= 500
    assert board["y"] + board["height"] < question["y"] < WIDE["height"]


@pytest.mark.parametrize(("window", "height"), at_length(TALL, at_once=[TALL[0], TALL[2]]), ids=str)
def test_a_tall_board_takes_what_height_there_is(
    context: BrowserContext, page: Page, live_server: LiveServer, window: tuple[int, int], height: int
) -> None:
    game = turn("old_west@1", 6)
    come_in(context, live_server, holder(game, 0))
    at_the_table(page, game, ViewportSize(width=window[0], height=window[1]))
    assert round(page.evaluate(DRAWN)) >= height


def test_names_do_not_overlap_where_all_are_shown(page: Page, game: Game) -> None:
    at_the_table(page, game, ViewportSize(width=600, height=900))
    count, letters = page.evaluate(NAMES)
    assert count == 36
    assert letters >= SMALLEST_LETTERS
    answers(page, OVERLAPS, 0)


@pytest.mark.parametrize(("ruleset", "seats"), at_length(CROWDS, at_once=[("old_west@1", 6)]))
@pytest.mark.parametrize("window", at_length(DESKS, at_once=[DESK]), ids=lambda window: str(window["height"]))
def test_a_desk_shows_all_players_without_scrolling(
    context: BrowserContext, page: Page, live_server: LiveServer, window: ViewportSize, ruleset: str, seats: int
) -> None:
    game = turn(ruleset, seats)
    come_in(context, live_server, holder(game, 0))
    at_the_table(page, game, window)
    assert page.evaluate(PLAYERS_IN_SIGHT) == seats
    answers(page, CUT, 0)
    assert trouble(page) == []


@pytest.mark.parametrize(
    "window", at_length([PHONE, WIDE, DESK], at_once=[PHONE, DESK]), ids=lambda window: str(window["width"])
)
def test_screen_readers_meet_the_players_as_a_table(page: Page, game: Game, window: ViewportSize) -> None:
    at_the_table(page, game, window)
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    roles = Counter(node["role"]["value"] for node in tree["nodes"] if not node["ignored"])
    assert [roles[role] for role in ("table", "row", "columnheader", "rowheader", "cell")] == [1, 6, 5, 5, 20]


def test_buttons_zoom_and_every_city_is_named(page: Page, game: Game) -> None:
    at_the_table(page, game, PHONE)
    assert page.evaluate(NAMES) == [0, 0]
    larger = page.get_by_role("button", name="Zoom in")
    box = larger.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    larger.click()
    shows(page, wide(600))
    count, letters = page.evaluate(NAMES)
    assert count == 36
    assert letters >= 13.9
    page.get_by_role("button", name="Zoom out").click()
    shows(page, WHOLE)
    expect(page.get_by_role("button", name="Whole map")).to_be_hidden()


@pytest.mark.parametrize("ruleset", at_length(MAPS, at_once=["usa@1"]))
@pytest.mark.parametrize("window", at_length([PHONE, WIDE, DESK], at_once=[PHONE]), ids=lambda size: str(size["width"]))
def test_names_of_a_zoomed_map_are_whole_and_hardly_cover_tracks(
    context: BrowserContext, page: Page, live_server: LiveServer, window: ViewportSize, ruleset: str
) -> None:
    game = turn(ruleset, 5)
    come_in(context, live_server, holder(game, 0))
    at_the_table(page, game, window)
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function(f"most => ({NAMES_IN_THE_WAY})().every((count, at) => count <= most[at])", arg=[0, 0, 0, 2])


def test_a_phones_map_stays_in_sight_with_what_is_chosen_alone_and_covers_nothing_below(page: Page, game: Game) -> None:
    at_the_table(page, game, PHONE)
    page.evaluate("scrollTo(0, 400)")
    assert not page.evaluate(STUCK), "nothing is chosen"
    page.locator("#panel a[href^='?route=']:visible").first.click()
    page.locator("form.pays").wait_for()
    settled(page)
    page.evaluate("scrollTo(0, 150)")
    assert page.evaluate(STUCK)
    seen(page, "stuck-board")
    resize(page, PHONE)
    page.evaluate("scrollTo(0, document.querySelector('.game-talk').getBoundingClientRect().top + scrollY - 100)")
    assert not page.evaluate(STUCK)


def test_keys_zoom_and_move_the_map(page: Page, game: Game) -> None:
    at_the_table(page, game, DESK)
    page.get_by_role("button", name="Zoom in").focus()
    page.keyboard.press("+")
    shows(page, "300 200 600 400")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    shows(page, "450 100 600 400")
    page.keyboard.press("0")
    shows(page, WHOLE)


def test_the_wheel_scrolls_the_page_unless_ctrl_is_held(page: Page, game: Game) -> None:
    at_the_table(page, game, DESK)
    page.locator("#board").hover()
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => scrollY > 0")
    shows(page, WHOLE)
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    page.wait_for_function(f"() => ({SHOWN})()[2] < 1200")
    assert page.evaluate("scrollY") == 0


def test_a_drag_moves_a_zoomed_map_and_chooses_nothing(page: Page, game: Game) -> None:
    at_the_table(page, game, DESK)
    page.get_by_role("button", name="Zoom in").click()
    shows(page, "300 200 600 400")
    address = page.url
    page.mouse.move(400, 300)
    page.mouse.down()
    page.mouse.move(300, 260, steps=5)
    page.mouse.up()
    page.wait_for_function(f"() => ({SHOWN})()[0] > 300 && ({SHOWN})()[1] > 200")
    assert page.url == address


def pinch(session: CDPSession, wide: int) -> None:
    """Put two fingers on the map and spread them to this distance."""

    def points(apart: float) -> list[dict[str, float]]:
        return [{"x": 195 - apart / 2, "y": 200, "id": 0}, {"x": 195 + apart / 2, "y": 200, "id": 1}]

    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points(60)})
    for step in range(1, 6):
        apart = 60 + (wide - 60) * step / 5
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points(apart)})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_two_fingers_zoom(page: Page, game: Game) -> None:
    at_the_table(page, game, PHONE)
    pinch(page.context.new_cdp_session(page), 180)
    page.wait_for_function(f"() => ({SHOWN})()[2] < 600")
    assert page.evaluate("visualViewport.scale") == 1


def test_news_leaves_the_map_zoomed(page: Page, game: Game) -> None:
    play_on(game, 1, now=timezone.now())
    at_the_table(page, game, DESK)
    page.get_by_role("button", name="Zoom in").focus()
    page.keyboard.press("+")
    head = page.locator("#table").get_attribute("data-head")
    play_on(game, 1, now=timezone.now())
    page.wait_for_function("head => document.getElementById('table').dataset.head !== head", arg=head)
    settled(page)
    shows(page, wide(600))


def test_without_scripts_a_link_leads_to_a_large_map(chromium: Browser, live_server: LiveServer) -> None:
    game = turn("usa@1", 5)
    with PLAIN.window(chromium, live_server.url) as context:
        come_in(context, live_server, holder(game, 0))
        page = context.new_page()
        page.set_viewport_size(PHONE)
        table(page, game)
        page.get_by_role("link", name="Large map").click()
        expect(page.get_by_role("link", name="Small map")).to_be_visible()
        box = page.locator("#board").bounding_box()
        assert box is not None
        assert box["width"] >= 1200
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        page.get_by_role("link", name="Small map").click()
        expect(page.get_by_role("link", name="Large map")).to_be_visible()
