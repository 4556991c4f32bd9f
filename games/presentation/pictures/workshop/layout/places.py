"""The places of cities: not far from home, with enough room for the routes.

They are attached to springs, relaxed by gradient descent. A route pulls or pushes its two cities until its spaces fit
between them; cities repel each other, and routes that are not their own; home and the frame pull back.
"""

from typing import Final

import numpy as np

from games.presentation.pictures.shape import PARALLEL, PITCH
from games.presentation.pictures.workshop.layout.arrays import Points
from games.presentation.pictures.workshop.layout.plan import LayoutPlan

STEPS: Final = 3000
RATE: Final = 0.12
HOME, TOO_SHORT, TOO_LONG, APART, ASIDE, FRAME = 0.02, 0.25, 0.012, 0.25, 0.12, 0.5
NEAREST: Final = 62.0
"""The least distance between two cities."""
EDGE: Final = (62.0, 54.0)
"""The least distance from a city to the frame, sideways and up or down."""
TIGHT_PITCH: Final = 27.5


class Springs:
    """The springs that pull at the cities of a plan; `home` is where they are on the map."""

    def __init__(self, plan: LayoutPlan, home: Points) -> None:
        self._home = home
        self._size = np.array(plan.size)
        self._ends = np.array(plan.pairs)
        length = np.array([bundle.length for bundle in plan.bundles], dtype=float)
        width = np.array([bundle.width for bundle in plan.bundles], dtype=float)
        self._shortest = TIGHT_PITCH * length + 28 + 11 * (width - 1)
        self._longest = PITCH * length + 52 + 8 * (width - 1)
        self._aside = 24 + PARALLEL / 2 * width
        cities = np.arange(len(home))[:, None]
        self._foreign = (cities != self._ends[:, 0]) & (cities != self._ends[:, 1])

    def pull(self, at: Points) -> Points:
        """Return the gradient of all springs."""
        pull = 2 * HOME * (at - self._home)
        self._pull_routes(at, pull)
        self._keep_apart(at, pull)
        self._keep_aside(at, pull)
        edge = np.array(EDGE)
        pull += 2 * FRAME * (np.minimum(at - edge, 0) + np.maximum(at - (self._size - edge), 0))
        return pull

    def _pull_routes(self, at: Points, pull: Points) -> None:
        a, b = self._ends[:, 0], self._ends[:, 1]
        chord = at[b] - at[a]
        length = np.linalg.norm(chord, axis=1)
        strain = TOO_SHORT * np.minimum(length - self._shortest, 0) + TOO_LONG * np.maximum(length - self._longest, 0)
        force = (2 * strain / length)[:, None] * chord
        np.add.at(pull, b, force)
        np.add.at(pull, a, -force)

    def _keep_apart(self, at: Points, pull: Points) -> None:
        between = at[:, None] - at[None]
        distance = np.linalg.norm(between, axis=2) + np.eye(len(at)) * 1e9
        strain = APART * np.minimum(distance - NEAREST, 0) / distance
        pull += (4 * strain[:, :, None] * between).sum(axis=1)

    def _keep_aside(self, at: Points, pull: Points) -> None:
        """Push apart a city and a route that it obstructs, with the route's ends."""
        a, b = at[self._ends[:, 0]], at[self._ends[:, 1]]
        chord = b - a
        along = ((at[:, None] - a) * chord).sum(axis=2) / (chord * chord).sum(axis=1)
        along = np.clip(along, 0, 1)
        away = at[:, None] - (a + along[:, :, None] * chord)
        distance = np.linalg.norm(away, axis=2) + 1e-9
        strain = np.where(self._foreign, ASIDE * np.minimum(distance - self._aside, 0) / distance, 0)
        force = 2 * strain[:, :, None] * away
        pull += force.sum(axis=1)
        np.add.at(pull, self._ends[:, 0], -(force * (1 - along)[:, :, None]).sum(axis=0))
        np.add.at(pull, self._ends[:, 1], -(force * along[:, :, None]).sum(axis=0))


def settled(plan: LayoutPlan, home: Points) -> Points:
    """Return the positions of the cities after the springs have relaxed."""
    springs, at = Springs(plan, home), home.copy()
    for step in range(STEPS):
        at -= RATE * (1 - step / STEPS) * springs.pull(at)
    return at
