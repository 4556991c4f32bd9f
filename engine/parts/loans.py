"""The routes of others that a seat borrows with its stations at the end, chosen by calculation (E7).

A station lends one route of another seat into its city, the same for all tickets. Borrowed routes matter only by the
parts of the seat's network that they join, so each is an edge between two parts, and of routes that join the same parts
the first of the board stands for all. With three stations a few hundred choices remain; all are tried.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from engine.boards import Board, City, Route, Routes, TicketFact
from engine.parts.connections import earned
from engine.parts.network import connected, routes_in

Edge = tuple[City, City]


class Loans(NamedTuple):
    """Routes to borrow; the lowest value is the best: by ticket points and completed tickets, both negative."""

    points: int
    completed: int
    borrowed: int
    routes: tuple[Route, ...]


def choose_loans(board: Board, own: Routes, offers: Sequence[Routes], tickets: Iterable[TicketFact]) -> Routes:
    """Return the routes to borrow: most ticket points, most completed tickets, fewest routes, first of the board.

    `offers` has for each station the routes of others into its city.
    """
    roots = connected(board, routes_in(own))
    edges = [_edges(board, roots, offer) for offer in offers]
    nodes = {node for choices in edges for edge in choices for node in edge}
    open_tickets = [ticket for ticket in tickets if _could_gain(ticket, roots, nodes)]
    if not open_tickets:
        return 0
    best = min(_weigh(chosen, roots, open_tickets) for chosen in {*_choices(edges)})
    return sum(1 << route for route in best.routes)


def _edges(board: Board, roots: Mapping[City, City], offer: Routes) -> dict[Edge, Route]:
    """Return the parts of the network that these routes join, each pair with the first route that does."""
    edges: dict[Edge, Route] = {}
    for route in routes_in(offer):
        a, b = (roots.get(end, end) for end in board.routes[route].ends)
        if a != b:
            edges.setdefault((min(a, b), max(a, b)), route)
    return edges


def _could_gain(ticket: TicketFact, roots: Mapping[City, City], nodes: set[City]) -> bool:
    return any(nodes.issuperset(roots.get(end, end) for end in goal.ends) for goal in ticket.goals)


def _choices(edges: Sequence[Mapping[Edge, Route]]) -> Iterator[frozenset[tuple[Edge, Route]]]:
    """Yield every choice of at most one edge for each station."""
    for picked in product(*([None, *choices.items()] for choices in edges)):
        yield frozenset(item for item in picked if item is not None)


def _weigh(chosen: frozenset[tuple[Edge, Route]], roots: Mapping[City, City], tickets: Sequence[TicketFact]) -> Loans:
    joined = _Joined(roots, (edge for edge, _ in chosen))
    scores = [earned(ticket, joined.ends_of(ticket)) for ticket in tickets]
    points = sum(-ticket.points if score is None else score for ticket, score in zip(tickets, scores, strict=True))
    completed = sum(score is not None for score in scores)
    return Loans(-points, -completed, len(chosen), tuple(sorted(route for _, route in chosen)))


class _Joined:
    """The parts of a network, some of them joined by a few edges."""

    def __init__(self, roots: Mapping[City, City], edges: Iterable[Edge]) -> None:
        self._roots, self._same = roots, dict[City, City]()
        for a, b in edges:
            a, b = self._find(a), self._find(b)
            self._same = {node: b if part == a else part for node, part in self._same.items()} | {a: b, b: b}

    def _find(self, node: City) -> City:
        return self._same.get(node, node)

    def ends_of(self, ticket: TicketFact) -> dict[City, City]:
        """Return the part in which each of the ticket's cities lies, in the form of `network.connected`."""
        ends = (end for goal in ticket.goals for end in goal.ends)
        return {end: self._find(self._roots.get(end, end)) for end in ends}
