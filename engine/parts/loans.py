"""The routes of others that a seat borrows with its stations at the end, chosen by calculation (E7).

A station lends one route of another seat into its city, the same for all tickets. Borrowed routes matter only by the
parts of the seat's network that they join, so each is an edge between two parts, and of routes that join the same parts
the first of the board stands for all. An edge that leads nowhere is of no use: at both of its parts a ticket must end,
or another station lend an edge. With three stations a few dozen choices remain at most; all are tried.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from engine.boards import Board, City, Goal, Route, Routes, TicketFact
from engine.parts.network import connected, routes_in

Edge = tuple[City, City]


class Loans(NamedTuple):
    """Routes to borrow; the lowest value is the best: by ticket points and completed tickets, both negative."""

    points: int
    completed: int
    borrowed: int
    routes: tuple[Route, ...]


class OpenTicket(NamedTuple):
    """A ticket to which loans may add: what it costs if it is not completed, and its goals by parts of the network."""

    loss: int
    goals: tuple[Goal, ...]


def choose_loans(board: Board, own: Routes, offers: Sequence[Routes], tickets: Iterable[TicketFact]) -> Routes:
    """Return the routes to borrow: most ticket points, most completed tickets, fewest routes, first of the board.

    `offers` has for each station the routes of others into its city.
    """
    roots = connected(board, routes_in(own))
    edges = [_edges(board, roots, offer) for offer in offers]
    nodes = {node for choices in edges for edge in choices for node in edge}
    open_tickets = [_by_parts(ticket, roots) for ticket in tickets if _could_gain(ticket, roots, nodes)]
    if not open_tickets:
        return 0
    useful = _list_useful(edges, {end for ticket in open_tickets for goal in ticket.goals for end in goal.ends})
    best = min(_weigh(chosen, open_tickets) for chosen in {*_choices(useful)})
    return sum(1 << route for route in best.routes)


def _by_parts(ticket: TicketFact, roots: Mapping[City, City]) -> OpenTicket:
    goals = (Goal((roots.get(a, a), roots.get(b, b)), points) for (a, b), points in ticket.goals)
    return OpenTicket(ticket.points, tuple(goals))


def _edges(board: Board, roots: Mapping[City, City], offer: Routes) -> dict[Edge, Route]:
    """Return the parts of the network that these routes join, each pair with the first route that does."""
    edges: dict[Edge, Route] = {}
    for route in routes_in(offer):
        a, b = (roots.get(end, end) for end in board.routes[route].ends)
        if a != b:
            edges.setdefault((min(a, b), max(a, b)), route)
    return edges


def _could_gain(ticket: TicketFact, roots: Mapping[City, City], nodes: set[City]) -> bool:
    for (a, b), _ in ticket.goals:
        a, b = roots.get(a, a), roots.get(b, b)
        if a != b and a in nodes and b in nodes:
            return True
    return False


def _list_useful(edges: Sequence[Mapping[Edge, Route]], ends: set[City]) -> list[dict[Edge, Route]]:
    """Return the edges of each station that may be part of a way between the ends of tickets."""
    stations_at = Counter(node for choices in edges for node in {node for edge in choices for node in edge})
    meeting = ends | {node for node, stations in stations_at.items() if stations > 1}
    return [{edge: route for edge, route in choices.items() if meeting.issuperset(edge)} for choices in edges]


def _choices(edges: Sequence[Mapping[Edge, Route]]) -> Iterator[frozenset[tuple[Edge, Route]]]:
    """Yield every choice of at most one edge for each station."""
    for picked in product(*([None, *choices.items()] for choices in edges)):
        yield frozenset(item for item in picked if item is not None)


def _weigh(chosen: frozenset[tuple[Edge, Route]], tickets: Sequence[OpenTicket]) -> Loans:
    same = _join(edge for edge, _ in chosen)
    scores = [_score(ticket, same) for ticket in tickets]
    points = sum(-ticket.loss if score is None else score for ticket, score in zip(tickets, scores, strict=True))
    completed = sum(score is not None for score in scores)
    return Loans(-points, -completed, len(chosen), tuple(sorted(route for _, route in chosen)))


def _join(edges: Iterable[Edge]) -> Mapping[City, City]:
    """Return for each part that these edges join to others one that stands for all of them."""
    same: dict[City, City] = {}
    for a, b in edges:
        a, b = same.get(a, a), same.get(b, b)
        same = {node: b if part == a else part for node, part in same.items()} | {a: b, b: b}
    return same


def _score(ticket: OpenTicket, same: Mapping[City, City]) -> int | None:
    """Return what a ticket scores if these parts are the same; None if it is not completed."""
    return max((points for (a, b), points in ticket.goals if same.get(a, a) == same.get(b, b)), default=None)
