"""The shortest way between two cities of a board, over its own routes and those that it lacks (B19)."""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple

from engine.boards import Board, City, Route, Routes
from engine.parts.network import neighbours, routes_in


class Cost(NamedTuple):
    """What a way costs: spaces of routes that are lacking, routes among them that are closed, spaces that are owned."""

    lacking: int = 0
    closed: int = 0
    owned: int = 0

    def plus(self, other: "Cost") -> "Cost":
        return Cost(self.lacking + other.lacking, self.closed + other.closed, self.owned + other.owned)


def shortest_way(
    board: Board, ends: tuple[City, City], routes: Routes, cost: Callable[[Route], Cost]
) -> tuple[Cost, Routes] | None:
    """Return the cheapest way over these routes from one city to the other, and its cost; None if there is none."""
    start, goal = ends
    edges = neighbours(board, routes_in(routes))
    best, came = {start: Cost()}, dict[City, tuple[City, Route]]()
    queue = [(Cost(), start)]
    while queue:
        spent, city = heappop(queue)
        if city == goal:
            return spent, _trace(came, city)
        if spent > best[city]:
            continue
        for other, _, route in edges.get(city, ()):
            total = spent.plus(cost(route))
            if other not in best or total < best[other]:
                best[other], came[other] = total, (city, route)
                heappush(queue, (total, other))
    return None


def _trace(came: dict[City, tuple[City, Route]], city: City) -> Routes:
    routes = 0
    while city in came:
        city, route = came[city]
        routes |= 1 << route
    return routes
