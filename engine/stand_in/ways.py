"""The cheapest ways to complete tickets with the routes that a seat has or may still claim.

The cost of a way is effort, in half turns: each card of a route costs half a turn, claiming it a whole one. Routes that
count for the seat's tickets, such as its own, cost nothing, the others' are barred. Tickets are planned one after the
other, the best first, and a route planned for one ticket is free for the next. A ticket that needs more trains or turns
than are left is skipped.

If a seat has a home (a starting city from which its network grows, W5), a way must also lead there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import permutations
from typing import Final, NamedTuple

from engine.boards import Board, City, Route, Routes, Ticket
from engine.model import Ruleset
from engine.parts.claims import BoardPosition
from engine.parts.network import neighbours, routes_in
from engine.stand_in import seen
from engine.views import View, own

CLAIMING: Final = 2
"""The effort of claiming a route, besides its cards: one turn."""
TRAINS_A_TURN: Final = 1.25
"""The number of trains a seat uses per turn on average, drawing included; it estimates when the game ends."""
KEPT: Final = 64
"""The number of cached graphs. At the start, all games on a board share the same graph."""

Graph = dict[City, list[tuple[City, int, Route]]]


class Ground(NamedTuple):
    """The board from a seat's perspective.

    `own` are its routes, `connecting` those that count for its tickets, `lending` those of others that may still come
    to count. `open` are those that it may still claim some day, `near` those of them that its network already touches,
    where that matters (W5). `cards` is the number in its hand; `turns` estimates how many it has left. `earned` is what
    its tickets score already that a better goal can add to.
    """

    board: Board
    own: Routes
    connecting: Routes
    lending: Routes
    open: Routes
    near: Routes
    graph: Graph
    trains: int
    cards: int
    turns: int
    home: tuple[City, ...]
    earned: Mapping[Ticket, int]


class Connection(NamedTuple):
    """Routes still to be claimed, and their effort."""

    routes: Routes
    effort: int


class Completion(NamedTuple):
    """A way to complete a ticket, and what that scores."""

    ticket: Ticket
    points: int
    way: Connection


class RoutePlan(NamedTuple):
    """Routes still to be claimed, the tickets that they complete, and what these score together."""

    routes: Routes
    tickets: tuple[Ticket, ...]
    trains: int
    effort: int
    points: int


NO_CONNECTION: Final = Connection(0, 1 << 20)


def ground(rules: Ruleset, view: View, home: tuple[City, ...]) -> Ground:
    """Return the board as this view shows it."""
    seat, trains = seen.own_seat(view), [other["trains"] for other in view["seats"]]
    state = rebuild_position(rules, view)
    claimed, open_ = state.network.claimed[seat], state.network.open[seat]
    connecting, lending = rules.connecting(state, seat), rules.lending(state, seat)
    near = open_ & _touching(rules.board, claimed, home) if home else open_
    turns = 1 if seen.last_turn(view) else 1 + int(min(trains) / TRAINS_A_TURN)
    return Ground(
        rules.board,
        claimed,
        connecting,
        lending,
        open_,
        near,
        graph(rules.board, connecting | open_),
        trains[seat],
        sum(seen.hand(view)),
        turns,
        home,
        {rules.board.ticket_of[held["number"]]: held["earned"] for held in own(view)["tickets"] if "earned" in held},
    )


@lru_cache(maxsize=KEPT)
def graph(board: Board, routes: Routes) -> Graph:
    """Return what each city reaches over these routes. The result is cached: do not change it."""
    return neighbours(board, routes_in(routes))


def _touching(board: Board, own: Routes, home: Iterable[City]) -> Routes:
    """Return the routes with an end in a home or on one of the seat's routes."""
    cities = {city for route in routes_in(own) for city in board.routes[route].ends} | {*home}
    return sum(1 << number for number, fact in enumerate(board.routes) if not cities.isdisjoint(fact.ends))


def rebuild_position(rules: Ruleset, view: View) -> BoardPosition:
    """Return a position with what this view shows of routes, and of anything else that makes routes count."""
    state = rules.new(rules, len(view["seats"]), view["options"])
    assert isinstance(state, BoardPosition)
    for feature in rules.features:
        feature.recall(state, view)
    return state


def plan(at: Ground, tickets: Sequence[Ticket]) -> RoutePlan:
    """Plan ways to as many of these tickets as trains and turns allow, the best first."""
    planned = RoutePlan(0, (), 0, 0, 0)
    remaining = list(tickets)
    while remaining:
        completions = [completion for ticket in remaining for completion in _list_completions(at, planned, ticket)]
        if not completions:
            break
        best = max(completions, key=lambda completion: _gain(at, completion))
        planned = _extend_plan(at, planned, best)
        remaining.remove(best.ticket)
    return planned


def _gain(at: Ground, completion: Completion) -> int:
    """Return a ticket's gain: the points that completing it changes, plus its routes' points, minus the effort."""
    board, (ticket, points, way) = at.board, completion
    routes = sum(board.route_points[board.routes[route].length] for route in routes_in(way.routes))
    return points - at.earned.get(ticket, -board.tickets[ticket].points) + routes - way.effort


def _extend_plan(at: Ground, planned: RoutePlan, completion: Completion) -> RoutePlan:
    return RoutePlan(
        planned.routes | completion.way.routes,
        (*planned.tickets, completion.ticket),
        planned.trains + _trains(at.board, completion.way.routes),
        planned.effort + completion.way.effort,
        planned.points + completion.points,
    )


def _trains(board: Board, routes: Routes) -> int:
    return sum(board.routes[route].length for route in routes_in(routes))


def _list_completions(at: Ground, planned: RoutePlan, ticket: Ticket) -> Iterator[Completion]:
    """Yield how each goal of a ticket that scores more than it has earned can be reached on top of the plan."""
    for goal in at.board.tickets[ticket].beyond(at.earned.get(ticket)):
        way = _find_connection(at, planned, goal.ends)
        if way:
            yield Completion(ticket, goal.points, way)


def _find_connection(at: Ground, planned: RoutePlan, ends: tuple[City, City]) -> Connection | None:
    """Return the cheapest way between these cities on top of the plan; None if trains or turns do not suffice."""
    ways = (_join_cities(at, planned.routes, (*at.home, *order)) for order in _orders(at, ends))
    way = min(ways, key=lambda way: way.effort)
    if way.effort >= NO_CONNECTION.effort or planned.trains + _trains(at.board, way.routes) > at.trains:
        return None
    return way if planned.effort + way.effort <= 2 * at.turns + at.cards else None


def _orders(at: Ground, ends: tuple[City, City]) -> Iterator[tuple[City, ...]]:
    """Return the orders in which to join the ends; without a home only the given order."""
    return permutations(ends) if at.home else iter((ends,))


def _join_cities(at: Ground, planned: Routes, cities: Sequence[City]) -> Connection:
    """Return a way that joins each of these cities to those before it."""
    free, total = at.connecting | planned, 0
    for number, city in enumerate(cities[1:], 1):
        way = cheapest(at, free, cities[:number], city)
        free |= way.routes
        total += way.effort
    return Connection(free & ~(at.connecting | planned), total)


def cheapest(at: Ground, free: Routes, sources: Iterable[City], target: City) -> Connection:
    """Return the way of least effort from any source to the target, or NO_CONNECTION; `free` routes cost nothing."""
    routes = at.board.routes
    came: dict[City, tuple[City, Route]] = {}
    best = dict.fromkeys(sources, 0)
    queue = [(0, city) for city in best]
    while queue:
        spent, city = heappop(queue)
        if city == target:
            return Connection(_back(came, city, free), spent)
        if spent > best[city]:
            continue
        for other, length, route in at.graph.get(city, ()):
            cost = spent if free >> route & 1 else spent + length + CLAIMING + routes[route].ferry_locomotives
            if cost < best.get(other, NO_CONNECTION.effort):
                best[other] = cost
                came[other] = city, route
                heappush(queue, (cost, other))
    return NO_CONNECTION


def _back(came: dict[City, tuple[City, Route]], city: City, free: Routes) -> Routes:
    """Return the routes of the way that led to this city, except the free ones."""
    routes = 0
    while city in came:
        city, route = came[city]
        routes |= 1 << route
    return routes & ~free
