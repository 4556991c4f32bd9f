"""What claiming a route scores at once, by what the view shows: for whom, and how much."""

from collections import Counter
from typing import Final

from engine.boards import Route
from engine.lanterns import LANTERN_POINTS
from games.web.table.sight import Sight

CATCHING: Final = 10
"""For catching Alvin (W11)."""


def of(sight: Sight, route: Route) -> Counter[int]:
    """Points by seat. Where markers stand in an end they score for their owners (W7), else the claimer scores."""
    fact, board, own = sight.board.routes[route], sight.board, sight.seat or 0
    ends = [board.cities[end].slug for end in fact.ends]
    markers = sight.view.get("markers", {})
    owners = [markers[end] for end in ends if end in markers] or [own]
    found = Counter({owner: board.route_points[fact.length] * owners.count(owner) for owner in owners})
    found[own] += LANTERN_POINTS * sum(end in sight.view.get("lanterns", ()) for end in ends)
    alvin = sight.view.get("alvin")
    if alvin and alvin["city"] in ends and alvin["controlled_by"] != own:
        found[own] += CATCHING
    return found
