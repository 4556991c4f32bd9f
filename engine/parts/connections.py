"""Tickets on a board: which routes count for them, and which tickets are completed (B19).

The ruleset's `connecting` alone decides which routes count for a seat's tickets: a game in which other routes also
count supplies a different function.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final

from engine.boards import Board, City, Routes, TicketFact
from engine.model import Feature, MissingRoute, Phase, Points, ScoringAccount, ScoringLine
from engine.parts.claims import BoardPosition
from engine.parts.goals import held_ticket_view
from engine.parts.network import connected, joins, routes_in
from engine.parts.scoring import TICKET, tickets_by_points
from engine.parts.shortest_way import Cost, shortest_way
from engine.parts.tickets import HeldTicketView, OwnTicketsView, ShownTicketsView
from engine.parts.turns import PLAYED, PointsScored


def own_routes(state: BoardPosition, seat: int) -> Routes:
    """Return the routes that the seat has claimed, which count for its tickets (B19)."""
    return state.network.claimed[seat]


def joined(state: BoardPosition, seat: int) -> Mapping[City, City]:
    """Return the cities that are connected for this seat's tickets, in the form of `network.connected`."""
    return connected(state.rules.board, routes_in(state.rules.connecting(state, seat)))


def earned(fact: TicketFact, roots: Mapping[City, City]) -> int | None:
    """Return what a ticket scores with these connected cities; None if it is not completed (B19)."""
    return max((goal.points for goal in fact.goals if joins(roots, goal.ends)), default=None)


def ticket_points(state: BoardPosition) -> Iterator[PointsScored]:
    """Score every ticket, which adds or subtracts its value (B19).

    They are scored by number, because the order of drawing is still secret.
    """
    for seat in range(state.seats):
        roots = joined(state, seat)
        for ticket in sorted(state.tickets.held[seat]):
            fact = state.rules.board.tickets[ticket]
            points = earned(fact, roots)
            yield PointsScored(seat, -fact.points if points is None else points, TICKET, str(fact.number))


def _list_tickets(state: BoardPosition, seat: int) -> list[HeldTicketView]:
    board, roots = state.rules.board, joined(state, seat)
    return [
        held_ticket_view(board, ticket, earned(board.tickets[ticket], roots)) for ticket in state.tickets.held[seat]
    ]


def _show_scored_tickets(state: BoardPosition, seat: int, viewer: int | None) -> ShownTicketsView:
    """Show the tickets once the game has been scored, by number, because the order of drawing is still secret."""
    if state.outcome != PLAYED:
        return {}
    return {"tickets_shown": sorted(_list_tickets(state, seat), key=lambda ticket: ticket["number"])}


def _show_own_tickets(state: BoardPosition, seat: int) -> OwnTicketsView:
    return {"tickets": _list_tickets(state, seat)}


def _show_fates(state: BoardPosition, seat: int, ledger: Sequence[Points]) -> Iterator[ScoringLine]:
    """Yield a line for each ticket, with the routes that connect its cities, and with those that were missing."""
    board, costs = state.rules.board, _costs(state, seat)
    for line in tickets_by_points(state, seat, ledger):
        fact = board.tickets[board.ticket_of[int(line.subjects[0])]]
        won = [goal.ends for goal in fact.goals if goal.points == line.points]
        routes = _connect(board, won or [goal.ends for goal in fact.goals], costs)
        own = routes & state.rules.connecting(state, seat)
        missing = tuple(MissingRoute(route, state.network.owner(route)) for route in routes_in(routes & ~own))
        yield line._replace(routes=own, missing=missing)


def _connect(board: Board, pairs: Iterable[tuple[City, City]], costs: Sequence[Cost]) -> Routes:
    """Return the way between the cities of one of these pairs that costs least; empty if there is none."""
    ways = [way for ends in pairs if (way := shortest_way(board, ends, costs))]
    return min(ways)[1] if ways else 0


def _costs(state: BoardPosition, seat: int) -> list[Cost]:
    """Return what each route adds to a way of this seat's; of those it lacks, first open ones, then those of others."""
    own, network = state.rules.connecting(state, seat), state.network
    claimed = reduce(or_, network.claimed)

    def cost(route: int, length: int) -> Cost:
        if own >> route & 1:
            return Cost(owned=length)
        return Cost(length, 0 if network.open[seat] >> route & 1 else 1 if claimed >> route & 1 else 2)

    return [cost(route, fact.length) for route, fact in enumerate(state.rules.board.routes)]


FEATURE: Final = Feature(
    seat=_show_scored_tickets, own=_show_own_tickets, accounts={TICKET: ScoringAccount(Phase.TICKETS, _show_fates)}
)
