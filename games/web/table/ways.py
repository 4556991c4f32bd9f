"""How far tickets are from done: the shortest ways over own routes and those that are still open.

Own routes cost nothing, open ones their spaces, those of others are barred. Where all routes of a seat hang together
(a starting city, W5), what joins a ticket's cities must reach the seat's network, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import Final

from engine.boards import Board, City, Route, Routes, TicketFact
from engine.parts.network import routes_in
from engine.stand_in.ways import Graph, Ground, ground
from games.web.table.sight import Sight

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
    """What a ticket still lacks: so many spaces and routes, on this way from its first city to its second."""

    spaces: int
    routes: int
    way: tuple[Route, ...]
    lit: Routes


class Land:
    """The board as the viewer's seat finds it, for questions about ways."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._from: dict[tuple[City, ...], Reach] = {}

    @property
    def board(self) -> Board:
        """Cities, routes and tickets."""
        return self._sight.board

    @cached_property
    def at(self) -> Ground:
        """Own routes, and those that are open."""
        return ground(self._sight.rules, dict(self._sight.view), self.home)

    @cached_property
    def home(self) -> tuple[City, ...]:
        """Where the seat's network starts, if it must hang together."""
        seat = self._sight.view["seats"][self._sight.seat or 0]
        return (self.board.city_of[seat["start"]],) if seat.get("start") else ()

    @cached_property
    def network(self) -> tuple[City, ...]:
        """All cities of the seat's network, where it must hang together."""
        if not self.home:
            return ()
        ends = {end for route in routes_in(self.at.own) for end in self.board.routes[route].ends}
        return tuple(sorted(ends | {*self.home}))

    def reach(self, *cities: City) -> Reach:
        """From these."""
        if cities not in self._from:
            self._from[cities] = _reach(self.board, self.at.graph, self.at.own, cities)
        return self._from[cities]

    def missing(self, ticket: TicketFact) -> Missing | None:
        """What the ticket lacks; None where it cannot be completed any more, with the trains that are left."""
        a, b = ticket.ends
        direct = self.reach(a)
        way = direct.way(b)
        needed = self._needed(a, b) if self.home else _set(way)
        if direct.to(b) >= FAR or needed < 0:
            return None
        new = needed & ~self.at.own
        spaces = sum(self.board.routes[route].length for route in routes_in(new))
        if spaces > self.at.trains:
            return None
        return Missing(spaces, new.bit_count(), tuple(way), new)

    def _needed(self, a: City, b: City) -> Routes:
        """The routes that join both cities to each other and to the network; -1 where none do."""
        reaches = [self.reach(*self.network), self.reach(a), self.reach(b)]
        cities = range(len(self.board.cities))
        best = min(cities, key=lambda city: sum(reach.to(City(city)) for reach in reaches))
        if any(reach.to(City(best)) >= FAR for reach in reaches):
            return -1
        return _set(route for reach in reaches for route in reach.way(City(best)))

    def nearer(self, ticket: TicketFact, route: Route) -> bool:
        """Whether this route, once claimed, brings the ticket nearer."""
        a, b = ticket.ends
        u, v = self.board.routes[route].ends
        if not self.home:
            one, other = self.reach(a), self.reach(b)
            now = one.to(b)
            return min(one.to(u) + other.to(v), one.to(v) + other.to(u)) < now
        return self._joined(a, b, (u, v)) < self._joined(a, b, ())

    def _joined(self, a: City, b: City, more: Sequence[City]) -> int:
        home, one, other = self.reach(*self.network), self.reach(a), self.reach(b)
        further = [home, *(self.reach(city) for city in more)]
        cities = map(City, range(len(self.board.cities)))
        return min(min(reach.to(city) for reach in further) + one.to(city) + other.to(city) for city in cities)


def _set(routes: Iterable[Route]) -> Routes:
    found = 0
    for route in routes:
        found |= 1 << route
    return found


def _reach(board: Board, graph: Graph, own: Routes, cities: Iterable[City]) -> Reach:
    far = dict.fromkeys(cities, 0)
    came: dict[City, tuple[City, Route]] = {}
    queue = [(0, city) for city in far]
    while queue:
        spent, city = heappop(queue)
        if spent > far[city]:
            continue
        for other, length, route in graph.get(city, ()):
            cost = spent if own >> route & 1 else spent + length
            if cost < far.get(other, FAR):
                far[other] = cost
                came[other] = city, route
                heappush(queue, (cost, other))
    return Reach(far, came)
