"""The stand-in in games with Alvin: it catches him when that is worth it, and hides him well (W11)."""

from collections.abc import Mapping
from typing import Final

from engine.boards import Route
from engine.model import Choices, Chooser, Move, Prompt, Ruleset
from engine.parts.alvin import CAUGHT, MoveAlvin, SendAlvin
from engine.stand_in import board, markers, seen
from engine.stand_in.board import Valuation
from engine.stand_in.ways import ground
from engine.views import View


def worth(rules: Ruleset, view: View, route: Route) -> int:
    """Return what claiming this route scores by markers and by catching Alvin."""
    alvin = view["alvin"]
    reached = rules.board.city_of[alvin["city"]] in rules.board.routes[route].ends
    caught = reached and alvin["controlled_by"] != seen.own_seat(view)
    return markers.marker_points(rules, view, route) + (CAUGHT if caught else 0)


def send_alvin(rules: Ruleset, view: View, options: Choices) -> Move:
    """Send Alvin to the seat's city with the fewest open routes, since only a claim of such a route can catch him."""
    at = ground(rules, view, ())
    sent = [move for move in options if isinstance(move, SendAlvin)]
    return min(sent, key=lambda move: markers.open_routes(at, move.city))


CHOOSERS: Final[Mapping[type[Prompt], Chooser]] = {
    **markers.CHOOSERS,
    **board.choosers(Valuation(markers.home, worth)),
    MoveAlvin: send_alvin,
}
