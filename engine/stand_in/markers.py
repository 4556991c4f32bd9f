"""The stand-in where networks grow from a starting city, and markers say who scores (W4-W7, W11)."""

from collections.abc import Mapping
from typing import Final

from engine.alvin import CAUGHT, MoveAlvin, SendAlvin
from engine.boards import City, Route
from engine.core import Choices, Chooser, Move, Prompt, Ruleset
from engine.markers import ChooseStart, Mark, MarkNothing, PlaceMarker, Start, routes_at
from engine.network import routes_in
from engine.stand_in import board, seen
from engine.stand_in.board import Habits, value
from engine.stand_in.ways import Ground, ground, plan
from engine.views import View

MANY_ROUTES: Final = 4
"""With so many routes still open at a city a marker there is worth its pair."""


def home(rules: Ruleset, view: View) -> tuple[City, ...]:
    """The starting city, once it is chosen (W5)."""
    start = view["seats"][seen.own_seat(view)]["start"]
    return () if start is None else (rules.board.city_of[start],)


def marker_points(rules: Ruleset, view: View, route: Route) -> int:
    """The claimer scores for each own marker in an end, or where there is no marker at all (W7)."""
    ends = [rules.board.cities[end].slug for end in rules.board.routes[route].ends]
    owners = [view["markers"][slug] for slug in ends if slug in view["markers"]]
    return board.route_points(rules, view, route) * (owners.count(seen.own_seat(view)) if owners else 1)


def with_alvin(rules: Ruleset, view: View, route: Route) -> int:
    """The same, and what catching Alvin brings (W11)."""
    alvin = view["alvin"]
    there = rules.board.city_of[alvin["city"]] in rules.board.routes[route].ends
    caught = there and alvin["controlled_by"] != seen.own_seat(view)
    return marker_points(rules, view, route) + (CAUGHT if caught else 0)


def start(rules: Ruleset, view: View, options: Choices) -> Move:
    """The end of an own ticket from which all of them are reached best, and of these where most routes begin."""
    at = ground(rules, view, ())
    tickets = seen.unfinished(rules.board, view["you"]["tickets"])
    ends = {end for ticket in tickets for end in rules.board.tickets[ticket].ends}
    free = [move for move in options if isinstance(move, Start)]

    def good(move: Start) -> tuple[int, int]:
        return value(at._replace(home=(move.city,)), tickets), _open_routes(at, move.city)

    return max([move for move in free if move.city in ends] or free, key=good)


def _open_routes(at: Ground, city: City) -> int:
    """How many routes at this city are still to be claimed."""
    return (routes_at(at.board, city) & at.open).bit_count()


def mark(rules: Ruleset, view: View, options: Choices) -> Move:
    """A marker where others may still claim many routes, if there is a pair that is not needed; else none."""
    at = ground(rules, view, home(rules, view))
    made = plan(at, seen.unfinished(rules.board, view["you"]["tickets"]))
    needed = {at.board.routes[route].color for route in routes_in(made.routes)}
    marks = [move for move in options if isinstance(move, Mark) and not move.locomotives and move.color not in needed]
    none = next(move for move in options if isinstance(move, MarkNothing))
    best = max(marks, key=lambda move: _open_routes(at, move.city), default=None)
    return none if best is None or _open_routes(at, best.city) < MANY_ROUTES else best


def send_alvin(rules: Ruleset, view: View, options: Choices) -> Move:
    """Alvin to the own city with the fewest open routes: only who claims one of them can catch him."""
    at = ground(rules, view, ())
    return min((move for move in options if isinstance(move, SendAlvin)), key=lambda move: _open_routes(at, move.city))


CHOOSERS: Final[Mapping[type[Prompt], Chooser]] = {
    **board.choosers(Habits(home, marker_points)),
    ChooseStart: start,
    PlaceMarker: mark,
}
WITH_ALVIN: Final[Mapping[type[Prompt], Chooser]] = {
    **CHOOSERS,
    **board.choosers(Habits(home, with_alvin)),
    MoveAlvin: send_alvin,
}
