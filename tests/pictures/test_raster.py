"""A picture is made of stamps, each drawn once, without any visible difference from one that is drawn as a whole."""

import io

import pytest
import resvg_py
from PIL import Image, ImageChops

import engine
from games.presentation import pictures
from games.presentation.pictures import LIGHTS, Way, empty, raster, strip
from tests.pictures.positions import played, view
from tests.sweeps import at_length

NOTICEABLE = 8
"""Of 255, in any of the three colors."""
MOST = 0.01
"""The share of pixels that may be noticeable."""
WIDE = 600
POSITIONS = [
    ("usa@1", 5, 150, ()),
    ("old_west@1", 6, 160, ("alvin",)),
    ("lagoon@1", 3, 40, ()),
    ("card_game@1", 3, 60, ()),
    ("europe@1", 5, 150, ()),
    ("nordic@1", 3, 110, ()),
]


def whole(svg: str, wide: int) -> Image.Image:
    """Draw a picture as one."""
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=wide, skip_system_fonts=True)
    with Image.open(io.BytesIO(bytes(drawn))) as picture:
        return picture.convert("RGB")


def share_that_differs(one: Image.Image, other: Image.Image) -> float:
    assert one.size == other.size
    bands = ImageChops.difference(one, other).point(lambda value: 255 if value > NOTICEABLE else 0).split()
    off = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return off.histogram()[255] / (off.width * off.height)


@pytest.mark.parametrize("light", at_length(["day", "night"], at_once=["day"]))
@pytest.mark.parametrize("size", at_length(["thumbnail", "email", "table"], at_once=["email"]))
@pytest.mark.parametrize(("ruleset", "seats", "moves", "options"), at_length(POSITIONS, at_once=POSITIONS[1:2]))
def test_the_stamps_make_the_picture_that_was_drawn_as_one(
    ruleset: str, seats: int, moves: int, options: tuple[str, ...], size: str, light: str
) -> None:
    state = played(ruleset, seats, moves, *options)
    lit = [route.slug for route in state.rules.board.routes[::9]]
    svg = pictures.position(state.rules.board, view(state, 0), Way(size, light), lit=lit, players=["Ada", "<&>"])
    assert share_that_differs(raster.picture(svg, WIDE), whole(svg, WIDE)) < MOST / 10


def test_points_below_a_film_are_such_a_picture_too() -> None:
    svg = strip.drawn((7, 12), LIGHTS["night"]())
    assert share_that_differs(raster.picture(svg, WIDE), whole(svg, WIDE)) < MOST


def test_the_next_position_draws_only_what_is_new() -> None:
    """A claim brings a train, its pill, and perhaps a city's ring; all else was drawn before."""
    before, after = (played("usa@1", 5, moves) for moves in (149, 150))
    way, board = Way("email", "day"), before.rules.board
    raster.picture(pictures.position(board, view(before, 0), way), WIDE)
    drawn = raster._stamps.cache_info().misses
    raster.picture(pictures.position(board, view(after, 0), way), WIDE)
    assert raster._stamps.cache_info().misses - drawn <= 4


def test_stamps_are_not_drawn_upon() -> None:
    svg = empty(engine.ruleset("usa@1", {}), Way("thumbnail", "day"))
    assert raster.picture(svg, WIDE).tobytes() == raster.picture(svg, WIDE).tobytes()


def test_an_element_that_is_nowhere_to_be_seen_leaves_no_stamp() -> None:
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/>{}</svg>'
    outside = square.format('<path d="M20 20h4v4h-4z"/><g/>')
    assert raster.picture(outside, 90).tobytes() == raster.picture(square.format(""), 90).tobytes()


@pytest.mark.parametrize("svg", ["", "<svg/>", "no picture", '<svg viewBox="0 0 9 9"/>', '<svg viewBox="0 0 a b"/>'])
def test_anything_else_is_refused(svg: str) -> None:
    with pytest.raises(ValueError, match=r"picture|float"):
        raster.picture(svg, WIDE)
