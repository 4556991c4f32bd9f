"""The board in play: trains, who owns which route, what is still open, what connects, the longest path (B13-B20)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from engine.boards import Board, City, Route


@dataclass(slots=True)
class Network:
    """Trains left a seat, owners of claimed routes, and for each seat a bit mask of the routes open to it."""

    trains: list[int]
    owner: dict[Route, int]
    open: list[int]

    def copy(self) -> Self:
        """The same network, sharing nothing."""
        return type(self)(self.trains[:], self.owner.copy(), self.open[:])

    def routes_of(self, seat: int) -> list[Route]:
        """The routes this seat has claimed, in the order of claiming."""
        return [route for route, owner in self.owner.items() if owner == seat]


def fresh(board: Board, seats: int, trains: int) -> Network:
    """Nothing claimed yet."""
    return Network([trains] * seats, {}, [(1 << len(board.routes)) - 1] * seats)


def connected(board: Board, routes: Iterable[Route]) -> dict[City, City]:
    """For each city on these routes one city that stands for all it is joined to (B19)."""
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
    """Whether the two cities are connected, as `connected` told."""
    a, b = ends
    return a in roots and b in roots and roots[a] == roots[b]


def neighbours(board: Board, routes: Iterable[Route]) -> dict[City, list[tuple[City, int, Route]]]:
    """For each city what can be reached by one of these routes: (city, length, route)."""
    found: defaultdict[City, list[tuple[City, int, Route]]] = defaultdict(list)
    for route in routes:
        a, b = board.routes[route].ends
        length = board.routes[route].length
        found[a].append((b, length, route))
        found[b].append((a, length, route))
    return dict(found)
