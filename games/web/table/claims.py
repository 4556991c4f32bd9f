"""Routes to claim: which bring a ticket nearer, how each can be paid for, and what follows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.boards import GRAY, Route, RouteFact, Routes, TicketFact
from engine.cards import KINDS
from engine.parts.claims import ClaimRoute
from games.web.table import cards, gains
from games.web.table.sight import Sight
from games.web.table.ways import Land

FEW: Final = 3
"""So many routes are named where none brings a ticket nearer."""
MOST: Final = 5
"""So many are lit at most: to light all is to light none."""


@dataclass(frozen=True)
class RouteRow:
    """A route that can be paid for. `spaces` are the kinds of its slots, "gray" for any color."""

    slug: str
    name: str
    reason: str
    points: int
    spaces: Sequence[str]


@dataclass(frozen=True)
class PaymentOffer:
    """A way to pay: its move, the very cards, what it keeps of these kinds, and its button."""

    move: str
    key: str
    spent: Sequence[str]
    keeps: str
    button: str
    left: Sequence[cards.Chip]
    chosen: bool


@dataclass(frozen=True)
class Comparison:
    """Something before and after."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class ChosenRoute:
    """A route that was chosen: its payments, the suggested one first, and what follows."""

    row: RouteRow
    payments: Sequence[PaymentOffer]
    changes: Sequence[Comparison]
    tickets: Sequence[Comparison]
    others: str

    @property
    def chosen(self) -> PaymentOffer:
        """The payment that the button is for."""
        return next(payment for payment in self.payments if payment.chosen)


class Claims:
    """All that the viewer could claim now."""

    def __init__(self, sight: Sight, land: Land, moves: Iterable[ClaimRoute]) -> None:
        self.sight, self.land, self.board = sight, land, sight.board
        self.by_route: defaultdict[Route, list[ClaimRoute]] = defaultdict(list)
        for move in moves:
            self.by_route[move.route].append(move)

    @cached_property
    def open_tickets(self) -> list[TicketFact]:
        """The viewer's tickets that can still be completed and are not."""
        held = self.sight.you["tickets"] if self.sight.you else []
        facts = [self.board.tickets[self.board.ticket_of[one["number"]]] for one in held if not one["completed"]]
        return [fact for fact in facts if self.land.missing(fact) is not None]

    @cached_property
    def helped(self) -> Mapping[Route, list[TicketFact]]:
        """For each route the tickets that it brings nearer."""
        return {
            route: [ticket for ticket in self.open_tickets if self.land.nearer(ticket, route)]
            for route in self.by_route
        }

    @cached_property
    def useful(self) -> list[RouteRow]:
        """Routes that bring a ticket nearer, the one for most tickets first.

        Where there is no ticket to bring nearer, those that score most.
        """
        good = [route for route, tickets in self.helped.items() if tickets]
        if good:
            return self._rows(self._unlike(sorted(good, key=self._worth))[:MOST])
        return [] if self.open_tickets else self._rows(self._unlike(sorted(self.by_route, key=self._worth))[:FEW])

    @property
    def every(self) -> list[RouteRow]:
        """All routes that can be paid for, by name."""
        return self._rows(sorted(self.by_route, key=lambda route: self.board.routes[route].slug))

    def _worth(self, route: Route) -> tuple[int, int, int, int]:
        tickets = self.helped[route]
        own = gains.of(self.sight, route)[self.sight.seat or 0]
        return -len(tickets), -sum(ticket.points for ticket in tickets), -own, route

    def _unlike(self, routes: Iterable[Route]) -> list[Route]:
        """Of tracks side by side that cost the same the first: to choose between them decides nothing."""
        found: dict[object, Route] = {}
        for route in routes:
            fact = self.board.routes[route]
            found.setdefault((frozenset(fact.ends), *slots(fact)), route)
        return list(found.values())

    def _rows(self, routes: Iterable[Route]) -> list[RouteRow]:
        return [self.row(route) for route in routes]

    def row(self, route: Route) -> RouteRow:
        """A route as the list shows it."""
        fact = self.board.routes[route]
        points = gains.of(self.sight, route)[self.sight.seat or 0]
        return RouteRow(fact.slug, self.name(fact), self._reason(route), points, slots(fact))

    def name(self, fact: RouteFact) -> str:
        """Its cities."""
        return _(" – ").join(self.board.cities[end].name for end in fact.ends)

    def _reason(self, route: Route) -> str:
        fact, tickets = self.board.routes[route], self.helped[route]
        color = _("any color") if fact.color == GRAY else ""
        ferry = _("ferry") if fact.ferry_locomotives else ""
        return ", ".join(part for part in (color, ferry, self._for(tickets)) if part)

    def _for(self, tickets: Sequence[TicketFact]) -> str:
        every = len(self.open_tickets)
        if not tickets:
            return ""
        if len(tickets) == 1:
            a, b = (self.board.cities[end].name for end in tickets[0].ends)
            return _("for %(a)s – %(b)s") % {"a": a, "b": b}
        if len(tickets) == every and every > 2:
            return _("for all %(n)d of your tickets") % {"n": every}
        return _("for %(n)d of your tickets") % {"n": len(tickets)}

    def claim(self, slug: str, pay: str) -> ChosenRoute | None:
        """The route that was chosen, paid as was chosen or else as suggested; None where it cannot be claimed."""
        route = self.board.route_of.get(slug)
        if route is None or route not in self.by_route:
            return None
        held: Mapping[str, int] = self.sight.you["hand"] if self.sight.you else {}
        ways = sorted(self.by_route[route], key=lambda move: _dearness(move, held))
        keys = [_key(move) for move in ways]
        chosen = keys.index(pay) if pay in keys else 0
        payments = [self._payment(move, held, place == chosen) for place, move in enumerate(ways)]
        others = self._others(route)
        return ChosenRoute(self.row(route), payments, self._changes(route), self._tickets(route), others)

    def _payment(self, move: ClaimRoute, held: Mapping[str, int], chosen: bool) -> PaymentOffer:
        fact = self.board.routes[move.route]
        spent = cards.paid(KINDS[move.color], fact.length - move.locomotives, move.locomotives)
        left = cards.without(held, spent)
        kinds = {*spent, cards.LOCO}
        keeps = cards.told({kind: left.get(kind, 0) for kind in KINDS if kind in kinds})
        return PaymentOffer(
            move=engine.notation.write(self.sight.rules, move),
            key=_key(move),
            spent=cards.spread(spent),
            keeps=_("keeps %(cards)s") % {"cards": keeps} if keeps else "",
            button=_("Claim for %(cards)s") % {"cards": cards.told(spent)},
            left=cards.chips(left),
            chosen=chosen,
        )

    def _changes(self, route: Route) -> list[Comparison]:
        own = self.sight.view["seats"][self.sight.seat]
        points, length = gains.of(self.sight, route)[self.sight.seat or 0], self.board.routes[route].length
        return [
            Comparison(_("Points"), str(own["points"]), str(own["points"] + points)),
            Comparison(_("Trains"), str(own["trains"]), str(own["trains"] - length)),
        ]

    def _others(self, route: Route) -> str:
        gained = gains.of(self.sight, route)
        told = [
            _("%(name)s gets %(n)d points") % {"name": self.sight.name(seat), "n": points}
            for seat, points in sorted(gained.items())
            if seat != self.sight.seat and points
        ]
        return ", ".join(told)

    def _tickets(self, route: Route) -> list[Comparison]:
        """What is still missing of each ticket that changes, in spaces."""
        after = _Claimed(self.sight, route)
        found = []
        for ticket in self.helped[route]:
            before, then = self.land.missing(ticket), after.missing(ticket)
            if before is not None and then is not None:
                a, b = (self.board.cities[end].name for end in ticket.ends)
                left = str(then.spaces) if then.spaces else _("done")
                found.append(Comparison(_("%(a)s – %(b)s") % {"a": a, "b": b}, str(before.spaces), left))
        return found


class _Claimed(Land):
    """The board as it is once a route is the viewer's."""

    def __init__(self, sight: Sight, route: Route) -> None:
        super().__init__(sight)
        own: Routes = self.at.own | 1 << route
        trains = self.at.trains - self.board.routes[route].length
        self.__dict__["at"] = self.at._replace(own=own, trains=trains)


def slots(fact: RouteFact) -> list[str]:
    """The kinds of a route's spaces."""
    kind = "gray" if fact.color == GRAY else KINDS[fact.color]
    return ["wheel"] * fact.ferry_locomotives + [kind] * (fact.length - fact.ferry_locomotives)


def _dearness(move: ClaimRoute, held: Mapping[str, int]) -> tuple[int, int, int]:
    """Fewest locomotives first, then the color of which most are held."""
    return move.locomotives, -held.get(KINDS[move.color], 0), move.color


def _key(move: ClaimRoute) -> str:
    return f"{KINDS[move.color]}-{move.locomotives}"
