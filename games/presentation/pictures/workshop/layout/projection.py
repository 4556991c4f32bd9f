"""Albers' equal-area conic projection from longitude and latitude to paper, fitted into the board's frame."""

from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from typing import Self

import numpy as np

from games.presentation.pictures.workshop.hints import Albers
from games.presentation.pictures.workshop.layout.arrays import Points

MARGIN = 76.0
"""The margin between the outermost cities and the frame, in units."""


def around(degrees: Points) -> Albers:
    """Return a projection for these places: its parallels are a sixth of the way in from south and north."""
    (west, south), (east, north) = degrees.min(axis=0), degrees.max(axis=0)
    sixth = (north - south) / 6
    return Albers(south + sixth, north - sixth, (west + east) / 2, (south + north) / 2)


def project(albers: Albers, degrees: Points) -> Points:
    """Project places as (longitude, latitude) to points on a sphere of radius 1; y grows to the south."""
    south, north = radians(albers.south), radians(albers.north)
    n = (sin(south) + sin(north)) / 2
    c = cos(south) ** 2 + 2 * n * sin(south)
    origin = sqrt(c - 2 * n * sin(radians(albers.latitude))) / n
    rho = np.sqrt(c - 2 * n * np.sin(np.radians(degrees[:, 1]))) / n
    theta = n * np.radians(degrees[:, 0] - albers.longitude)
    return np.column_stack([rho * np.sin(theta), rho * np.cos(theta) - origin])


@dataclass(frozen=True)
class Fit:
    """A projection, and the mapping of its points into the frame."""

    albers: Albers
    scale: Points
    shift: Points

    @classmethod
    def into(cls, albers: Albers, degrees: Points, size: tuple[float, float]) -> Self:
        """Fit these places into a frame of this size, up to its margin."""
        plain = project(albers, degrees)
        low, high = plain.min(axis=0), plain.max(axis=0)
        scale = (np.array(size) - 2 * MARGIN) / (high - low)
        return cls(albers, scale, MARGIN - low * scale)

    def points(self, degrees: Points) -> Points:
        """Project places as (longitude, latitude) to points of the picture."""
        return project(self.albers, degrees) * self.scale + self.shift
