"""Routes in words, as the stretches that they form: "Denver – Omaha – Chicago"."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _

from engine.boards import Board, City, Route, Routes
from engine.parts.network import neighbours, routes_in

KEPT: Final = 1024
"""The size of the cache: a player's page and emails ask for the same stretches from move to move."""

Steps = dict[City, list[City]]


def stretches(board: Board, routes: Routes, way: Sequence[Route] = ()) -> list[str]:
    """Name stretches of routes by their cities, joining as many routes as possible into each.

    If they are on a way, they are in its order.
    """
    walks = _cached_walks(board, routes, tuple(way))
    return [_(" – ").join(board.cities[city].name for city in walk) for walk in walks]


@lru_cache(maxsize=KEPT)
def _cached_walks(board: Board, routes: Routes, way: tuple[Route, ...]) -> tuple[list[City], ...]:
    return tuple(_walk_all(_steps(board, routes), _cities_along(board, way)))


def _cities_along(board: Board, way: Sequence[Route]) -> list[City]:
    """Return the cities along a way, from first to last."""
    if not way:
        return []
    a, b = board.routes[way[0]].ends
    cities = [b, a] if len(way) > 1 and a in board.routes[way[1]].ends else [a, b]
    for route in way[1:]:
        start, end = board.routes[route].ends
        cities.append(end if start == cities[-1] else start)
    return cities


def _steps(board: Board, routes: Routes) -> Steps:
    near = neighbours(board, routes_in(routes))
    return {city: [other for other, _length, _route in steps] for city, steps in near.items()}


def _walk_all(steps: Steps, order: Sequence[City]) -> Iterator[list[City]]:
    """Yield walks that use each route once and remove it from `steps`, beginning at cities with odd numbers left."""
    cities = [*dict.fromkeys([city for city in order if city in steps] + list(steps))]
    while open_cities := [city for city in cities if steps[city]]:
        city = next((city for city in open_cities if len(steps[city]) % 2), open_cities[0])
        walk = [city]
        while steps[city]:
            other = steps[city].pop(0)
            steps[other].remove(city)
            walk.append(city := other)
        yield walk
