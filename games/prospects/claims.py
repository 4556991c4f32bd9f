"""Routes to claim: which bring a ticket nearer, how each can be paid for, and what follows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.boards import GRAY, Route, RouteFact, TicketFact
from engine.cards import KINDS
from engine.parts.claims import ClaimRoute
from games.prospects import cards, gains, helping
from games.prospects.viewpoint import Viewpoint, hand, you
from games.prospects.ways import Land
from games.words.vocabulary import attributes

FEW: Final = 3
"""How many routes are named if none brings a ticket nearer."""
MOST: Final = 5
"""How many are lit at most: to light all is to light none."""


@dataclass(frozen=True)
class RouteRow:
    """A route that can be paid for. `spaces` are the kinds of its slots, "gray" for any color; `price` are the cards
    that pay for it; `helps` are the numbers of the tickets that it brings nearer."""

    slug: str
    name: str
    price: str
    reason: str
    points: int
    spaces: Sequence[str]
    helps: Sequence[int]


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

    def __init__(self, seen: Viewpoint, land: Land) -> None:
        self.seen, self.land, self.board = seen, land, seen.rules.board
        self.by_route: defaultdict[Route, list[ClaimRoute]] = defaultdict(list)
        for move in seen.options:
            if isinstance(move, ClaimRoute):
                self.by_route[move.route].append(move)

    @cached_property
    def open_tickets(self) -> list[TicketFact]:
        """The viewer's tickets that can still be completed and are not."""
        held = you(self.seen).get("tickets", ())
        facts = [self.board.tickets[self.board.ticket_of[one["number"]]] for one in held if not one["completed"]]
        return [fact for fact in facts if self.land.missing(fact) is not None]

    @cached_property
    def helped(self) -> Mapping[Route, list[TicketFact]]:
        """For each route the tickets that it brings nearer: it is on one of their shortest ways, or completes them."""
        far = [(ticket, self.land.far(ticket)) for ticket in self.open_tickets]
        return {route: [ticket for ticket, now in far if self._helps(route, ticket, now)] for route in self.by_route}

    def _helps(self, route: Route, ticket: TicketFact, now: int) -> bool:
        after = self.land.after(ticket, route)
        return after == now - self.board.routes[route].length or now > after == 0

    @property
    def best(self) -> Route | None:
        """The most useful route; None where nothing is."""
        return next((self.board.route_of[row.slug] for row in self.useful), None)

    def completed(self, route: Route) -> list[TicketFact]:
        """Of these tickets those that lack nothing else."""
        return [ticket for ticket in self.helped[route] if not self.land.after(ticket, route)]

    @cached_property
    def useful(self) -> list[RouteRow]:
        """Routes that bring a ticket nearer: first those that complete one, then the one for most tickets.

        Where there is no ticket to bring nearer, those that score most.
        """
        good = [route for route, tickets in self.helped.items() if tickets]
        if good:
            return self._rows(self._unlike(sorted(good, key=self._worth))[:MOST])
        return [] if self.open_tickets else self._rows(self._unlike(sorted(self.by_route, key=self._worth))[:FEW])

    @property
    def unhelpful(self) -> str:
        """That no claim brings a ticket nearer, in a sentence; "" where one does."""
        if self.useful:
            return ""
        if self.by_route:
            return _("No route you can claim helps a ticket.")
        return _("You can’t claim any route now.")

    @property
    def every(self) -> list[RouteRow]:
        """All routes that can be paid for, by name."""
        return self._rows(sorted(self.by_route, key=lambda route: self.board.routes[route].slug))

    @property
    def slugs(self) -> list[str]:
        """The same routes, without a word about them: there may be fifty."""
        return [self.board.routes[route].slug for route in self.by_route]

    def _worth(self, route: Route) -> tuple[int, int, int, int, int]:
        tickets = self.helped[route]
        own = gains.points_gained(self.seen, route)[self.seen.seat or 0]
        done = sum(ticket.points for ticket in self.completed(route))
        return -done, -len(tickets), -sum(ticket.points for ticket in tickets), -own, route

    def _unlike(self, routes: Iterable[Route]) -> list[Route]:
        """Of tracks side by side those that take fewest locomotives; of these the first that costs the same."""
        found: dict[object, Route] = {}
        for route in routes:
            fact = self.board.routes[route]
            if self._locomotives(route) == min(map(self._locomotives, self._beside(fact))):
                found.setdefault((frozenset(fact.ends), *slots(fact)), route)
        return list(found.values())

    def _beside(self, fact: RouteFact) -> Iterable[Route]:
        """The tracks between the same cities that can be claimed, too."""
        ends = frozenset(fact.ends)
        return (route for route in self.by_route if frozenset(self.board.routes[route].ends) == ends)

    def _locomotives(self, route: Route) -> int:
        """As few as will do."""
        return min(move.locomotives for move in self.by_route[route])

    def _rows(self, routes: Iterable[Route]) -> list[RouteRow]:
        return [self.row(route) for route in routes]

    def row(self, route: Route) -> RouteRow:
        """A route as the list shows it."""
        fact = self.board.routes[route]
        points = gains.points_gained(self.seen, route)[self.seen.seat or 0]
        price = cards.describe(self._spent(self._suggested(route)))
        helps = [ticket.number for ticket in self.helped[route]]
        return RouteRow(fact.slug, self.name(fact), price, self._reason(route, price), points, slots(fact), helps)

    def name(self, fact: RouteFact) -> str:
        """Its cities."""
        return _(" – ").join(self.board.cities[end].name for end in fact.ends)

    def _reason(self, route: Route, price: str) -> str:
        """What it would be paid with, what is special about it, who else scores, and which tickets it helps."""
        told = (price, *attributes(self.board.routes[route]), self._others(route), self._purpose(route))
        return _(" · ").join(filter(None, told))

    def price(self, slug: str) -> Mapping[str, int]:
        """The cards that pay for a route as is suggested, by kind."""
        return self._spent(self._suggested(self.board.route_of[slug]))

    def suggested(self, slug: str) -> str:
        """The move that claims a route and pays as is suggested, in notation."""
        return engine.notation.write(self.seen.rules, self._suggested(self.board.route_of[slug]))

    def _suggested(self, route: Route) -> ClaimRoute:
        held = hand(self.seen)
        return min(self.by_route[route], key=lambda move: _dearness(move, held))

    def _spent(self, move: ClaimRoute) -> Mapping[str, int]:
        length = self.board.routes[move.route].length
        return cards.paid(KINDS[move.color], length - move.locomotives, move.locomotives)

    def _purpose(self, route: Route) -> str:
        """Which ticket it completes, or which ones it brings nearer, and by how many spaces."""
        done = self.completed(route)
        if done:
            return _("completes %(ticket)s") % {"ticket": helping.ticket_label(self.seen, done[0])}
        spaces = self.board.routes[route].length
        return helping.nearer(self.seen, self.helped[route], len(self.open_tickets), spaces)

    def claim(self, slug: str, pay: str) -> ChosenRoute | None:
        """The route that was chosen, paid as was chosen or else as suggested; None where it cannot be claimed."""
        route = self.board.route_of.get(slug)
        if route is None or route not in self.by_route:
            return None
        held = hand(self.seen)
        ways = sorted(self.by_route[route], key=lambda move: _dearness(move, held))
        keys = [_key(move) for move in ways]
        chosen = keys.index(pay) if pay in keys else 0
        payments = [self._payment(move, held, place == chosen) for place, move in enumerate(ways)]
        others = self._others(route)
        return ChosenRoute(self.row(route), payments, self._changes(route), self._tickets(route), others)

    def _payment(self, move: ClaimRoute, held: Mapping[str, int], chosen: bool) -> PaymentOffer:
        spent = self._spent(move)
        left = cards.without(held, spent)
        kinds = {*spent, cards.LOCO}
        keeps = cards.describe({kind: left.get(kind, 0) for kind in KINDS if kind in kinds})
        return PaymentOffer(
            move=engine.notation.write(self.seen.rules, move),
            key=_key(move),
            spent=cards.spread(spent),
            keeps=_("keeps %(cards)s") % {"cards": keeps} if keeps else "",
            button=_("Claim for %(cards)s") % {"cards": cards.describe(spent)},
            left=cards.chips(left),
            chosen=chosen,
        )

    def _changes(self, route: Route) -> list[Comparison]:
        own = self.seen.view["seats"][self.seen.seat or 0]
        points, length = gains.points_gained(self.seen, route)[self.seen.seat or 0], self.board.routes[route].length
        return [
            Comparison(_("Points"), str(own["points"]), str(own["points"] + points)),
            Comparison(_("Trains"), str(own["trains"]), str(own["trains"] - length)),
        ]

    def _others(self, route: Route) -> str:
        gained = gains.points_gained(self.seen, route)
        told = [
            ngettext("%(name)s gets %(n)d point", "%(name)s gets %(n)d points", points)
            % {"name": self.seen.name(seat), "n": points}
            for seat, points in sorted(gained.items())
            if seat != self.seen.seat and points
        ]
        return ", ".join(told)

    def _tickets(self, route: Route) -> list[Comparison]:
        """What is still missing of each ticket that changes, in spaces."""
        after = self.land.claimed(route)
        found = []
        for ticket in self.helped[route]:
            before, then = self.land.missing(ticket), after.missing(ticket)
            if before is not None and then is not None:
                left = str(then.spaces) if then.spaces else _("done")
                found.append(Comparison(helping.name(self.board, ticket), str(before.spaces), left))
        return found


def slots(fact: RouteFact) -> list[str]:
    """The kinds of a route's spaces."""
    kind = "gray" if fact.color == GRAY else KINDS[fact.color]
    return ["wheel"] * fact.ferry_locomotives + [kind] * (fact.length - fact.ferry_locomotives)


def _dearness(move: ClaimRoute, held: Mapping[str, int]) -> tuple[int, int, int]:
    """Fewest locomotives first, then the color of which most are held."""
    return move.locomotives, -held.get(KINDS[move.color], 0), move.color


def _key(move: ClaimRoute) -> str:
    return f"{KINDS[move.color]}-{move.locomotives}"
