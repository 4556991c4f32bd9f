"""The points of all seats in a row, a train and a number for each, below the pictures of a film."""

from collections.abc import Sequence
from typing import Final

from games.presentation.pictures.lettering import lettering
from games.presentation.pictures.signs import definitions
from games.presentation.pictures.svg import element, styled, text, used

WIDTH, HEIGHT = 560.0, 40.0
EDGE: Final = 14.0
TRAIN: Final = 1.25
BEFORE: Final = 20.0
LETTERS: Final = 21.0


def drawn(points: Sequence[int], style: str) -> str:
    """Draw the strip, with this style sheet."""
    step = (WIDTH - 2 * EDGE) / len(points)
    parts = [_draw_seat(seat, sum_, EDGE + step * (seat - 1)) for seat, sum_ in enumerate(points, 1)]
    paper = element("rect", class_="paper", width=WIDTH, height=HEIGHT)
    return element(
        "svg",
        styled(style),
        definitions(set()),
        paper,
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
    )


def _draw_seat(seat: int, points: int, x: float) -> str:
    """Draw a seat's train, and its points beside it. `seat` counts from 1."""
    at = f"translate({x + BEFORE:g} {HEIGHT / 2:g}) scale({TRAIN:g})"
    train = element("g", used(f"engine-{seat}", 0, 0), transform=at)
    return train + text(lettering("names"), str(points), x + BEFORE + 24, HEIGHT / 2 + 7.5, LETTERS, "text")
