"""Whole games of the Nordic Countries: scores counted again, and the stand-in's tunnels (N6, N9, N10).

Nothing of the scores comes from the engine but the board's facts and the log.
"""

import random
from collections.abc import Sequence

import pytest

import engine
from engine.boards.nordic import NORDIC as BOARD
from engine.parts.claims import RouteClaimed
from engine.parts.substitutes import SubstitutesPlayed
from engine.parts.tunnels import TunnelEntered, TunnelLeft
from engine.rules.nordic import NordicPosition, nordic

from .play import any_move
from .positions import is_of

GAMES = 20
ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}
GLOBETROTTER = 10


def play(number: int, *, wise_seats: int = 2) -> tuple[NordicPosition, list[engine.Event]]:
    """Play a game in which one seat in so many plays wisely, and the others at random; with 1, all do."""
    seats, rnd = 2 + number % 2, random.Random(number)
    chance = engine.Chance(rnd.randbytes(32))
    state, events = engine.start(nordic(), seats, chance, {})
    while not state.over:
        seat = state.prompts[0].seat
        options = engine.options(state, seat)
        wise = (seat + number) % wise_seats == 0
        move = engine.stand_in.choose(state.rules, engine.view(state, seat), options) if wise else None
        state, more = engine.decide(state, seat, move or any_move(rnd, state, seat), chance)
        events += more
    return is_of(NordicPosition, state), events


def count(state: NordicPosition, events: Sequence[engine.Event]) -> list[int]:
    """Return the points of every seat: routes, tickets, and the bonus for the most completed tickets."""
    routes = [
        [e.route for e in events if isinstance(e, RouteClaimed) and e.seat == seat] for seat in range(state.seats)
    ]
    tickets = [[BOARD.tickets[ticket] for ticket in held] for held in state.tickets.held]
    done = [[ticket for ticket in own if joins(routes[seat], *ticket.ends)] for seat, own in enumerate(tickets)]
    most = max(map(len, done))
    return [
        sum(ROUTE_POINTS[BOARD.routes[route].length] for route in routes[seat])
        + sum(ticket.points if ticket in done[seat] else -ticket.points for ticket in tickets[seat])
        + (GLOBETROTTER if most and len(done[seat]) == most else 0)
        for seat in range(state.seats)
    ]


def joins(routes: Sequence[int], start: int, end: int) -> bool:
    """Check whether these routes lead from one city to the other."""
    cities = {start}
    edges = [set(BOARD.routes[route].ends) for route in routes]
    while more := [edge for edge in edges if edge & cities and not edge <= cities]:
        cities.update(*more)
    return end in cities


@pytest.mark.nightly
def test_n9_and_n10_scores_counted_by_hand_are_those_of_the_engine() -> None:
    substitutes = 0
    for number in range(GAMES):
        state, events = play(number)
        standings = sorted(engine.standings(state), key=lambda standing: standing.seat)
        assert count(state, events) == [standing.points for standing in standings]
        substitutes += sum(isinstance(event, SubstitutesPlayed) for event in events)
    assert substitutes > GAMES


@pytest.mark.nightly
def test_n6_two_thirds_of_the_stand_ins_tunnels_succeed() -> None:
    facts = [event for number in range(GAMES) for event in play(number, wise_seats=1)[1]]
    entered = sum(isinstance(event, TunnelEntered) for event in facts)
    left = sum(isinstance(event, TunnelLeft) for event in facts)
    assert entered >= GAMES
    assert entered - left >= 2 * entered / 3
