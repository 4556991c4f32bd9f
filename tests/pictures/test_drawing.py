"""The contents of a picture, and what it must not show."""

import re
from itertools import accumulate, product
from typing import Any
from xml.etree import ElementTree

import pytest

import engine
from engine.cards import KINDS
from games.presentation import pictures
from games.presentation.pictures import LIGHTS, SIZES, Way
from games.presentation.pictures.geometry import geometry
from games.presentation.pictures.lettering import lettering
from games.presentation.pictures.marks import MARKS
from games.presentation.pictures.palette import DAY, NIGHT, Ink, Palette
from games.presentation.pictures.scene import Ring, Scene, TicketLine
from games.presentation.pictures.signs import SEATS, SYMBOLS
from games.presentation.pictures.svg import line, placed, short_line
from tests.pictures.positions import played, view

GAMES = [
    ("usa@1", 5, 150, ()),
    ("old_west@1", 6, 160, ("alvin",)),
    ("lagoon@1", 3, 40, ()),
    ("europe@1", 5, 150, ()),
    ("nordic@1", 3, 110, ()),
    ("card_game@1", 3, 60, ()),
]
IDS = [game[0] for game in GAMES]
SVG = "{http://www.w3.org/2000/svg}"
DISCS = {f"{SVG}circle", f"{SVG}rect"}
ENDS = ("boston", "miami", "boston", "seattle")


@pytest.fixture(params=GAMES, ids=IDS)
def state(request: pytest.FixtureRequest) -> Any:
    ruleset, seats, moves, options = request.param
    return played(ruleset, seats, moves, *options)


def drawn(state: Any, seat: int | None = None, way: Way | None = None, **more: Any) -> ElementTree.Element:
    return ElementTree.fromstring(pictures.position(state.rules.board, view(state, seat), way or Way(), **more))


def groups(picture: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {group.get("id", ""): group for group in picture.iter(f"{SVG}g") if group.get("id")}


@pytest.mark.parametrize("ruleset", ["usa@1", "old_west@1"])
def test_a_path_of_steps_goes_where_the_line_goes(ruleset: str) -> None:
    for track in geometry(engine.ruleset(ruleset).board).tracks.values():
        drawn_line, steps = line(track.rail), short_line(track.rail)
        numbers = [round(10 * float(value)) for value in re.findall(r"-?[\d.]+", steps)]
        xs, ys = accumulate(numbers[::2]), accumulate(numbers[1::2])
        assert line([(x / 10, y / 10) for x, y in zip(xs, ys, strict=True)]) == drawn_line


def test_nothing_fades_when_a_track_is_lit(state: Any) -> None:
    plain = groups(drawn(state))
    for lit in [name.removeprefix("r-") for name in plain if name.startswith("r-")][:1]:
        glowing = groups(drawn(state, lit=[lit]))
        others = [name for name in plain if name != f"r-{lit}"]
        assert [glowing[name].get("class") for name in others] == [plain[name].get("class") for name in others]


def test_the_same_view_is_the_same_picture_in_every_size_and_light(state: Any) -> None:
    for size, light in product(SIZES, LIGHTS):
        way = Way(size, light)
        one, other = (pictures.position(state.rules.board, view(state, 0), way) for _ in range(2))
        assert one == other
        ElementTree.fromstring(one)


def test_everything_placed_is_defined_and_every_id_stands_once(state: Any) -> None:
    for size in SIZES:
        text = pictures.position(state.rules.board, view(state, 0), Way(size))
        ids = re.findall(r' id="([^"]+)"', text)
        assert len(ids) == len(set(ids))
        assert {place[1:] for place in re.findall(r'href="(#[^"]+)"', text)} <= set(ids)


@pytest.mark.parametrize("name", ["usa@1", "old_west@1"])
def test_the_sea_ends_with_the_sheet_in_a_window_of_any_shape(name: str) -> None:
    picture = ElementTree.fromstring(pictures.empty(engine.RULESETS[name], Way()))
    (sheet,) = picture.iterfind(f"{SVG}clipPath[@id='sheet']/{SVG}rect")
    assert [sheet.get("width"), sheet.get("height")] == [
        str(side) for side in geometry(engine.RULESETS[name].board).size
    ]
    (clipped,) = picture.iterfind(f"{SVG}g[@clip-path='url(#sheet)']")
    coasts = {id(one) for one in picture.iterfind(f".//{SVG}use[@href='#coast']")}
    assert coasts == {id(one) for one in clipped.iterfind(f"{SVG}use")} != set()


def test_tracks_say_whose_they_are() -> None:
    state = played("usa@1", 5, 150)
    seen = view(state, None)
    found = groups(drawn(state, players=["Ada", "Bela", "Carl", "Dina", "Emil"]))
    assert seen["routes"]
    for route in state.rules.board.routes:
        group = found.get(f"r-{route.slug}")
        if route.slug in seen["routes"]:
            assert group is not None
            seat = seen["routes"][route.slug]
            assert f"seat-{seat + 1}" in group.get("class", "")
            assert (group.findtext(f"{SVG}title") or "").endswith(["Ada", "Bela", "Carl", "Dina", "Emil"][seat])
            assert len(list(group.iter(f"{SVG}use"))) == route.length
        else:
            assert group is not None
            assert group.get("class") == "open"


def test_a_twin_that_is_closed_with_few_players_has_no_spaces() -> None:
    state = played("usa@1", 2, 90)
    board, claimed = state.rules.board, view(state, None)["routes"]
    found = groups(drawn(state))
    twins = [
        route.slug
        for route in board.routes
        if route.slug not in claimed
        and any(board.routes[board.route_of[one]].group == route.group != "" for one in claimed)
    ]
    assert twins
    assert not [slug for slug in twins if f"r-{slug}" in found]


def test_markers_and_alvin_stand_where_they_are() -> None:
    state = played("old_west@1", 6, 160, "alvin")
    seen = view(state, None)
    found = groups(drawn(state))
    for city, seat in seen["markers"].items():
        assert [use.get("href") for use in found[f"city-{city}"].iter(f"{SVG}use")] == [f"#marker-{seat + 1}"]
    (saucer,) = [use for use in drawn(state).iter(f"{SVG}use") if use.get("href") == "#piece-alvin"]
    at = geometry(state.rules.board).cities[seen["alvin"]["city"]].at
    assert saucer.get("transform") == placed(at.x + 10, at.y - 15)


def test_a_ferry_shows_a_wheel_for_each_locomotive() -> None:
    rules = engine.RULESETS["old_west@1"]
    found = groups(ElementTree.fromstring(pictures.empty(rules, Way())))
    for route in rules.board.routes:
        wheels = [use for use in found[f"r-{route.slug}"].iter(f"{SVG}use") if use.get("href") == "#wheel"]
        assert len(wheels) == route.ferry_locomotives


def test_only_the_viewer_s_tickets_are_on_it() -> None:
    state = played("usa@1", 5, 150)
    held = engine.own(view(state, 1))["tickets"]
    ends = {end for ticket in held for end in (ticket["from"], ticket["to"])}
    own, watched = groups(drawn(state, 1)), groups(drawn(state))
    for city in state.rules.board.cities:
        shown = [part.get("class") for part in own[f"city-{city.slug}"].iter() if part.tag in DISCS]
        assert bool({"ring", "there"} & set(shown)) == (city.slug in ends)
        plain = {circle.get("class") for circle in watched[f"city-{city.slug}"].iter(f"{SVG}circle")}
        assert plain == {"city", "dot"}


def test_the_ring_of_a_city_has_the_letters_of_all_its_tickets() -> None:
    lines = [
        TicketLine(letter, ("denver", end), arrived=letter < "C") for letter, end in zip("ABCD", ENDS, strict=True)
    ]
    some, all_four = Scene(tickets=lines[:2]).rings(), Scene(tickets=lines).rings()
    assert (some["denver"], some["miami"]) == (Ring("AB", True), Ring("B", True))
    assert (all_four["denver"], all_four["boston"]) == (Ring("AB+", False), Ring("AC", False))


def test_the_last_moves_are_outlined_and_what_was_taken_back_is_not() -> None:
    state = played("usa@1", 5, 150)
    claimed = list(view(state, None)["routes"])
    open_one = next(route.slug for route in state.rules.board.routes if route.slug not in claimed)
    found = groups(drawn(state, last=[claimed[0], open_one]))
    assert "last-move" in found[f"r-{claimed[0]}"].get("class", "")
    assert [slug for slug, group in found.items() if "last-move" in group.get("class", "")] == [f"r-{claimed[0]}"]


def test_a_closed_stack_is_a_number_even_for_its_owner() -> None:
    closed = played("card_game@1", 3, 60)
    shown = ElementTree.tostring(drawn(closed, 0), encoding="unicode")
    opened = played("card_game@1", 3, 60, "open_stack")
    told = ElementTree.tostring(drawn(opened, 0), encoding="unicode")
    letters = lettering("titles").outline("On your track")
    assert letters not in shown
    assert letters in told


def test_one_card_is_called_a_card() -> None:
    for moves in range(20, 60, 5):
        said = pictures.position(*_card_game(moves), Way())
        assert not re.search(r"\b1 (cards|locomotives)", said)


def _card_game(moves: int) -> tuple[Any, Any]:
    state = played("card_game@1", 3, moves)
    return state.rules.board, view(state, 0)


def test_names_are_escaped_and_drawn_as_paths() -> None:
    state = played("usa@1", 5, 150)
    text = pictures.position(state.rules.board, view(state, None), Way(), players=["<script>\"&'", "B", "C", "D", "E"])
    assert "<script>" not in text
    assert "<text" not in text


def _light(color: str) -> float:
    """Return a color's relative luminance (WCAG 2.2)."""
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", [DAY, NIGHT], ids=["day", "night"])
def test_words_and_signs_stand_out(palette: Palette) -> None:
    for ground in (palette.land, palette.sea, palette.paper):
        assert contrast(palette.label, ground) >= 4.5
    assert contrast(palette.brass, palette.last_inside) >= 4.5
    assert contrast(palette.frame, palette.paper) >= 3.9
    inks: list[Ink] = [*palette.cards.values(), *palette.seats]
    assert all(contrast(ink.fill, ink.mark) >= 3 for ink in inks)
    for ink in inks:
        assert max(contrast(ink.fill, palette.land), contrast(ink.edge, palette.land)) >= 3 or ink.fill == "#47566D"


@pytest.mark.parametrize("palette", [DAY, NIGHT], ids=["day", "night"])
def test_a_train_is_coupled_in_a_color_that_no_open_track_has_between_its_spaces(palette: Palette) -> None:
    """Without colors, too, and on a phone, where a board of 1200 units has 390 pixels."""
    assert contrast(palette.last, palette.casing) >= 7
    assert contrast(palette.last, palette.land) >= 7
    state = played("usa@1", 5, 150)
    tracks = groups(drawn(state))
    for route in state.rules.board.routes:
        track = tracks[f"r-{route.slug}"]
        couplings = [path for path in track.iter(f"{SVG}path") if path.get("class") == "coupling"]
        assert len(couplings) == ("claimed" in (track.get("class") or "").split())
        assert all(float(path.get("stroke-width") or 0) * 390 / 1200 >= 1.9 for path in couplings)


def test_by_night_black_trains_do_not_look_like_open_spaces_of_any_color() -> None:
    assert contrast(NIGHT.seats[4].fill, NIGHT.cards["gray"].fill) >= 2.5


def test_every_seat_and_color_has_a_sign_of_its_own() -> None:
    assert max(seats for rules in engine.RULESETS.values() for seats in rules.seat_counts) <= SEATS
    assert len(set(MARKS)) == SEATS
    assert set(SYMBOLS) == set(KINDS) - {"locomotive"}
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


def test_no_seat_has_the_mark_of_a_card() -> None:
    """Whoever tells colors apart by signs took red trains for white cards, and white trains for orange ones."""
    marks, symbols = ({_corners(path) for path in paths} for paths in (MARKS, SYMBOLS.values()))
    assert not marks & symbols


def test_no_seat_s_mark_only_counts_what_a_card_s_sign_has() -> None:
    """Two dots stood beside yellow's one and black's three, three bars beside blue's two."""
    of_cards = {_corners(part) for path in SYMBOLS.values() for part in _parts(path)}
    for path in MARKS:
        parts = [(_corners(part), _size(part)) for part in _parts(path)]
        assert all(parts.count(part) == 1 or part[0] not in of_cards for part in parts), path


def _parts(path: str) -> list[str]:
    return [f"M{part}" for part in path.split("M")[1:]]


def _corners(path: str) -> frozenset[tuple[float, float]]:
    """Return the corners of a path in tenths of its box: what is only longer or thicker is the same sign."""
    points, (wide, high) = _points(path), _size(path)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return frozenset((round(10 * (x - left) / wide), round(10 * (y - top) / high)) for x, y in points)


def _size(path: str) -> tuple[float, float]:
    (left, *_, right), (top, *_, bottom) = (sorted(values) for values in zip(*_points(path), strict=True))
    return max(round(right - left, 1), 0.1), max(round(bottom - top, 1), 0.1)


def _points(path: str) -> list[tuple[float, float]]:
    points = [(0.0, 0.0)]
    for command, numbers in re.findall("([A-Za-z])([^A-Za-z]*)", path):
        values = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        size = {"H": 1, "V": 1, "A": 7}.get(command.upper(), 2)
        for at in range(0, len(values), size):
            x, y = points[-1]
            left, top = (x, y) if command.islower() else (0, 0)
            tail = values[at : at + size][-2:]
            point = left + tail[0], top + tail[-1]
            points.append({"H": (point[0], y), "V": (x, point[1])}.get(command.upper(), point))
    return points[1:]


def test_a_small_picture_of_rail_yards_fills_its_place_in_lists() -> None:
    """Eight by five: lists would cut off the engines on the left and half of the market from a wider one."""
    small = drawn(played("card_game@1", 4, 60), way=Way("thumbnail"))
    wide, high = map(float, small.attrib["viewBox"].split()[2:])
    assert 1.55 < wide / high < 1.65
