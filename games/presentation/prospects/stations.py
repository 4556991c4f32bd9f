"""Stations that a seat could build: what each would complete as the routes lie now, and how to pay for it (E6, E7)."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from engine.boards import City, TicketFact
from engine.cards import KINDS
from engine.parts.network import connected, routes_in
from engine.parts.stations import BuildStation
from games.presentation.prospects import cards, helped_tickets
from games.presentation.prospects.viewpoint import Viewpoint, hand, held_tickets, open_goals
from games.presentation.prospects.ways import Land

FEW: Final = 3
"""How many cities at most are suggested."""


class Stations:
    """The stations that the viewer can build now."""

    def __init__(self, viewpoint: Viewpoint, land: Land) -> None:
        self.viewpoint, self.land, self.board = viewpoint, land, viewpoint.rules.board
        self.by_city: dict[City, list[BuildStation]] = {}
        for move in viewpoint.options:
            if isinstance(move, BuildStation):
                self.by_city.setdefault(move.city, []).append(move)

    @cached_property
    def completed(self) -> Mapping[City, Sequence[TicketFact]]:
        """Return the tickets that a station in a city would complete by one route of another player, by city."""
        roots = connected(self.board, routes_in(self.land.at.connecting))
        tickets = [goal for ticket in held_tickets(self.viewpoint) for goal in open_goals(self.board, ticket)]
        best: dict[City, list[TicketFact]] = {}
        for route in routes_in(self.land.at.lending):
            parts = {roots.get(end, end) for end in self.board.routes[route].ends}
            joined = [fact for fact in tickets if _lies_on(fact.ends, roots, parts)]
            for city in self.board.routes[route].ends:
                if city in self.by_city and _worth(joined) > _worth(best.get(city, [])):
                    best[city] = joined
        return best

    @property
    def suggested(self) -> list[City]:
        """Return the cities where a station completes tickets, those worth most first."""
        return sorted(self.completed, key=lambda city: (-_worth(self.completed[city]), city))[:FEW]

    def payments(self, city: City) -> list[BuildStation]:
        """Return the ways to pay for a station in a city, the one to suggest first."""
        own = hand(self.viewpoint)
        moves = self.by_city.get(city, [])
        return sorted(moves, key=lambda move: (move.locomotives, -own.get(KINDS[move.color], 0), move.color))

    def spent(self, move: BuildStation) -> Mapping[str, int]:
        """Return the cards of a payment, by kind."""
        return cards.paid(KINDS[move.color], move.cards, move.locomotives)

    def purpose(self, city: City) -> str:
        """Return which ticket a station in this city would complete; "" if none."""
        tickets = self.completed.get(city, [])
        if not tickets:
            return ""
        return _("completes %(ticket)s") % {"ticket": helped_tickets.ticket_label(self.viewpoint, tickets[0])}


def _lies_on(ends: tuple[City, City], roots: Mapping[City, City], parts: set[City]) -> bool:
    return {roots.get(end, end) for end in ends} == parts


def _worth(tickets: Sequence[TicketFact]) -> int:
    return sum(ticket.points for ticket in tickets)
