"""How far tickets are from done: the shortest ways over the seat's own routes and open ones.

Own routes cost nothing, open ones their spaces, those of others are barred. Where all routes of a seat hang together
(a starting city, W5), what joins a ticket's cities must reach the seat's network, too.
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
from games.prospects.viewpoint import View

FAR: Final = 1 << 20


@dataclass(frozen=True)
class Reach:
    """How far every city is from some, and by which route one comes there."""

    far: Mapping[City, int]
    came: Mapping[City, tuple[City, Route]]

    def to(self, city: City) -> int:
        """In spaces; FAR where there is no way."""
        return self.far.get(city, FAR)

    def way(self, city: City) -> list[Route]:
        """The routes of the way there, from its beginning."""
        found: list[Route] = []
        while city in self.came:
            city, route = self.came[city]
            found.append(route)
        return found[::-1]


@dataclass(frozen=True)
class Missing:
    """What a ticket still lacks: so many spaces, on these routes; `way` leads from its first city to its second."""

    spaces: int
    routes: Routes
    way: tuple[Route, ...]

    @property
    def between(self) -> Routes:
        """Those that lie between its own cities."""
        return self.routes & _set(self.way)

    @property
    def beside(self) -> Routes:
        """Those that join its cities to a network (W5)."""
        return self.routes & ~_set(self.way)


class Tracks:
    """Routes to go by, own ones for nothing: what can be reached over them, and has been asked so far."""

    def __init__(self, board: Board, own: Routes, routes: Routes) -> None:
        self.steps: Graph = {city: _cheapest(steps, own) for city, steps in graph(board, routes).items()}
        self._from: dict[tuple[City, ...], Reach] = {}
        self._meeting: dict[tuple[City, City], Reach] = {}

    def reach(self, cities: tuple[City, ...]) -> Reach:
        """From these."""
        if cities not in self._from:
            self._from[cities] = _reach(self.steps, dict.fromkeys(cities, 0))
        return self._from[cities]

    def meeting(self, a: City, b: City) -> Reach:
        """For every city how far it is, and both of these are, from where the three ways meet."""
        if (a, b) not in self._meeting:
            one, other = self.reach((a,)).far, self.reach((b,)).far
            joined = {city: spent + other[city] for city, spent in one.items() if city in other}
            self._meeting[a, b] = _reach(self.steps, joined)
        return self._meeting[a, b]


tracks = lru_cache(maxsize=KEPT)(Tracks)
"""The same for the same routes, whoever asks: a batch of emails does so about games that have just begun."""


class Land:
    """The board as a seat finds it, for questions about ways. `view` is what that seat may know."""

    def __init__(self, rules: Ruleset, view: View, seat: int) -> None:
        self._rules, self._view, self._seat = rules, view, seat
        self._missing: dict[tuple[Goal, ...], Missing | None] = {}
        self._now: dict[Goal, int] = {}
        self._claimed: dict[Route, Land] = {}

    @property
    def board(self) -> Board:
        """Cities, routes and tickets."""
        return self._rules.board

    @cached_property
    def at(self) -> Ground:
        """Own routes, and those that are open."""
        return ground(self._rules, dict(self._view), self.home)

    @cached_property
    def tracks(self) -> Tracks:
        """What these lead to."""
        return tracks(self.board, self.at.own, self.at.own | self.at.open)

    @cached_property
    def home(self) -> tuple[City, ...]:
        """Where the seat's network starts, if it must hang together."""
        start = self._view["seats"][self._seat].get("start")
        return (self.board.city_of[start],) if start else ()

    @property
    def must_start(self) -> bool:
        """Whether the seat has yet to choose where its network starts."""
        return "start" in self._view["seats"][self._seat] and not self.home

    @cached_property
    def network(self) -> tuple[City, ...]:
        """All cities of the seat's network, where it must hang together."""
        if not self.home:
            return ()
        ends = {end for route in routes_in(self.at.own) for end in self.board.routes[route].ends}
        return tuple(sorted(ends | {*self.home}))

    def claimed(self, route: Route) -> "Land":
        """The same once this route is the seat's, too."""
        if route not in self._claimed:
            self._claimed[route] = self._after_claim(route)
        return self._claimed[route]

    def _after_claim(self, route: Route) -> "Land":
        after = Land(self._rules, self._view, self._seat)
        trains = self.at.trains - self.board.routes[route].length
        after.__dict__["at"] = self.at._replace(own=self.at.own | 1 << route, trains=trains)
        return after

    @cached_property
    def from_network(self) -> Reach:
        """From all of these."""
        return self.reach(*self.network)

    def reach(self, *cities: City) -> Reach:
        """From these."""
        return self.tracks.reach(cities)

    def missing(self, ticket: TicketFact) -> Missing | None:
        """What the ticket lacks; None if it can no longer be completed with the trains that are left.

        Of several goals the nearest one counts.
        """
        if ticket.goals not in self._missing:
            found = (self._to_reach(goal) for goal in ticket.goals)
            nearest = min((one for one in found if one is not None), key=lambda one: one.spaces, default=None)
            self._missing[ticket.goals] = nearest
        return self._missing[ticket.goals]

    def missing_by(self, ticket: TicketFact, route: Route) -> Missing | None:
        """The same, by a way that takes this open route; None if that is longer, or there is no such way."""
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
        found = self._joined(*goal.ends) if self.home else self._direct(*goal.ends)
        if found is None:
            return None
        way, needed = found
        new = needed & ~self.at.own
        spaces = sum(self.board.routes[route].length for route in routes_in(new))
        return Missing(spaces, new, tuple(way)) if spaces <= self.at.trains else None

    def _direct(self, a: City, b: City) -> tuple[list[Route], Routes] | None:
        """The way between both cities, and its routes; None where there is none."""
        reach = self.reach(a)
        way = reach.way(b)
        return (way, _set(way)) if reach.to(b) < FAR else None

    def _joined(self, a: City, b: City) -> tuple[list[Route], Routes] | None:
        """The way between both cities, and the routes that join them to each other and to the network; None where none
        do.
        """
        home, one, other = self.from_network, self.reach(a), self.reach(b)
        joined = [city for city in home.far if city in one.far and city in other.far]
        if not joined:
            return None
        meeting = min(joined, key=lambda city: (home.to(city) + one.to(city) + other.to(city), city))
        there, back = one.way(meeting), other.way(meeting)[::-1]
        way = [route for route in there if route not in back] + [route for route in back if route not in there]
        return way, _set([*home.way(meeting), *there, *back])

    def far(self, ticket: TicketFact) -> int:
        """How many spaces the ticket lacks, whether or not there are trains for them; FAR where there is no way."""
        return min(map(self._far, ticket.goals))

    def after(self, ticket: TicketFact, route: Route) -> int:
        """The same once this route is claimed, too. A network that must hang together has to touch it."""
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
        one, other = self.reach(a).to, self.reach(b).to
        if not self.home:
            return min(self._far(goal), one(u) + other(v), one(v) + other(u))
        home, meeting = self.from_network.to, self.tracks.meeting(a, b).to
        through = min(home(a), one(u), one(v)) + min(home(b), other(u), other(v))
        return min(self._far(goal), through, meeting(u), meeting(v))


def _set(routes: Iterable[Route]) -> Routes:
    found = 0
    for route in routes:
        found |= 1 << route
    return found


def _cheapest(steps: Iterable[tuple[City, int, Route]], own: Routes) -> list[tuple[City, int, Route]]:
    """To each of the next cities by the route that costs fewest spaces, with these spaces."""
    found: dict[City, tuple[City, int, Route]] = {}
    for other, length, route in steps:
        cost = 0 if own >> route & 1 else length
        if other not in found or cost < found[other][1]:
            found[other] = other, cost, route
    return list(found.values())


def _reach(steps: Graph, far: dict[City, int]) -> Reach:
    """From these cities on, each so many spaces from where it begins."""
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
