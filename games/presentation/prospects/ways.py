"""Distances of tickets from completion: the shortest ways over open routes and those that count for the seat.

Which count, such as its own, is the ruleset's to say; they cost nothing. Open ones cost their spaces, the others' are
barred. If all routes of a seat must be connected
(a starting city, W5), the connection of a ticket's cities must reach the seat's network, too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import heapify, heappop, heappush
from typing import Final

from engine.boards import Board, City, Goal, Route, Routes, TicketFact
from engine.model import Ruleset
from engine.parts.network import routes_in
from engine.stand_in.ways import KEPT, Graph, Ground, graph, ground
from engine.views import View

FAR: Final = 1 << 20


@dataclass(frozen=True)
class Reach:
    """The distances of all cities from some starting cities, and the route by which each is reached."""

    far: Mapping[City, int]
    came: Mapping[City, tuple[City, Route]]

    def to(self, city: City) -> int:
        """Return the distance in spaces; FAR if there is no way."""
        return self.far.get(city, FAR)

    def way(self, city: City) -> list[Route]:
        """Return the routes of the way to the city, from its beginning."""
        routes: list[Route] = []
        while city in self.came:
            city, route = self.came[city]
            routes.append(route)
        return routes[::-1]


@dataclass(frozen=True)
class Missing:
    """The routes that a ticket still lacks, and their spaces; `way` leads from its first city to its second."""

    spaces: int
    routes: Routes
    way: tuple[Route, ...]

    @property
    def between(self) -> Routes:
        """Return the missing routes between the ticket's own cities."""
        return self.routes & _to_set(self.way)

    @property
    def beside(self) -> Routes:
        """Return the missing routes that join the ticket's cities to a network (W5)."""
        return self.routes & ~_to_set(self.way)


class Tracks:
    """A graph of routes, `free` ones at no cost; the cities reachable from a start are computed on first use."""

    def __init__(self, board: Board, free: Routes, routes: Routes) -> None:
        self.steps: Graph = {city: _cheapest_steps(steps, free) for city, steps in graph(board, routes).items()}
        self._from: dict[tuple[City, ...], Reach] = {}
        self._meeting: dict[tuple[City, City], Reach] = {}

    def reach(self, cities: tuple[City, ...]) -> Reach:
        """Return the cities reachable from these, with distances."""
        if cities not in self._from:
            self._from[cities] = _search(self.steps, dict.fromkeys(cities, 0))
        return self._from[cities]

    def meeting(self, a: City, b: City) -> Reach:
        """Return the spaces that connect each city with both of these, along three ways that meet."""
        if (a, b) not in self._meeting:
            from_a, from_b = self.reach((a,)).far, self.reach((b,)).far
            joined = {city: spent + from_b[city] for city, spent in from_a.items() if city in from_b}
            self._meeting[a, b] = _search(self.steps, joined)
        return self._meeting[a, b]


tracks = lru_cache(maxsize=KEPT)(Tracks)
"""Return cached `Tracks`; many callers ask about the same routes, as in a batch of emails about new games."""


class Land:
    """The board as a seat finds it, for questions about ways. `view` is what that seat may know."""

    def __init__(self, rules: Ruleset, view: View, seat: int) -> None:
        self._rules, self._view, self._seat = rules, view, seat
        self._missing: dict[tuple[Goal, ...], Missing | None] = {}
        self._now: dict[Goal, int] = {}
        self._claimed: dict[Route, Land] = {}

    @property
    def board(self) -> Board:
        """Return the board: cities, routes and tickets."""
        return self._rules.board

    @cached_property
    def at(self) -> Ground:
        """Return the seat's own routes, the open ones and its trains."""
        return ground(self._rules, self._view, self.home)

    @cached_property
    def tracks(self) -> Tracks:
        """Return the graph of open routes, and those that count for the seat's tickets."""
        return tracks(self.board, self.at.connecting, self.at.connecting | self.at.open)

    @cached_property
    def home(self) -> tuple[City, ...]:
        """Return the start of the seat's network, if that must be connected."""
        start = self._view["seats"][self._seat].get("start")
        return (self.board.city_of[start],) if start else ()

    @property
    def must_start(self) -> bool:
        """Check whether the seat has yet to choose where its network starts."""
        return "start" in self._view["seats"][self._seat] and not self.home

    @cached_property
    def network(self) -> tuple[City, ...]:
        """Return all cities of the seat's network, if that must be connected."""
        if not self.home:
            return ()
        ends = {end for route in routes_in(self.at.own) for end in self.board.routes[route].ends}
        return tuple(sorted(ends | {*self.home}))

    def claimed(self, route: Route) -> "Land":
        """Return the board as it would be after the seat has claimed this route, too."""
        if route not in self._claimed:
            self._claimed[route] = self._after_claim(route)
        return self._claimed[route]

    def _after_claim(self, route: Route) -> "Land":
        after = Land(self._rules, self._view, self._seat)
        trains = self.at.trains - self.board.routes[route].length
        own, connecting = self.at.own | 1 << route, self.at.connecting | 1 << route
        after.__dict__["at"] = self.at._replace(own=own, connecting=connecting, trains=trains)
        return after

    @cached_property
    def from_network(self) -> Reach:
        """Return the cities reachable from any city of the seat's network."""
        return self.reach(*self.network)

    def reach(self, *cities: City) -> Reach:
        """Return the cities reachable from these over open routes and those that count for the seat."""
        return self.tracks.reach(cities)

    def missing(self, ticket: TicketFact) -> Missing | None:
        """Return what the ticket lacks; None if it can no longer be completed with the remaining trains.

        If it has several goals, the nearest one counts.
        """
        if ticket.goals not in self._missing:
            candidates = (self._to_reach(goal) for goal in ticket.goals)
            nearest = min(
                (candidate for candidate in candidates if candidate is not None),
                key=lambda candidate: candidate.spaces,
                default=None,
            )
            self._missing[ticket.goals] = nearest
        return self._missing[ticket.goals]

    def missing_if_lent(self, ticket: TicketFact) -> Missing | None:
        """Return what the ticket lacks if all routes of others count that may come to; None if it is lost even so."""
        return self._lent.missing(ticket) if self.at.lending else self.missing(ticket)

    @cached_property
    def _lent(self) -> "Land":
        """Return the board as if all routes counted that may come to."""
        lent = Land(self._rules, self._view, self._seat)
        lent.__dict__["at"] = self.at._replace(connecting=self.at.connecting | self.at.lending, lending=0)
        return lent

    def missing_by(self, ticket: TicketFact, route: Route) -> Missing | None:
        """Return what the ticket lacks on a way with this open route; None if that is longer, or if there is none."""
        now, length = self.missing(ticket), self.board.routes[route].length
        if now is None or now.routes >> route & 1:
            return now
        if self.after(ticket, route) != self.far(ticket) - length:
            return None
        then = self.claimed(route).missing(ticket)
        if then is None or then.spaces + length != now.spaces:
            return None
        return Missing(now.spaces, then.routes | 1 << route, then.way)

    def _to_reach(self, goal: Goal) -> Missing | None:
        way_and_routes = self._joined(*goal.ends) if self.home else self._direct(*goal.ends)
        if way_and_routes is None:
            return None
        way, needed = way_and_routes
        new = needed & ~self.at.connecting
        spaces = sum(self.board.routes[route].length for route in routes_in(new))
        return Missing(spaces, new, tuple(way)) if spaces <= self.at.trains else None

    def _direct(self, a: City, b: City) -> tuple[list[Route], Routes] | None:
        """Return the way between both cities, and its routes; None if there is none."""
        reach = self.reach(a)
        way = reach.way(b)
        return (way, _to_set(way)) if reach.to(b) < FAR else None

    def _joined(self, a: City, b: City) -> tuple[list[Route], Routes] | None:
        """Return the way between both cities, and the routes that join them and the network; None if there is none."""
        home, from_a, from_b = self.from_network, self.reach(a), self.reach(b)
        joined = [city for city in home.far if city in from_a.far and city in from_b.far]
        if not joined:
            return None
        meeting = min(joined, key=lambda city: (home.to(city) + from_a.to(city) + from_b.to(city), city))
        outward, homeward = from_a.way(meeting), from_b.way(meeting)[::-1]
        way = [route for route in outward if route not in homeward] + [
            route for route in homeward if route not in outward
        ]
        return way, _to_set([*home.way(meeting), *outward, *homeward])

    def far(self, ticket: TicketFact) -> int:
        """Return how many spaces the ticket lacks, even if there are too few trains; FAR if there is no way."""
        return min(map(self._far, ticket.goals))

    def after(self, ticket: TicketFact, route: Route) -> int:
        """Return how many spaces the ticket lacks after this route is claimed.

        The route must touch a network that has to be connected.
        """
        return min(self._after(goal, route) for goal in ticket.goals)

    def _far(self, goal: Goal) -> int:
        if goal not in self._now:
            a, b = goal.ends
            ways = map(self.tracks.meeting(a, b).to, self.network) if self.home else [self.reach(a).to(b)]
            self._now[goal] = min(FAR, *ways)
        return self._now[goal]

    def _after(self, goal: Goal, route: Route) -> int:
        a, b = goal.ends
        u, v = self.board.routes[route].ends
        from_a, from_b = self.reach(a).to, self.reach(b).to
        if not self.home:
            return min(self._far(goal), from_a(u) + from_b(v), from_a(v) + from_b(u))
        home, meeting = self.from_network.to, self.tracks.meeting(a, b).to
        through = min(home(a), from_a(u), from_a(v)) + min(home(b), from_b(u), from_b(v))
        return min(self._far(goal), through, meeting(u), meeting(v))


def _to_set(routes: Iterable[Route]) -> Routes:
    routes_set = 0
    for route in routes:
        routes_set |= 1 << route
    return routes_set


def _cheapest_steps(steps: Iterable[tuple[City, int, Route]], free: Routes) -> list[tuple[City, int, Route]]:
    """Return each neighboring city with the route there that costs the fewest spaces, and these spaces."""
    best: dict[City, tuple[City, int, Route]] = {}
    for other, length, route in steps:
        cost = 0 if free >> route & 1 else length
        if other not in best or cost < best[other][1]:
            best[other] = other, cost, route
    return list(best.values())


def _search(steps: Graph, far: dict[City, int]) -> Reach:
    """Return the cities reachable from those in `far`, each with the spaces already spent there."""
    came: dict[City, tuple[City, Route]] = {}
    queue = [(spent, city) for city, spent in far.items()]
    heapify(queue)
    while queue:
        spent, city = heappop(queue)
        if spent > far[city]:
            continue
        for other, length, route in steps.get(city, ()):
            cost = spent + length
            if cost < far.get(other, FAR):
                far[other] = cost
                came[other] = city, route
                heappush(queue, (cost, other))
    return Reach(far, came)
