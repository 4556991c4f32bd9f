"""Scores of finished games of Europe, counted again from their events, by the rules as they are written (E7-E10).

Nothing here comes from the engine but the board's facts and the log: ways are searched one by one, and every choice of
borrowed routes is tried.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

import pytest

import engine
from engine.boards.europe import EUROPE as BOARD
from engine.parts.claims import RouteClaimed
from engine.parts.stations import StationBuilt
from engine.rules.europe import EuropePosition, europe

from .play import any_move
from .positions import is_of

GAMES = 20
ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}
STATIONS, LEFT_OVER, LONGEST = 3, 4, 10

Ends = tuple[int, int]


@dataclass
class Hand:
    """What a seat has at the end: its routes, the cities of its stations, its tickets as two cities and points."""

    tickets: Sequence[tuple[Ends, int]]
    routes: list[int] = field(default_factory=list)
    stations: list[int] = field(default_factory=list)


def play(number: int) -> list[Hand]:
    """Play a game in which every other seat builds and claims at random, and return what each seat has at the end."""
    seats, rnd = 2 + number % 4, random.Random(number)
    chance = engine.Chance(rnd.randbytes(32))
    state, events = engine.start(europe(), seats, chance, {})
    while not state.over:
        seat = state.prompts[0].seat
        options = engine.options(state, seat)
        wise = (seat + number) % 2
        move = engine.stand_in.choose(state.rules, engine.view(state, seat), options) if wise else None
        state, more = engine.decide(state, seat, move or any_move(rnd, state, seat), chance)
        events += more
    held = is_of(EuropePosition, state).tickets.held
    hands = [Hand([(BOARD.tickets[ticket].ends, BOARD.tickets[ticket].points) for ticket in own]) for own in held]
    for event in events:
        if isinstance(event, RouteClaimed):
            hands[event.seat].routes.append(event.route)
        elif isinstance(event, StationBuilt):
            hands[event.seat].stations.append(event.city)
    assert [count(hands, seat) for seat in range(seats)] == [
        standing.points for standing in sorted(engine.standings(state), key=lambda standing: standing.seat)
    ]
    return hands


def count(hands: Sequence[Hand], seat: int) -> int:
    """Return a seat's points: its routes, its tickets, its stations left, and the longest path."""
    own = hands[seat]
    longest = [find_longest(hand.routes) for hand in hands]
    bonus = LONGEST if longest[seat] == max(longest) > 0 else 0
    routes = sum(ROUTE_POINTS[BOARD.routes[route].length] for route in own.routes)
    return routes + count_tickets(hands, seat) + LEFT_OVER * (STATIONS - len(own.stations)) + bonus


def count_tickets(hands: Sequence[Hand], seat: int) -> int:
    """Return the points of a seat's tickets with the best choice of routes to borrow (E7)."""
    own = hands[seat]
    foreign = [route for other, hand in enumerate(hands) if other != seat for route in hand.routes]
    into = [[None, *(route for route in foreign if city in BOARD.routes[route].ends)] for city in own.stations]
    return max(score(own, [*own.routes, *(route for route in lent if route is not None)]) for lent in product(*into))


def score(own: Hand, routes: Sequence[int]) -> int:
    return sum(points if ends[1] in reach(ends[0], routes) else -points for ends, points in own.tickets)


def reach(city: int, routes: Iterable[int]) -> set[int]:
    """Return the cities that can be reached from this one."""
    cities = {city}
    edges = [set(BOARD.routes[route].ends) for route in routes]
    while more := [edge for edge in edges if edge & cities and not edge <= cities]:
        cities.update(*more)
    return cities


def find_longest(routes: Sequence[int]) -> int:
    """Return the length of the longest path that uses no route twice."""
    return max((length for city in range(len(BOARD.cities)) for length in walk(city, frozenset(routes))), default=0)


def walk(city: int, left: frozenset[int]) -> Iterator[int]:
    """Yield the lengths of all paths from a city."""
    yield 0
    for route in left:
        a, b = BOARD.routes[route].ends
        if city in (a, b):
            yield from (BOARD.routes[route].length + rest for rest in walk(a + b - city, left - {route}))


@pytest.mark.nightly
def test_e7_to_e10_scores_counted_by_hand_are_those_of_the_engine() -> None:
    games = [play(number) for number in range(GAMES)]
    assert sum(len(hands) for hands in games) == 70
    helped = [
        count_tickets(hands, seat) > score(hand, hand.routes)
        for hands in games
        for seat, hand in enumerate(hands)
        if hand.stations
    ]
    assert any(helped), "no station of these games completes a ticket"
