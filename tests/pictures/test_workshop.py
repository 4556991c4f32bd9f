"""What lays boards out: the land below any of them, and the faults that send it back to work."""

from dataclasses import replace

import pytest

import engine
from games.presentation.pictures.geometry import Point, geometry
from games.presentation.pictures.workshop.layout.faults import find_faults
from games.presentation.pictures.workshop.layout.plan import planned
from games.presentation.pictures.workshop.map import MAPS, NoBaseMap, find_map

BOARDS = {rules.board.map.name: rules.board.map for rules in engine.RULESETS.values() if rules.board.routes}


def test_the_land_is_that_of_the_first_map_with_all_cities() -> None:
    assert find_map([(-74.0, 40.7), (-118.2, 34.1)]).name == "north_america"
    assert find_map([(-9.1, 38.7), (37.6, 55.8), (41.3, 39.9)]).name == "europe"
    with pytest.raises(NoBaseMap, match="north_america, europe"):
        find_map([(2.4, 48.9), (151.2, -33.9)])


def test_only_a_fictional_place_has_no_map() -> None:
    maps = {name: planned(board).base_map for name, board in BOARDS.items()}
    assert [name for name, base_map in maps.items() if base_map is None] == ["Lagoon"]


@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_stored(name: str) -> None:
    assert MAPS[name].file.exists()


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())
def test_a_stored_board_has_no_fault(board: engine.boards.Board) -> None:
    assert find_faults(geometry(board)) == []


def test_what_lies_on_something_else_is_named() -> None:
    good = geometry(BOARDS["Lagoon"])
    (first, one), (second, other), *_ = good.cities.items()
    moved = replace(one, at=Point(*other.at), name=other.name)
    faults = find_faults(replace(good, cities=good.cities | {first: moved}))
    assert f"the names of {first} and {second} cover each other" in faults
    (track, laid), (beside, twin), *_ = good.tracks.items()
    faults = find_faults(replace(good, tracks=good.tracks | {track: replace(laid, spaces=twin.spaces)}))
    assert f"{track} is nearer to {beside} than a finger is wide" in faults
    assert f"a train on {track} 1 covers one on {beside} 1" in faults
    outside = replace(one, name=replace(one.name, starts=tuple(Point(-50, 0) for _ in one.name.lines)))
    faults = find_faults(replace(good, cities=good.cities | {first: outside}))
    assert f"the name of {first} is outside the frame" in faults
