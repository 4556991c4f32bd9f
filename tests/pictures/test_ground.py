"""A board's base map: a separate file, on which pages draw positions."""

import re
from xml.etree import ElementTree

import pytest

import engine
from engine.boards import Board
from games.presentation import pictures
from games.presentation.pictures import IN_A_PAGE, Way, ground
from games.presentation.pictures.board import land, rails
from games.presentation.pictures.geometry import geometry
from games.presentation.pictures.palette import DAY
from games.web import grounds
from tests.pictures.positions import played, view

SVG = "{http://www.w3.org/2000/svg}"
MAPS = ["usa@1", "old_west@1", "lagoon@1", "europe@1", "nordic@1"]
ADDRESS = "/ground.svg"


@pytest.fixture(params=MAPS)
def board(request: pytest.FixtureRequest) -> Board:
    return engine.RULESETS[request.param].board


def test_it_has_the_colors_of_its_page_or_those_by_day_and_no_class_that_only_a_style_sheet_knows(board: Board) -> None:
    drawn = ground.drawn(board)
    assert "class=" not in drawn
    assert "style" not in drawn
    for color in (
        f'fill="var(--map-sea,{DAY.sea})"',
        f'stroke="var(--map-rail,{DAY.rail})"',
        f'fill="var(--map-label,{DAY.label})"',
    ):
        assert color in drawn


def test_no_attribute_stands_twice_and_what_it_places_is_in_it(board: Board) -> None:
    drawn = ground.drawn(board)
    picture = ElementTree.fromstring(drawn)  # the parser refuses a repeated attribute
    ids = {one.get("id") for one in picture.iter() if one.get("id")}
    assert {
        place[1:] for place in re.findall(r'href="(#[^"]+)"|url\((#[^)]+)\)', drawn) for place in place if place
    } <= ids


def test_it_is_what_other_pictures_have(board: Board) -> None:
    def shapes(drawn: str) -> list[str | None]:
        return [one.get("d") for one in ElementTree.fromstring(f"<g>{drawn}</g>").iter("path")]

    found = ElementTree.fromstring(ground.drawn(board))
    for layer, told in (("land", land(board)), ("rails", rails(board))):
        (group,) = found.iterfind(f"{SVG}g[@id='{layer}']")
        assert [one.get("d") for one in group.iter(f"{SVG}path")] == shapes(told)


@pytest.mark.parametrize(("name", "seats"), [("usa@1", 5), ("old_west@1", 6), ("lagoon@1", 3)])
def test_a_position_in_a_page_places_layers_that_are_in_the_file(name: str, seats: int) -> None:
    state = played(name, seats, 40)
    drawn = pictures.position(state.rules.board, view(state, 0), Way(IN_A_PAGE, IN_A_PAGE, ADDRESS))
    layers = re.findall(rf'href="{ADDRESS}#([^"]+)"', drawn)
    ids = {one.get("id") for one in ElementTree.fromstring(ground.drawn(state.rules.board)).iter()}
    assert layers == ["land", "rails", "names"]
    assert set(layers) <= ids
    assert len(drawn) < len(pictures.position(state.rules.board, view(state, 0), Way(IN_A_PAGE, IN_A_PAGE))) / 2


def test_a_page_cuts_the_map_off_where_it_draws_it(board: Board) -> None:
    """WebKit ignores clip paths that `use` brings from another file."""
    assert "clip" not in ground.drawn(board)
    state = next(played(name, 2, 20) for name in MAPS if engine.RULESETS[name].board is board)
    picture = ElementTree.fromstring(pictures.position(board, view(state, 0), Way(IN_A_PAGE, IN_A_PAGE, ADDRESS)))
    (sheet,) = picture.iterfind(f"{SVG}clipPath[@id='sheet']/{SVG}rect")
    assert f"0 0 {sheet.get('width')} {sheet.get('height')}" == picture.get("viewBox")
    (land,) = picture.iterfind(f"{SVG}g[@clip-path='url(#sheet)']/{SVG}use")
    assert land.get("href") == f"{ADDRESS}#land"


def test_another_file_has_another_version(board: Board) -> None:
    others = {ground.version(engine.RULESETS[name].board) for name in MAPS}
    assert len(others) == len(MAPS)
    assert ground.version(board) in others


def test_games_on_one_map_share_its_file_and_say_whose_geometry_it_is() -> None:
    usa, other = (engine.RULESETS[name].board for name in ("usa@1", "usa_mega@1"))
    assert grounds.address(other) == grounds.address(usa)
    assert geometry(other).cities is geometry(usa).cities
    assert geometry(other).digest == other.digest != usa.digest
