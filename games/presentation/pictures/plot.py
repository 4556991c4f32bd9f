"""Points over time as a plot for a page: a line for each seat, with the seat's color, pattern and train.

The horizontal axis is the entries of the log, the vertical one points. Its colors come from the page's style sheet,
and its trains from the page's signs. Its title summarizes its content, and a table beside it contains all of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.presentation.pictures.sizes import DASHES
from games.presentation.pictures.svg import element, number, text_element, used
from games.presentation.words import amount

WIDTH, HEIGHT = 408.0, 210.0
LEFT, RIGHT, TOP, BOTTOM = 30.0, 60.0, 12.0, 12.0
EDGE, LINE, PATTERN = 4.6, 3.0, 1.2
"""The thickness of a line: with its edge, without it, and of the pattern on it."""
LINES: Final = 5
"""The most gridlines across the plot."""
STEPS: Final = (5, 10, 20, 50, 100, 200, 500)
"""The possible distances between gridlines, in points."""
APART: Final = 17.0
"""The distance between two trains at the right."""
TRAIN: Final = 24.0


@dataclass(frozen=True)
class Plotted:
    """A seat's points from entry to entry."""

    seat: int
    name: str
    points: Sequence[tuple[int, int]]
    """Entry numbers, each with the seat's points after it."""


@dataclass(frozen=True)
class _Scale:
    last: int
    low: int
    high: int

    def x(self, entry: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (entry - 1) / max(1, self.last - 1)

    def y(self, points: int) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - points) / max(1, self.high - self.low)


def drawn(lines: Sequence[Plotted], last: int, at: int) -> str:
    """Draw the plot up to entry `last`, with a vertical line at entry `at`."""
    all_points = [points for line in lines for _entry, points in line.points]
    scale = _Scale(last, min(0, *all_points), max(10, *all_points))
    return element(
        "svg",
        text_element("title", plot_summary(lines)),
        *_draw_gridlines(scale),
        element("path", class_="plot-at", d=f"M{number(scale.x(at))} {TOP}V{HEIGHT - BOTTOM}"),
        *(part for line in lines for part in _draw_line(scale, line)),
        *_draw_trains(scale, lines),
        class_="plot",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="img",
    )


def plot_summary(lines: Sequence[Plotted]) -> str:
    """Return the plot's text alternative: each player's final points."""
    sums = ", ".join(
        _("%(name)s %(points)s") % {"name": line.name, "points": amount(line.points[-1][1])} for line in lines
    )
    return _("Points over time: %(list)s") % {"list": sums}


def _draw_gridlines(scale: _Scale) -> Iterator[str]:
    """Draw a gridline at each multiple of the step, and at zero."""
    step = _choose_step(scale.high - scale.low)
    for points in range(-(-scale.low // step) * step, scale.high + 1, step):
        y = number(scale.y(points))
        yield element("path", class_="plot-line", d=f"M{LEFT} {y}H{WIDTH - RIGHT:g}")
        yield element("text", amount(points), class_="plot-text", x=LEFT - 6, y=scale.y(points) + 4, text_anchor="end")


def _choose_step(span: int) -> int:
    """Return the smallest of 5, 10, 20, 50 ... that gives few lines."""
    step = STEPS[0]
    for step in STEPS:
        if span // step <= LINES:
            break
    return step


def _draw_line(scale: _Scale, line: Plotted) -> Iterator[str]:
    """Draw a seat's line, which is horizontal until its points change."""
    way, seat = _trace_path(scale, line.points), line.seat + 1
    yield element("path", class_=f"s-{seat}-edge", d=way, stroke_width=EDGE)
    yield element("path", class_=f"s-{seat}-track", d=way, stroke_width=LINE)
    yield element("path", class_=f"s-{seat}-line", d=way, stroke_width=PATTERN, stroke_dasharray=DASHES[line.seat])


def _trace_path(scale: _Scale, points: Sequence[tuple[int, int]]) -> str:
    (first, begins), *further = points
    steps = (f"H{number(scale.x(entry))}V{number(scale.y(sum_))}" for entry, sum_ in further)
    return f"M{number(scale.x(first))} {number(scale.y(begins))}" + "".join(steps)


def _draw_trains(scale: _Scale, lines: Sequence[Plotted]) -> Iterator[str]:
    """Draw each seat's train and points at the end of its line, so that none overlap."""
    ends = sorted((scale.y(line.points[-1][1]), line.seat, line.points[-1][1]) for line in lines)
    y = TOP - APART
    room = [HEIGHT - BOTTOM - APART * (len(ends) - 1 - place) for place in range(len(ends))]
    for (ideal, seat, points), lowest in zip(ends, room, strict=True):
        y = max(y + APART, min(ideal, lowest))
        yield used(f"train-{seat + 1}", WIDTH - RIGHT + 6 + TRAIN / 2, y)
        yield element("text", amount(points), class_="plot-text", x=WIDTH - RIGHT + TRAIN + 12, y=y + 4)
