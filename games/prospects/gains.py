"""What claiming a route scores at once, by what the view shows: for whom, and how much."""

from collections import Counter

from engine.boards import Route
from engine.parts.alvin import CAUGHT
from engine.parts.lanterns import LANTERN_POINTS
from games.prospects.viewpoint import View, Viewpoint


def points_gained(seen: Viewpoint, route: Route) -> Counter[int]:
    """Points by seat. Markers in an end score for their owners (W7); without any, the claimer scores."""
    board, own = seen.rules.board, seen.seat or 0
    fact = board.routes[route]
    ends = [board.cities[end].slug for end in fact.ends]
    markers = seen.view.get("markers", {})
    owners = [markers[end] for end in ends if end in markers] or [own]
    found = Counter({owner: board.route_points[fact.length] * owners.count(owner) for owner in owners})
    found[own] += LANTERN_POINTS * sum(end in seen.view.get("lanterns", ()) for end in ends)
    catching = [piece for piece in _to_catch(seen) if piece["city"] in ends and piece["controlled_by"] != own]
    found[own] += CAUGHT * len(catching)
    return found


def _to_catch(seen: Viewpoint) -> list[View]:
    """What stands in a city and is somebody's, or nobody's yet."""
    return [piece for piece in seen.view.values() if isinstance(piece, dict) and "controlled_by" in piece]
