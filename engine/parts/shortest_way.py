"""The shortest way between two cities of a board, over a seat's routes and those that it lacks (B19)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.boards import Board, City, Route, Routes
from engine.parts.network import neighbours


class Cost(NamedTuple):
    """What a way costs: spaces of routes that are lacking, routes among them that are closed, spaces that are owned."""

    lacking: int = 0
    closed: int = 0
    owned: int = 0


def shortest_way(board: Board, ends: tuple[City, City], costs: Sequence[Cost]) -> tuple[Cost, Routes] | None:
    """Return the cheapest way from one city to the other, and its cost; None if there is none. `costs` are by route."""
    start, goal = ends
    edges = _graph(board)
    best, came = {start: Cost()}, dict[City, tuple[City, Route]]()
    queue = [(Cost(), start)]
    while queue:
        spent, city = heappop(queue)
        if city == goal:
            return spent, _trace(came, city)
        if spent > best[city]:
            continue
        for other, _, route in edges.get(city, ()):
            lacking, closed, owned = costs[route]
            total = Cost(spent.lacking + lacking, spent.closed + closed, spent.owned + owned)
            if other not in best or total < best[other]:
                best[other], came[other] = total, (city, route)
                heappush(queue, (total, other))
    return None


@lru_cache
def _graph(board: Board) -> Mapping[City, Sequence[tuple[City, int, Route]]]:
    return neighbours(board, map(Route, range(len(board.routes))))


def _trace(came: Mapping[City, tuple[City, Route]], city: City) -> Routes:
    routes = 0
    while city in came:
        city, route = came[city]
        routes |= 1 << route
    return routes
