"""One bundle of tracks as a curve: its rails, and the spaces on them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from games.presentation.pictures.geometry import Space
from games.presentation.pictures.shape import PARALLEL, PITCH, RING
from games.presentation.pictures.workshop.layout.arrays import Points

SAMPLES: Final = 97
FAN: Final = 14.0
"""The distance from its city over which a track swings out to its place beside its parallels."""
LEVEL: Final = 8.0
"""The distance before and behind a space's middle over which its angle is measured, as that of the chord."""


@dataclass(frozen=True, eq=False)
class Curve:
    """A quadratic curve between two cities; its apex is `bend` times its chord beside the chord.

    `lengths`: the numbers of spaces of its tracks.
    """

    start: Points
    end: Points
    bend: float
    lengths: tuple[int, ...]

    @property
    def width(self) -> int:
        """Return the number of parallel tracks."""
        return len(self.lengths)

    @cached_property
    def middle(self) -> Points:
        """Return points along the middle of the bundle."""
        chord = self.end - self.start
        normal = np.array([-chord[1], chord[0]])
        control = (self.start + self.end) / 2 + 2 * self.bend * normal
        t = np.linspace(0, 1, SAMPLES)[:, None]
        points: Points = (1 - t) ** 2 * self.start + 2 * t * (1 - t) * control + t**2 * self.end
        return points

    def track(self, number: int) -> Points:
        """Return points along one of the tracks, which fans out from its cities."""
        offset = (number - (self.width - 1) / 2) * PARALLEL
        if not offset:
            return self.middle
        tangent = np.gradient(self.middle, axis=0)
        normal = np.column_stack([-tangent[:, 1], tangent[:, 0]]) / np.linalg.norm(tangent, axis=1)[:, None]
        along = _along(self.middle)
        near = np.minimum(along, along[-1] - along) / FAN
        eased = np.clip(near, 0, 1)
        points: Points = self.middle + normal * (offset * eased * eased * (3 - 2 * eased))[:, None]
        return points

    def spaces(self, number: int) -> list[Space]:
        """Return the spaces of one of the tracks, from the first city to the second, centered between them."""
        points = self.track(number)
        along = _along(points)
        return [_space(points, along, place) for place in _list_places(float(along[-1]), self.lengths[number])]

    def corridor(self) -> Points:
        """Return the middle of the bundle along its spaces, without the bare rails."""
        along = _along(self.middle)
        places = _list_places(float(along[-1]), max(self.lengths))
        half = (places[-1] - places[0]) / 2 + PITCH / 2
        middle = along[-1] / 2
        return _at(self.middle, along, np.linspace(middle - half, middle + half, 25))


def _list_places(whole: float, length: int) -> Points:
    """Return the middles of so many spaces on a track that is so long."""
    pitch = min(PITCH, (whole - 2 * RING) / length)
    places: Points = whole / 2 + pitch * (np.arange(length, dtype=float) - (length - 1) / 2)
    return places


def _along(points: Points) -> Points:
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def _at(points: Points, along: Points, places: Points) -> Points:
    return np.column_stack([np.interp(places, along, points[:, 0]), np.interp(places, along, points[:, 1])])


def _space(points: Points, along: Points, place: float) -> Space:
    (x, y), before, behind = _at(points, along, np.array([place, place - LEVEL, place + LEVEL]))
    angle = float(np.degrees(np.arctan2(*(behind - before)[::-1])))
    if angle > 90:
        angle -= 180
    if angle <= -90:
        angle += 180
    return Space(float(x), float(y), angle)
