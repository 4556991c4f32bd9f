"""The stand-in on Europe: tunnels, and a station where only that completes a ticket (E4, E6, E7)."""

from collections.abc import Mapping
from typing import Final

from engine.boards import City, Ticket
from engine.model import Choices, Chooser, Move, Prompt, Ruleset
from engine.parts.claims import ClaimRoute
from engine.parts.network import connected, routes_in
from engine.parts.stations import UNBUILT_POINTS, BuildStation
from engine.parts.tunnels import PayTunnel
from engine.parts.turns import TakeTurn
from engine.stand_in import board, seen, tunnels
from engine.stand_in.ways import Ground, ground, plan
from engine.views import View, own

_ON_BOARD: Final = board.choosers(board.Valuation(board.no_home, board.route_points, tunnels.spare))


def turn(rules: Ruleset, view: View, options: Choices) -> Move:
    """Build a station where only that completes a ticket, or where it is the best last turn; else play as anywhere."""
    station = _find_station(rules, view, options)
    return _ON_BOARD[TakeTurn](rules, view, options) if station is None else station


def _find_station(rules: Ruleset, view: View, options: Choices) -> Move | None:
    at = ground(rules, view, ())
    if not at.lending:
        return None
    unfinished = seen.unfinished(rules.board, own(view)["tickets"])
    if not _list_gains(at, unfinished):
        return None
    planned = () if at.turns == 1 else plan(at, unfinished).tickets
    gains = _list_gains(at, [ticket for ticket in unfinished if ticket not in planned])
    best = max(gains.values(), default=0)
    if best <= UNBUILT_POINTS + _best_claim(at, options):
        return None
    stations = [move for move in options if isinstance(move, BuildStation)]
    good = [move for move in stations if gains.get(move.city) == best]
    hand = seen.hand(view)
    return min(good, key=lambda move: (move.locomotives, -hand[move.color]), default=None)


def _best_claim(at: Ground, options: Choices) -> int:
    """Return the most points that a claim brings in the last turn; before it, a claim loses nothing by waiting."""
    if at.turns > 1:
        return 0
    lengths = [at.board.routes[move.route].length for move in options if isinstance(move, ClaimRoute)]
    return max((at.board.route_points[length] for length in lengths), default=0)


def _list_gains(at: Ground, tickets: list[Ticket]) -> dict[City, int]:
    """Return what a station in each city would bring by tickets that one route into it completes."""
    roots, routes = connected(at.board, routes_in(at.connecting)), at.board.routes
    gains: dict[City, int] = {}
    for route in routes_in(at.lending):
        parts = {roots.get(end, end) for end in routes[route].ends}
        points = sum(_join_points(at, ticket, roots, parts) for ticket in tickets)
        for city in routes[route].ends if points else ():
            gains[city] = max(gains.get(city, 0), 2 * points)
    return gains


def _join_points(at: Ground, ticket: Ticket, roots: Mapping[City, City], parts: set[City]) -> int:
    goals, earned = at.board.tickets[ticket].beyond(at.earned.get(ticket)), at.earned.get(ticket, 0)
    joined = (goal for goal in goals if {roots.get(end, end) for end in goal.ends} == parts)
    return max((goal.points - earned for goal in joined), default=0)


CHOOSERS: Final[Mapping[type[Prompt], Chooser]] = {**_ON_BOARD, TakeTurn: turn, PayTunnel: tunnels.pay}
