"""A tap on a track chooses this track: at five points along it, on every board, in three windows, with and without
scripts. Otherwise the nearest track is chosen."""

from collections.abc import Iterator
from itertools import pairwise
from math import dist, hypot
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

import engine
from engine.boards import Board
from games.models import Game
from games.presentation.pictures import inline
from games.presentation.pictures.geometry import Point, geometry
from games.presentation.pictures.scene import Scene
from games.presentation.pictures.shape import PARALLEL
from games.presentation.pictures.sizes import run
from games.web import grounds
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder, table
from tests.browser.ways import MOUSE, PLAIN, Way, settled
from tests.games.stories import chosen, players, prompts, started
from tests.games.worlds import deal
from tests.sweeps import at_length

MAPS: Final = [name for name, rules in engine.RULESETS.items() if rules.board.routes]
WINDOWS: Final = [
    ViewportSize(width=360, height=740),
    ViewportSize(width=740, height=360),
    ViewportSize(width=1280, height=900),
]
PLACES: Final = (0.02, 0.25, 0.5, 0.75, 0.98)
"""Positions on a track, from its first space to its last."""
NEARER: Final = 0.35
"""A point belongs to a track up to this part of the distance to the next one; browsers round to whole pixels."""
UNDER: Final = """points => {
  const board = document.getElementById("board"), matrix = board.getScreenCTM();
  return points.map(([track, x, y]) => {
    const on = new DOMPoint(x, y).matrixTransform(matrix), there = document.elementFromPoint(on.x, on.y);
    const link = there && there.closest("a.pick");
    return [track, link && link.getAttribute("href")];
  });
}"""
"""The link under each tap, with the track it should belong to: without scripts nothing else matters."""
CLICKED: Final = """points => {
  const board = document.getElementById("board"), matrix = board.getScreenCTM();
  let href = null;
  const hear = event => {
    if (!event.target.closest("a[hidden]")) return;
    href = event.target.getAttribute("href");
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", hear, true);
  const answers = points.map(([track, x, y]) => {
    const on = new DOMPoint(x, y).matrixTransform(matrix), there = document.elementFromPoint(on.x, on.y);
    href = null;
    const click = {bubbles: true, cancelable: true, clientX: on.x, clientY: on.y};
    if (there) there.dispatchEvent(new MouseEvent("click", click));
    return [track, href];
  });
  document.removeEventListener("click", hear, true);
  return answers;
}"""
"""The link followed by the page's script after a tap, with the track it should belong to."""


def points_along(board: Board) -> Iterator[tuple[str, float, float]]:
    """Yield five points of each track."""
    for slug, track in geometry(board).tracks.items():
        line = [Point(*point) for point in run(track.spaces)]
        for part in PLACES:
            yield slug, *_point_at(line, part)


def _point_at(line: list[Point], part: float) -> Point:
    rest = sum(dist(a, b) for a, b in pairwise(line)) * part
    for a, b in pairwise(line):
        if rest <= (length := dist(a, b)):
            return Point(a.x + (b.x - a.x) * rest / length, a.y + (b.y - a.y) * rest / length)
        rest -= length
    return line[-1]


def borders(board: Board) -> Iterator[tuple[str, float, float]]:
    """Yield points between the middle spaces of parallel tracks, each nearer to the intended one."""
    tracks = geometry(board).tracks
    for route in board.routes:
        beside = [other for other in board.routes if route.group and other.group == route.group and other != route]
        middle = len(tracks[route.slug].spaces) // 2
        here = tracks[route.slug].spaces[middle]
        for other in beside:
            there = min(tracks[other.slug].spaces, key=lambda space: hypot(space.x - here.x, space.y - here.y))
            # Of three tracks, the outer ones share no border.
            if hypot(there.x - here.x, there.y - here.y) < 1.5 * PARALLEL:
                yield route.slug, here.x + (there.x - here.x) * NEARER, here.y + (there.y - here.y) * NEARER


def at_a_board_with_all_tracks(page: Page, game: Game) -> None:
    """Open a game's table, with every track of its board made selectable."""
    board = engine.ruleset(game.ruleset).board
    every = inline.Links({route.slug: f"?route={route.slug}" for route in board.routes})
    drawn = inline.drawn(board, Scene(), every, grounds.address(board))
    table(page, game)
    page.locator("#board").evaluate("(board, drawn) => { board.outerHTML = drawn; }", drawn)


def misses(page: Page, what: str, points: list[tuple[str, float, float]]) -> list[str]:
    """Return the taps that choose another track than intended, or nothing."""
    answers: list[tuple[str, str | None]] = page.evaluate(what, points)
    assert len(answers) == len(points)
    return [f"{track}: {href}" for track, href in answers if href != f"?route={track}"]


@pytest.mark.parametrize("way", [MOUSE, PLAIN], ids=lambda way: way.name)
@pytest.mark.parametrize("ruleset", at_length(MAPS, at_once=["lagoon@1", "usa@1"]))
def test_each_track_answers_along_its_whole_line(
    ruleset: str, way: Way, chromium: Browser, live_server: LiveServer
) -> None:
    game = chosen(started(players(2), ruleset=ruleset, now=timezone.now()), now=timezone.now())
    board = engine.ruleset(ruleset).board
    points = list(points_along(board))
    wrong = []
    with way.window(chromium, live_server.url) as context:
        come_in(context, live_server, holder(game, 0))
        page = context.new_page()
        for window in WINDOWS:
            page.set_viewport_size(window)
            at_a_board_with_all_tracks(page, game)
            tapped = misses(page, CLICKED if way.scripts else UNDER, points)
            wrong += [f"{window['width']} px, {miss}" for miss in tapped]
        between = misses(page, CLICKED, list(borders(board))) if way.scripts else []
    assert between == []
    assert wrong == [], f"{len(wrong)} of {len(points) * len(WINDOWS)}"


def test_the_question_names_the_color_and_the_track_beside_is_a_tap_away(
    context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    game = chosen(started(players(2), now=timezone.now()), now=timezone.now())
    seat = prompts(game)[0]["seat"]
    deal(game, seat, white=4, green=4)
    come_in(context, live_server, holder(game, seat))
    page.set_viewport_size(WINDOWS[0])
    table(page, game, "?route=new_york-pittsburgh-1")
    settled(page)
    expect(page.locator("#question")).to_have_text("New York – Pittsburgh (green track)")
    seen(page, "twins")
    page.set_viewport_size(WINDOWS[0])
    page.locator(".beside-it").get_by_role("link", name="white track").click()
    expect(page.locator("#question")).to_have_text("New York – Pittsburgh (white track)")
    expect(page.get_by_role("button", name="Claim for 2 white")).to_be_visible()
