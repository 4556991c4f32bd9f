"""The board in play: trains, owners of routes, open routes, and connections (B13, B14, B19)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from engine.boards import Board, City, Route, Routes


@dataclass(slots=True)
class Network:
    """The trains that each seat has left, the routes it has claimed, and the routes open to it."""

    trains: list[int]
    claimed: list[Routes]
    open: list[Routes]

    def copy(self) -> Self:
        """Return a copy that shares no mutable state with this network."""
        return type(self)(self.trains[:], self.claimed[:], self.open[:])

    def routes_of(self, seat: int) -> list[Route]:
        """Return the routes that this seat has claimed, in the order of the board."""
        return list(routes_in(self.claimed[seat]))

    def owner(self, route: Route) -> int | None:
        """Return the seat that has claimed this route; None if nobody has."""
        for seat, routes in enumerate(self.claimed):
            if routes >> route & 1:
                return seat
        return None


def fresh(board: Board, seats: int, trains: int) -> Network:
    """Return the network of an empty board, on which nothing is claimed."""
    return Network([trains] * seats, [0] * seats, [(1 << len(board.routes)) - 1] * seats)


def routes_in(routes: Routes) -> Iterator[Route]:
    """Yield the routes of a set, in the order of the board."""
    while routes:
        lowest = routes & -routes
        yield Route(lowest.bit_length() - 1)
        routes ^= lowest


def connected(board: Board, routes: Iterable[Route]) -> dict[City, City]:
    """Return for each city on these routes the city that represents its connected component (B19)."""
    root: dict[City, City] = {}

    def find(city: City) -> City:
        while root.setdefault(city, city) != city:
            root[city] = root[root[city]]
            city = root[city]
        return city

    for route in routes:
        a, b = board.routes[route].ends
        root[find(a)] = find(b)
    return {city: find(city) for city in list(root)}


def joins(roots: Mapping[City, City], ends: tuple[City, City]) -> bool:
    """Check whether the two cities are connected, given the result of `connected`."""
    a, b = ends
    return a in roots and b in roots and roots[a] == roots[b]


def neighbours(board: Board, routes: Iterable[Route]) -> dict[City, list[tuple[City, int, Route]]]:
    """Return for each city what one of these routes reaches from it: (city, length, route)."""
    edges: defaultdict[City, list[tuple[City, int, Route]]] = defaultdict(list)
    for route in routes:
        a, b = board.routes[route].ends
        length = board.routes[route].length
        edges[a].append((b, length, route))
        edges[b].append((a, length, route))
    return dict(edges)
