"""The points that claiming a route scores at once, by what the view shows, for each seat."""

from collections import Counter

from engine.boards import Route
from engine.parts.alvin import CAUGHT
from engine.parts.lanterns import LANTERN_POINTS
from games.prospects.viewpoint import Viewpoint


def points_gained(viewpoint: Viewpoint, route: Route) -> Counter[int]:
    """Return points by seat. Markers in an end score for their owners (W7); without any, the claimer scores."""
    board, own = viewpoint.rules.board, viewpoint.seat or 0
    fact = board.routes[route]
    ends = [board.cities[end].slug for end in fact.ends]
    markers = viewpoint.view.get("markers", {})
    owners = [markers[end] for end in ends if end in markers] or [own]
    points = Counter({owner: board.route_points[fact.length] * owners.count(owner) for owner in owners})
    points[own] += LANTERN_POINTS * sum(end in viewpoint.view.get("lanterns", ()) for end in ends)
    alvin = viewpoint.view.get("alvin")
    if alvin and alvin["city"] in ends and alvin["controlled_by"] != own:
        points[own] += CAUGHT
    return points
