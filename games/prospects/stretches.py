"""Routes in words, as the stretches that they make: "Denver – Omaha – Chicago"."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from engine.boards import Board, City, Routes
from engine.parts.network import neighbours, routes_in

Steps = dict[City, list[City]]


def stretches(board: Board, routes: Routes) -> list[str]:
    """By their cities: as few stretches as going on as far as one can makes of them."""
    return [_(" – ").join(board.cities[city].name for city in walk) for walk in _walks(_steps(board, routes))]


def _steps(board: Board, routes: Routes) -> Steps:
    near = neighbours(board, routes_in(routes))
    return {city: [other for other, _length, _route in steps] for city, steps in near.items()}


def _walks(steps: Steps) -> Iterator[list[City]]:
    """Each begins where an odd number of routes is left, and takes them away as it goes."""
    while left := [city for city in steps if steps[city]]:
        city = next((city for city in left if len(steps[city]) % 2), left[0])
        walk = [city]
        while steps[city]:
            other = steps[city].pop(0)
            steps[other].remove(city)
            walk.append(city := other)
        yield walk
