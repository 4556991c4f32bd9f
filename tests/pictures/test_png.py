"""Pictures as PNG: small enough for an email, and without losing any color."""

import io

import pytest
from PIL import Image

from games.presentation import pictures
from games.presentation.pictures import Way
from games.presentation.pictures.palette import DAY
from games.presentation.pictures.png import LARGEST, PIXELS, png
from tests.pictures.positions import played, view
from tests.sweeps import at_length

CROWDED = [
    ("usa@1", 5, 150, ()),
    ("old_west@1", 6, 160, ("alvin",)),
    ("card_game@1", 3, 60, ()),
    ("europe@1", 5, 150, ()),
    ("nordic@1", 3, 110, ()),
]


@pytest.mark.parametrize(("ruleset", "seats", "moves", "options"), at_length(CROWDED, at_once=CROWDED[1:2]))
def test_an_email_can_bear_it(ruleset: str, seats: int, moves: int, options: tuple[str, ...]) -> None:
    state = played(ruleset, seats, moves, *options)
    drawn = png(pictures.position(state.rules.board, view(state, 0), Way("email", "day")), "email")
    assert len(drawn) <= 100_000
    with Image.open(io.BytesIO(drawn)) as picture:
        assert picture.width * picture.height == pytest.approx(PIXELS["email"], rel=0.01)
        assert min(picture.size) >= 600


@pytest.mark.long
def test_a_picture_that_would_be_too_large_gets_fewer_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played("old_west@1", 6, 160, "alvin")
    svg = pictures.position(state.rules.board, view(state, 0), Way("email", "day"))
    with_all = png(svg, "email")
    monkeypatch.setitem(LARGEST, "email", len(with_all) - 1)
    with Image.open(io.BytesIO(png(svg, "email"))) as picture:
        assert 24 < len(picture.getcolors() or []) < 64
    assert len(png(svg, "email")) < len(with_all)


def test_the_first_train_of_a_seat_keeps_its_color() -> None:
    state = played("usa@1", 5, 150)
    drawn = png(pictures.position(state.rules.board, view(state, 0), Way("thumbnail", "day")), "thumbnail")
    with Image.open(io.BytesIO(drawn)) as picture:
        kept = [color for _count, color in picture.convert("RGB").getcolors() or []]
    for seat in DAY.seats:
        assert min(_distance(color, seat.fill) for color in kept) < 40, seat


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="viewBox"):
        png("<svg/>", "email")


def _distance(color: float | tuple[int, ...], wanted: str) -> int:
    assert isinstance(color, tuple)
    return max(abs(part - sought) for part, sought in zip(color, bytes.fromhex(wanted.removeprefix("#")), strict=True))
