"""What claiming a route scores at once, by what the view shows: for whom, and how much."""

from collections import Counter

from engine.boards import Route
from engine.parts.alvin import CAUGHT
from engine.parts.lanterns import LANTERN_POINTS
from games.web.table.sight import Sight, View


def of(sight: Sight, route: Route) -> Counter[int]:
    """Points by seat. Where markers stand in an end they score for their owners (W7), else the claimer scores."""
    fact, board, own = sight.board.routes[route], sight.board, sight.seat or 0
    ends = [board.cities[end].slug for end in fact.ends]
    markers = sight.view.get("markers", {})
    owners = [markers[end] for end in ends if end in markers] or [own]
    found = Counter({owner: board.route_points[fact.length] * owners.count(owner) for owner in owners})
    found[own] += LANTERN_POINTS * sum(end in sight.view.get("lanterns", ()) for end in ends)
    catching = [piece for piece in _to_catch(sight) if piece["city"] in ends and piece["controlled_by"] != own]
    found[own] += CAUGHT * len(catching)
    return found


def _to_catch(sight: Sight) -> list[View]:
    """What stands in a city and is somebody's, or nobody's yet."""
    return [piece for piece in sight.view.values() if isinstance(piece, dict) and "controlled_by" in piece]
