"""Nothing on a board's picture overlaps anything else: computed from the geometry of every board."""

from itertools import combinations

import pytest
import shapely
import shapely.affinity
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

import engine
from engine.boards import Board
from games.presentation.pictures import geometry as kept
from games.presentation.pictures.board import TOUCH
from games.presentation.pictures.geometry import Geometry, Name, NoPicture, Space
from games.presentation.pictures.lettering import lettering
from games.presentation.pictures.shape import CAPITALS, CITY, DESCENT, FRAME, LINE, RING, TRAIN
from games.presentation.pictures.sizes import run

BOARDS = {rules.board.map.name: rules.board.map for rules in engine.RULESETS.values() if rules.board.routes}


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> Board:
    return BOARDS[request.param]


@pytest.fixture
def geometry(board: Board) -> Geometry:
    return kept.geometry(board)


def train(space: Space) -> Polygon:
    box = shapely.box(-TRAIN[0] / 2, -TRAIN[1] / 2, TRAIN[0] / 2, TRAIN[1] / 2)
    return shapely.affinity.translate(shapely.affinity.rotate(box, space.angle, origin=(0, 0)), space.x, space.y)


def trains(geometry: Geometry) -> dict[tuple[str, int], Polygon]:
    return {
        (slug, place): train(space)
        for slug, track in geometry.tracks.items()
        for place, space in enumerate(track.spaces)
    }


def letters(name: Name) -> BaseGeometry:
    """Return the area that a name covers, line by line."""
    font = lettering("names")
    return shapely.union_all(
        [
            shapely.box(
                start.x,
                start.y - name.size * CAPITALS,
                start.x + font.width(words, name.size),
                start.y + (name.size * DESCENT if set(words) & set("gjpqyQ,") else 0),
            )
            for words, start in zip(name.lines, name.starts, strict=True)
        ]
    )


def test_everything_has_its_place(board: Board, geometry: Geometry) -> None:
    assert list(geometry.cities) == [city.slug for city in board.cities]
    assert list(geometry.tracks) == [route.slug for route in board.routes]
    for route in board.routes:
        track = geometry.tracks[route.slug]
        assert len(track.spaces) == route.length
        ends = [geometry.cities[board.cities[city].slug].at for city in route.ends]
        assert [track.rail[0], track.rail[-1]] == ends


def test_no_two_tracks_run_nearer_than_a_finger_is_wide(geometry: Geometry) -> None:
    """So no track's touch area covers another's, and the border between parallels is in their middle."""
    lines = {slug: shapely.LineString(run(track.spaces)) for slug, track in geometry.tracks.items()}
    for (one, line), (other, beside) in combinations(lines.items(), 2):
        assert line.distance(beside) >= TOUCH, (one, other)


def test_no_train_lies_on_another_or_on_a_city(geometry: Geometry) -> None:
    placed = trains(geometry)
    names, shapes = list(placed), list(placed.values())
    for one, other in zip(*shapely.STRtree(shapes).query(shapes, predicate="intersects"), strict=True):
        shared = shapes[one].intersection(shapes[other]).area
        assert one == other or shared < 0.5, (names[one], names[other], shared)
    for slug, city in geometry.cities.items():
        for name, shape in placed.items():
            assert shape.distance(shapely.Point(city.at)) >= CITY + 1, (slug, name)


def test_no_name_lies_on_a_train_a_city_or_a_name(geometry: Geometry) -> None:
    placed, names = trains(geometry), {slug: letters(city.name) for slug, city in geometry.cities.items()}
    tree, keys = shapely.STRtree(list(placed.values())), list(placed)
    rings = {slug: shapely.Point(city.at).buffer(RING - 1.5) for slug, city in geometry.cities.items()}
    for slug, name in names.items():
        on = [(slug, keys[number]) for number in tree.query(name, predicate="intersects")]
        on += [(slug, other) for other, ring in rings.items() if ring.intersects(name)]
        assert not on
    assert not [pair for pair in combinations(names, 2) if names[pair[0]].intersects(names[pair[1]])]


def test_all_of_it_is_inside_the_frame(geometry: Geometry) -> None:
    wide, high = geometry.size
    frame = shapely.box(FRAME + 1, FRAME + 1, wide - FRAME - 1, high - FRAME - 1)
    assert all(frame.contains(shape) for shape in trains(geometry).values())
    for city in geometry.cities.values():
        assert frame.contains(letters(city.name)), city.name.lines
        assert frame.contains(letters(city.large)), city.large.lines
        assert len(city.name.lines) == 1 or city.name.starts[1].y - city.name.starts[0].y == pytest.approx(
            city.name.size * LINE, abs=0.2
        )


def test_what_is_written_is_read_again(geometry: Geometry) -> None:
    assert Geometry.read(geometry.written()) == geometry


def test_a_board_that_was_never_laid_out_says_so(board: Board) -> None:
    changed = Board("Nowhere", board.cities, board.routes, board.tickets, board.route_points)
    with pytest.raises(NoPicture):
        kept.geometry(changed)
    other_facts = Board(board.name, board.cities, board.routes[:-1], board.tickets, board.route_points)
    with pytest.raises(NoPicture):
        kept.geometry(other_facts)
