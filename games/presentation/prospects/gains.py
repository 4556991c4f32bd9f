"""The points that claiming a route scores at once for each seat, according to the view."""

from collections import Counter
from typing import cast

from engine.boards import Route
from engine.parts.alvin import CAUGHT, AlvinView
from engine.parts.lanterns import LANTERN_POINTS
from games.presentation.prospects.viewpoint import Viewpoint


def points_gained(viewpoint: Viewpoint, route: Route) -> Counter[int]:
    """Return points by seat. Markers at an end score for their owners (W7); without any, the claimer scores."""
    board, own = viewpoint.rules.board, viewpoint.seat or 0
    fact = board.routes[route]
    ends = [board.cities[end].slug for end in fact.ends]
    markers = viewpoint.view.get("markers", {})
    owners = [markers[end] for end in ends if end in markers] or [own]
    points = Counter({owner: board.route_points[fact.length] * owners.count(owner) for owner in owners})
    points[own] += LANTERN_POINTS * sum(end in viewpoint.view.get("lanterns", ()) for end in ends)
    catching = [
        piece for piece in _list_catchable(viewpoint) if piece["city"] in ends and piece["controlled_by"] != own
    ]
    points[own] += CAUGHT * len(catching)
    return points


def _list_catchable(viewpoint: Viewpoint) -> list[AlvinView]:
    """Return the pieces in a city that a seat controls, or that no seat controls yet."""
    pieces = [piece for piece in viewpoint.view.values() if isinstance(piece, dict) and "controlled_by" in piece]
    return [cast("AlvinView", piece) for piece in pieces]
