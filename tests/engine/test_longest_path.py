"""B20: the longest continuous path, compared with plain search."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boards import Board, City, CityFact, Route, RouteFact
from engine.parts.paths import longest_path

from .positions import BOARD, route

HARD = json.loads(Path(__file__).with_name("hard_networks.json").read_text())


def by_walking(board: Board, routes: Iterable[Route]) -> int:
    """Return the longest of all walks from every city that use each route once: slow, but certain."""
    ways: dict[City, list[tuple[City, Route]]] = {}
    for index in routes:
        a, b = board.routes[index].ends
        ways.setdefault(a, []).append((b, index))
        ways.setdefault(b, []).append((a, index))

    def walk(city: City, used: frozenset[Route]) -> int:
        lengths = [
            board.routes[index].length + walk(other, used | {index}) for other, index in ways[city] if index not in used
        ]
        return max(lengths, default=0)

    return max((walk(city, frozenset()) for city in ways), default=0)


def small_board(edges: list[tuple[int, int, int]]) -> Board:
    """Return a board of nine cities, in a row from west to east, with these routes."""
    cities = tuple(CityFact(f"c{place}", f"C{place}", 0.0, float(place)) for place in range(9))
    routes = tuple(
        RouteFact(f"r{number}", (City(a), City(b)), length, -1, "") for number, (a, b, length) in enumerate(edges)
    )
    return Board("small", cities, routes, (), {})


EDGES = st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(1, 6)).filter(lambda edge: edge[0] != edge[1])


@settings(max_examples=100)
@given(st.lists(EDGES, max_size=10))
def test_any_small_network_parallel_tracks_included(edges: list[tuple[int, int, int]]) -> None:
    board = small_board(edges)
    routes = [Route(number) for number in range(len(edges))]
    assert longest_path(board, routes) == by_walking(board, routes)


# Pieces of path that are joined, closed and renumbered in every order; four odd cities in the far west.
SMALL = [
    [(0, 4, 1), (1, 4, 3), (2, 4, 1)],
    [(0, 4, 1), (0, 4, 3), (0, 5, 3), (1, 2, 6), (2, 4, 2)],
    [(0, 4, 3), (1, 3, 2), (1, 3, 6), (2, 4, 6), (3, 4, 1)],
    [(0, 3, 1), (0, 3, 6), (0, 2, 1), (2, 4, 2), (2, 5, 2)],
    [(4, 7, 2), (1, 7, 6), (2, 0, 1), (7, 8, 2), (7, 1, 1), (0, 8, 1), (2, 0, 6), (7, 5, 2), (4, 6, 2), (5, 3, 2)],
    [(2, 5, 5), (2, 5, 4), (8, 5, 3), (3, 7, 2), (3, 7, 5), (8, 7, 1), (4, 6, 4), (4, 6, 4), (8, 6, 2), (8, 4, 2)],
]


@pytest.mark.parametrize("edges", SMALL)
def test_some_small_networks(edges: list[tuple[int, int, int]]) -> None:
    board = small_board(edges)
    routes = [Route(number) for number in range(len(edges))]
    assert longest_path(board, routes) == by_walking(board, routes)


@settings(max_examples=100)
@given(st.sets(st.integers(0, len(BOARD.routes) - 1), max_size=12))
def test_any_few_routes_of_the_board(routes: set[int]) -> None:
    assert longest_path(BOARD, map(Route, routes)) == by_walking(BOARD, map(Route, routes))


@pytest.mark.parametrize("network", HARD, ids=lambda network: f"{len(network['routes'])} routes")
def test_hard_networks_of_45_trains(network: dict[str, list[str] | int]) -> None:
    slugs = network["routes"]
    assert isinstance(slugs, list)
    assert longest_path(BOARD, map(route, slugs)) == network["longest"]


def test_nothing_claimed() -> None:
    assert longest_path(BOARD, []) == 0


def test_it_does_not_matter_in_which_order_routes_were_claimed() -> None:
    slugs = HARD[0]["routes"]
    assert longest_path(BOARD, map(route, slugs)) == longest_path(BOARD, map(route, reversed(slugs)))
