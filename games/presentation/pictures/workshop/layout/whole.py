"""The whole computation from a board's facts to its geometry."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import shapely

from engine.boards import Board
from games.presentation.pictures import geometry, shape
from games.presentation.pictures.lettering import lettering
from games.presentation.pictures.workshop.layout import land
from games.presentation.pictures.workshop.layout.arrays import Points
from games.presentation.pictures.workshop.layout.bends import KeptFree, bent
from games.presentation.pictures.workshop.layout.curves import Curve
from games.presentation.pictures.workshop.layout.labels import Drawn, Label, Profile, collisions, labeled
from games.presentation.pictures.workshop.layout.places import settled
from games.presentation.pictures.workshop.layout.plan import LayoutPlan, planned
from games.presentation.pictures.workshop.layout.projection import Fit

ROUNDS: Final = 8
FIRST_WEIGHT, GROWTH = 2.0, 1.6
"""The cost of a track under a name in the first round, and its growth factor for each later round."""
OUTSIDE, OUTSIDE_LARGE = 60.0, 600.0
"""The cost of a name beyond the frame. Large names may cover tracks, but must be readable."""
SMOOTH: Final = 0.12
"""The tolerance with which a rail's curve is stored as points."""


def laid_out(board: Board, larger: float = 1.0) -> geometry.Geometry:
    """Compute the geometry of a board, on a sheet that is so many times as wide and high as its hints or size say.

    It takes up to a minute, with the same result every time.
    """
    plan = planned(board, larger)
    fit = Fit.into(plan.albers, plan.degrees, plan.size)
    home = fit.points(plan.degrees)
    at = settled(plan, home)
    curves, names = _curves_and_names(plan, at)
    large = labeled(_names(plan), Drawn(at, curves, plan.size), _profile(shape.LARGE_NAMES, OUTSIDE_LARGE))
    return geometry.Geometry(
        digest=board.digest,
        size=(round(plan.size[0]), round(plan.size[1])),
        cities=_cities(plan, at, names, large),
        tracks=_tracks(plan, curves),
        land=_land(plan, fit, home, at),
    )


def _curves_and_names(plan: LayoutPlan, at: Points) -> tuple[list[Curve], list[Label]]:
    """Return tracks and names that avoid each other, improved in rounds until no name covers anything."""
    curves, weight = bent(plan, at, KeptFree()), FIRST_WEIGHT
    tries = []
    for _ in range(ROUNDS):
        drawn = Drawn(at, curves, plan.size)
        names = labeled(_names(plan), drawn, _profile(shape.NAMES, OUTSIDE))
        tries.append((collisions(names, drawn), curves, names))
        if tries[-1][0] == 0:
            break
        curves = bent(plan, at, KeptFree([name.box for name in names], weight))
        weight *= GROWTH
    _, curves, names = min(tries, key=lambda tried: tried[0])
    return curves, names


def _land(plan: LayoutPlan, fit: Fit, home: Points, at: Points) -> dict[str, str]:
    if plan.base_map is None:
        return land.islands(at)
    return land.paths(plan.base_map, fit, plan.degrees, land.Shift(home, at), plan.size)


def _profile(size: float, outside: float) -> Profile:
    return Profile(lettering("names"), size, outside)


def _names(plan: LayoutPlan) -> list[str]:
    return [city.name for city in plan.board.cities]


def _cities(plan: LayoutPlan, at: Points, names: Sequence[Label], large: Sequence[Label]) -> dict[str, geometry.City]:
    rows = zip(plan.board.cities, at, names, large, strict=True)
    return {
        fact.slug: geometry.City(_point(place), _name(label), _name(large_label))
        for fact, place, label, large_label in rows
    }


def _name(label: Label) -> geometry.Name:
    return geometry.Name(label.size, label.lines, tuple(_point(start) for start in label.starts))


def _tracks(plan: LayoutPlan, curves: Sequence[Curve]) -> dict[str, geometry.Track]:
    routes = plan.board.routes
    tracks = {}
    for bundle, curve in zip(plan.bundles, curves, strict=True):
        for index, number in enumerate(bundle.tracks):
            rail = np.array(shapely.LineString(curve.track(index)).simplify(SMOOTH).coords)
            spaces = [
                geometry.Space(*_point((space.x, space.y)), round(space.angle, 1)) for space in curve.spaces(index)
            ]
            tracks[routes[number].slug] = geometry.Track(tuple(_point(point) for point in rail), tuple(spaces))
    return {route.slug: tracks[route.slug] for route in routes}


def _point(pair: Sequence[float] | Points) -> geometry.Point:
    return geometry.Point(round(float(pair[0]), 1), round(float(pair[1]), 1))
