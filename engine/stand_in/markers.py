"""The stand-in in games where networks grow from a starting city and markers decide who scores (W4-W7)."""

from collections.abc import Mapping
from typing import Final

from engine.boards import City, Route
from engine.model import Choices, Chooser, Move, Prompt, Ruleset
from engine.parts.markers import ChooseStart, Mark, MarkNothing, PlaceMarker, Start, routes_at
from engine.parts.network import routes_in
from engine.stand_in import board, seen
from engine.stand_in.board import Valuation, value
from engine.stand_in.ways import Ground, ground, plan
from engine.views import View, own

MANY_ROUTES: Final = 4
"""The number of open routes at a city from which a marker there is worth its pair."""


def home(rules: Ruleset, view: View) -> tuple[City, ...]:
    """Return the starting city; an empty tuple until it is chosen (W5)."""
    start = view["seats"][seen.own_seat(view)]["start"]
    return () if start is None else (rules.board.city_of[start],)


def marker_points(rules: Ruleset, view: View, route: Route) -> int:
    """Return what the claimer scores: for each of its markers at the ends, or once if neither end has a marker (W7)."""
    ends = [rules.board.cities[end].slug for end in rules.board.routes[route].ends]
    owners = [view["markers"][slug] for slug in ends if slug in view["markers"]]
    return board.route_points(rules, view, route) * (owners.count(seen.own_seat(view)) if owners else 1)


def start(rules: Ruleset, view: View, options: Choices) -> Move:
    """Return the move that starts in the end of a ticket from which all the seat's tickets are best reached.

    Among equals it is the city with the most open routes.
    """
    at = ground(rules, view, ())
    tickets = seen.unfinished(rules.board, own(view)["tickets"])
    ends = {end for ticket in tickets for goal in rules.board.tickets[ticket].goals for end in goal.ends}
    free = [move for move in options if isinstance(move, Start)]

    def good(move: Start) -> tuple[int, int]:
        return value(at._replace(home=(move.city,)), tickets), open_routes(at, move.city)

    return max([move for move in free if move.city in ends] or free, key=good)


def open_routes(at: Ground, city: City) -> int:
    """Return the number of routes at this city that are still open."""
    return (routes_at(at.board, city) & at.open).bit_count()


def mark(rules: Ruleset, view: View, options: Choices) -> Move:
    """Mark a city where others may still claim many routes, if there is a pair to spare; else place no marker."""
    at = ground(rules, view, home(rules, view))
    route_plan = plan(at, seen.unfinished(rules.board, own(view)["tickets"]))
    needed = {at.board.routes[route].color for route in routes_in(route_plan.routes)}
    marks = [move for move in options if isinstance(move, Mark) and not move.locomotives and move.color not in needed]
    none = next(move for move in options if isinstance(move, MarkNothing))
    best = max(marks, key=lambda move: open_routes(at, move.city), default=None)
    return none if best is None or open_routes(at, best.city) < MANY_ROUTES else best


CHOOSERS: Final[Mapping[type[Prompt], Chooser]] = {
    **board.choosers(Valuation(home, marker_points)),
    ChooseStart: start,
    PlaceMarker: mark,
}
