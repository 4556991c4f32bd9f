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
from games.presentation.words.lists import listed

WIDTH, HEIGHT = 408.0, 210.0
LEFT, RIGHT, TOP, BOTTOM = 30.0, 60.0, 12.0, 14.0
STRETCH: Final = 0.14
"""The width of the final scoring, as a part of the game before it."""
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
    """`scored`: the entry of the final scoring, which has a stretch of its own; None without one."""

    last: int
    low: int
    high: int
    scored: int | None = None

    @property
    def stretch(self) -> float:
        """Return the width of the final scoring, in entries."""
        return 0 if self.scored is None else max(1.0, self.last * STRETCH)

    def x(self, entry: int) -> float:
        late = self.scored is not None and entry >= self.scored
        return self._place(entry + self.stretch if late else entry)

    @property
    def x_before_scoring(self) -> float:
        return self._place(self.scored or self.last)

    def _place(self, entry: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (entry - 1) / max(1, self.last + self.stretch - 1)

    def y(self, points: int) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - points) / max(1, self.high - self.low)


def drawn(lines: Sequence[Plotted], last: int, at: int | None, *, scored: int | None = None) -> str:
    """Draw the plot up to entry `last`, with a vertical line at entry `at`.

    The points of entry `scored`, the final scoring, are drawn on a ground of their own.
    """
    all_points = [points for line in lines for _entry, points in line.points]
    scale = _Scale(last, min(0, *all_points), max(10, *all_points), scored)
    return element(
        "svg",
        text_element("title", plot_summary(lines)),
        *_draw_scoring(scale),
        *_draw_gridlines(scale),
        "" if at is None else element("path", class_="plot-at", d=f"M{number(scale.x(at))} {TOP}V{HEIGHT - BOTTOM}"),
        *(part for line in lines for part in _draw_line(scale, line)),
        *_draw_trains(scale, lines),
        class_="plot",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="img",
    )


def plot_summary(lines: Sequence[Plotted]) -> str:
    """Return the plot's text alternative: each player's final points."""
    sums = listed(
        _("%(name)s %(points)s") % {"name": line.name, "points": amount(line.points[-1][1])} for line in lines
    )
    return _("Points over time: %(list)s") % {"list": sums}


def _draw_scoring(scale: _Scale) -> Iterator[str]:
    """Draw the ground of the final scoring."""
    if scale.scored is not None:
        x, to = scale.x_before_scoring, scale.x(scale.scored)
        yield element("rect", class_="plot-scoring", x=x, y=TOP, width=to - x, height=HEIGHT - TOP - BOTTOM)
        yield element("text", _("scoring"), class_="plot-text", x=to, y=HEIGHT - 1, text_anchor="end")


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
    steps = (_trace_step(scale, entry, sum_) for entry, sum_ in further)
    return f"M{number(scale.x(first))} {number(scale.y(begins))}" + "".join(steps)


def _trace_step(scale: _Scale, entry: int, points: int) -> str:
    """Go on to the entry, then up or down to its points; slantingly where all is scored at once."""
    x, y = number(scale.x(entry)), number(scale.y(points))
    return f"H{number(scale.x_before_scoring)}L{x} {y}" if entry == scale.scored else f"H{x}V{y}"


def _draw_trains(scale: _Scale, lines: Sequence[Plotted]) -> Iterator[str]:
    """Draw each seat's train and points at the end of its line, so that none overlap."""
    ends = sorted((scale.y(line.points[-1][1]), line.seat, line.points[-1][1]) for line in lines)
    y = TOP - APART
    room = [HEIGHT - BOTTOM - APART * (len(ends) - 1 - place) for place in range(len(ends))]
    for (ideal, seat, points), lowest in zip(ends, room, strict=True):
        y = max(y + APART, min(ideal, lowest))
        yield used(f"train-{seat + 1}", WIDTH - RIGHT + 6 + TRAIN / 2, y)
        yield element("text", amount(points), class_="plot-text", x=WIDTH - RIGHT + TRAIN + 12, y=y + 4)
