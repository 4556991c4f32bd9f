"""Routes to claim: which bring a ticket nearer, how each can be paid for, and the consequences."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.boards import GRAY, Route, RouteFact, TicketFact
from engine.cards import KINDS
from engine.parts.substitutes import ClaimWith
from games.presentation.prospects import cards, gains, helped_tickets, payments
from games.presentation.prospects.payments import Claim
from games.presentation.prospects.viewpoint import Viewpoint, hand, held_tickets, open_goals
from games.presentation.prospects.ways import Land
from games.presentation.words.colors import card, counted, paid_with
from games.presentation.words.lists import listed
from games.presentation.words.vocabulary import risks, route_in_color, track_color, warnings

FEW: Final = 3
"""The number of routes to name if none brings a ticket nearer."""
MOST: Final = 5
"""The most routes to highlight, since highlighting all would highlight none."""
LONG: Final = 7
"""The points of a route that is worth claiming even if it helps no ticket."""


SUGGESTED: Final = 8
"""The most payments to offer, the cheapest first."""


@dataclass(frozen=True)
class RouteRow:
    """A route that can be paid for.

    `spaces` are the kinds of its slots, "gray" for any color; `price` are the cards that pay for it; `helps` are the
    numbers of the tickets that it brings nearer.
    """

    slug: str
    name: str
    price: str
    reason: str
    points: int
    spaces: Sequence[str]
    helps: Sequence[int]


@dataclass(frozen=True)
class PaymentOffer:
    """A way to pay: its move, the spent cards, the remaining cards of these kinds, and its button."""

    move: str
    key: str
    spent: Sequence[str]
    keeps: str
    button: str
    left: Sequence[cards.Chip]
    chosen: bool


@dataclass(frozen=True)
class Comparison:
    """A value before and after a claim, with its name."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class TrackBeside:
    """A parallel track that could have been meant instead: its color in words, and its spaces."""

    slug: str
    color: str
    spaces: Sequence[str]


@dataclass(frozen=True)
class ChosenRoute:
    """The chosen route: its cities and color, its payments, the suggested one first, and the consequences.

    `beside`: those parallel tracks that differ from it. `warnings`: what it may cost besides. `substitutes`: the hand,
    each kind with how many of it the chosen payment spends, if other cards may stand for what the route takes, which
    `standing_in` says. `refused`: cards were named that do not pay for it.
    """

    title: str
    beside: Sequence[TrackBeside]
    row: RouteRow
    payments: Sequence[PaymentOffer]
    changes: Sequence[Comparison]
    tickets: Sequence[Comparison]
    others: str
    warnings: Sequence[str]
    substitutes: Sequence[tuple[cards.Chip, int]] = ()
    standing_in: str = ""
    refused: bool = False

    @property
    def chosen(self) -> PaymentOffer:
        """Return the payment that the button is for."""
        return next(payment for payment in self.payments if payment.chosen)


class Claims:
    """The claims that the viewer can make now."""

    def __init__(self, viewpoint: Viewpoint, land: Land) -> None:
        self.viewpoint, self.land, self.board = viewpoint, land, viewpoint.rules.board
        self.by_route: defaultdict[Route, list[Claim]] = defaultdict(list)
        for move in viewpoint.options:
            if isinstance(move, Claim):
                self.by_route[move.route].append(move)

    @cached_property
    def open_tickets(self) -> list[TicketFact]:
        """Return the viewer's tickets that can still bring more; of several goals, each as a ticket of its own."""
        goals = (goal for ticket in held_tickets(self.viewpoint) for goal in open_goals(self.board, ticket))
        return [goal for goal in goals if self.land.missing(goal) is not None]

    @cached_property
    def helped(self) -> Mapping[Route, list[TicketFact]]:
        """Return the tickets that each route brings nearer: those it completes, or on whose shortest ways it is."""
        far = [(ticket, self.land.far(ticket)) for ticket in self.open_tickets]
        return {route: [ticket for ticket, now in far if self._helps(route, ticket, now)] for route in self.by_route}

    @property
    def is_last_turn(self) -> bool:
        """Check whether the viewer's next turn is the last one."""
        return self.viewpoint.view["turns_left"] is not None

    def _is_nearer(self, before: int, then: int) -> bool:
        """Check whether a ticket gains by lacking `then` spaces, not `before`; in the last turn, only if by none."""
        return before > then == 0 if self.is_last_turn else before > then

    def _helps(self, route: Route, ticket: TicketFact, now: int) -> bool:
        after = self.land.after(ticket, route)
        if self.is_last_turn:
            return now > after == 0
        return after == now - self.board.routes[route].length or now > after == 0

    def completed(self, route: Route) -> list[TicketFact]:
        """Return the tickets that claiming this route would complete."""
        return [ticket for ticket in self.helped[route] if not self.land.after(ticket, route)]

    @cached_property
    def useful(self) -> list[RouteRow]:
        """Return routes that bring a ticket nearer: first those that complete one, then the one for most tickets.

        If no ticket can be brought nearer, or in the last turn, return those that score most.
        """
        if self.is_last_turn:
            scoring = [route for route in self.by_route if self._worth_at_the_end(route)[0]]
            return self._rows(self._unlike(sorted(scoring, key=self._worth_at_the_end))[:FEW])
        good = [route for route, tickets in self.helped.items() if tickets]
        if good:
            return self._rows(self._unlike(sorted(good, key=self._worth))[:MOST])
        return [] if self.open_tickets else self._rows(self._unlike(sorted(self.by_route, key=self._worth))[:FEW])

    @property
    def unhelpful(self) -> str:
        """Return that no claim brings a ticket nearer; "" if one does."""
        if self.useful:
            return ""
        if self.by_route:
            return _("No route you can claim helps a ticket.")
        return _("You can’t claim any route now.")

    @property
    def every(self) -> list[RouteRow]:
        """Return all routes that can be paid for, by name; of parallel tracks that look the same, one."""
        return self._rows(sorted(self.distinct, key=lambda route: self.board.routes[route].slug))

    @cached_property
    def distinct(self) -> list[Route]:
        """Return a route of each look: which of two equal tracks is claimed makes no difference to anybody."""
        return list({self._look(route): route for route in sorted(self.by_route, reverse=True)}.values())

    def _look(self, route: Route) -> tuple[object, ...]:
        fact = self.board.routes[route]
        return frozenset(fact.ends), *slots(fact)

    @property
    def slugs(self) -> list[str]:
        """Return the slugs of all routes that can be paid for, without building rows: there may be fifty."""
        return [self.board.routes[route].slug for route in self.by_route]

    def _worth(self, route: Route) -> tuple[int, int, int, int, int, int]:
        tickets = self.helped[route]
        own = gains.points_gained(self.viewpoint, route)[self.viewpoint.seat or 0]
        completed_points, points = (sum(_best_by_number(group).values()) for group in (self.completed(route), tickets))
        return -completed_points, -len(_best_by_number(tickets)), -points, -self._count_ways(route), -own, route

    def _count_ways(self, route: Route) -> int:
        """Return on how many tickets' ways, as the viewer is shown them, the route lies."""
        ways = [self.land.missing(ticket) for ticket in self.helped[route]]
        return sum(way is not None and bool(way.routes >> route & 1) for way in ways)

    def _worth_at_the_end(self, route: Route) -> tuple[int, int]:
        own = gains.points_gained(self.viewpoint, route)[self.viewpoint.seat or 0]
        return -own - 2 * sum(_best_by_number(self.completed(route)).values()), route

    def find_long_route(self, needed: Collection[str]) -> RouteRow | None:
        """Return the route that scores most without spending locomotives or cards of these kinds, if it is long."""
        dear = {cards.LOCO, *needed}
        rows = [self.row(route) for route in self.distinct if dear.isdisjoint(self._spent(self._suggested(route)))]
        return max((row for row in rows if row.points >= LONG), key=lambda row: row.points, default=None)

    def _unlike(self, routes: Iterable[Route]) -> list[Route]:
        """Return, of parallel tracks, those that take the fewest locomotives, and of these one per price."""
        best: dict[object, Route] = {}
        for route in routes:
            fact = self.board.routes[route]
            if self._locomotives(route) == min(map(self._locomotives, self._beside(fact))):
                best.setdefault(self._look(route), route)
        return list(best.values())

    def _beside(self, fact: RouteFact) -> Iterable[Route]:
        """Return the tracks between the same cities that can be claimed."""
        ends = frozenset(fact.ends)
        return (route for route in self.by_route if frozenset(self.board.routes[route].ends) == ends)

    def _locomotives(self, route: Route) -> int:
        """Return the fewest locomotives with which the route can be claimed."""
        return min(self._spent(move).get(cards.LOCO, 0) for move in self.by_route[route])

    def _rows(self, routes: Iterable[Route]) -> list[RouteRow]:
        return [self.row(route) for route in routes]

    def row(self, route: Route) -> RouteRow:
        """Return a route as a row of the list."""
        fact = self.board.routes[route]
        points = gains.points_gained(self.viewpoint, route)[self.viewpoint.seat or 0]
        price = counted(payments.order(self._spent(self._suggested(route))))
        helps = list(_best_by_number(self.helped[route]))
        return RouteRow(fact.slug, self.name(fact), price, self._reason(route, price), points, slots(fact), helps)

    def name(self, fact: RouteFact) -> str:
        """Name a route by its cities."""
        return _(" – ").join(self.board.cities[end].name for end in fact.ends)

    def _reason(self, route: Route, price: str) -> str:
        """Return a route's price, attributes, other seats that score, and the tickets it helps."""
        parts = (price, *risks(self.board.routes[route]), self._others(route), self._purpose(route))
        return _(" · ").join(filter(None, parts))

    def price(self, slug: str) -> Mapping[str, int]:
        """Return the cards of the suggested payment for a route, by kind."""
        return self._spent(self._suggested(self.board.route_of[slug]))

    def suggested(self, slug: str) -> str:
        """Return the move that claims a route with the suggested payment, in notation."""
        return engine.notation.write(self.viewpoint.rules, self._suggested(self.board.route_of[slug]))

    def _suggested(self, route: Route) -> Claim:
        return self._sort_payments(route)[0]

    @cached_property
    def _needed(self) -> Mapping[str, int]:
        return payments.count_needed(self.land, [] if self.is_last_turn else self.open_tickets)

    def _sort_payments(self, route: Route) -> list[Claim]:
        """Return the ways to pay for a route, the one to suggest first."""
        own_hand = hand(self.viewpoint)
        moves = self.by_route[route]
        return sorted(moves, key=lambda move: payments.dearness(self._spent(move), own_hand, self._needed))

    def _spent(self, move: Claim) -> Mapping[str, int]:
        if isinstance(move, ClaimWith):
            return Counter(KINDS[card] for card in move.cards)
        price = self.viewpoint.rules.price(self.board.routes[move.route])
        return cards.paid(KINDS[move.color], price.cards - move.locomotives, move.locomotives)

    def _purpose(self, route: Route) -> str:
        """Return which ticket a route completes, or which ones it brings nearer, and by how many spaces."""
        completed = self.completed(route)
        if completed:
            return _("completes %(ticket)s") % {"ticket": helped_tickets.ticket_label(self.viewpoint, completed[0])}
        spaces = self.board.routes[route].length
        every = len(_best_by_number(self.open_tickets))
        return helped_tickets.nearer(self.viewpoint, self.helped[route], every, spaces)

    def claim(self, slug: str, pay: str) -> ChosenRoute | None:
        """Return the chosen route with the chosen payment, or else the suggested one; None if it cannot be claimed."""
        route = self.board.route_of.get(slug)
        if route is None or route not in self.by_route:
            return None
        own_hand = hand(self.viewpoint)
        ways = self._sort_payments(route)
        if pay not in map(self._key, ways):
            ways = [*payments.read_own(self.viewpoint, slug, pay), *ways]
        keys = [self._key(move) for move in ways]
        chosen = keys.index(pay) if pay in keys else 0
        best = ways[: max(SUGGESTED, chosen + 1)]
        offers = [self._payment(move, own_hand, index == chosen) for index, move in enumerate(best)]
        return ChosenRoute(
            title=route_in_color(slug, self.board),
            beside=self._list_beside(route),
            row=self.row(route),
            payments=offers,
            changes=self._changes(route),
            tickets=[change for _ticket, change in self.compare(route)],
            others=self._others(route),
            warnings=warnings(self.board.routes[route]),
            substitutes=payments.spread_over_hand(self.viewpoint, ways, self._spent(ways[chosen])),
            standing_in=payments.explain_substitutes(self.viewpoint.rules, self.board.routes[route]),
            refused=bool(pay) and pay not in keys,
        )

    def _list_beside(self, route: Route) -> list[TrackBeside]:
        """Return the parallel tracks that can be claimed and look different, one of each look."""
        chosen = self.board.routes[route]
        facts = [self.board.routes[other] for other in self._beside(chosen)]
        by_look = {tuple(slots(fact)): fact for fact in facts if slots(fact) != slots(chosen)}
        return [TrackBeside(fact.slug, track_color(fact), look) for look, fact in by_look.items()]

    def _payment(self, move: Claim, own_hand: Mapping[str, int], chosen: bool) -> PaymentOffer:
        spent = payments.order(self._spent(move))
        rest = cards.without(own_hand, spent)
        keeps = counted({kind: rest.get(kind, 0) for kind in KINDS if kind in {*spent, cards.LOCO}})
        return PaymentOffer(
            move=engine.notation.write(self.viewpoint.rules, move),
            key=self._key(move),
            spent=cards.spread(spent),
            keeps=_("keeps %(cards)s") % {"cards": keeps} if keeps else "",
            button=_("Claim for %(cards)s") % {"cards": paid_with(spent)},
            left=cards.chips(rest),
            chosen=chosen,
        )

    def _key(self, move: Claim) -> str:
        return payments.key(self._spent(move))

    def _changes(self, route: Route) -> list[Comparison]:
        own = self.viewpoint.view["seats"][self.viewpoint.seat or 0]
        points, length = (
            gains.points_gained(self.viewpoint, route)[self.viewpoint.seat or 0],
            self.board.routes[route].length,
        )
        return [
            Comparison(_("Points"), str(own["points"]), str(own["points"] + points)),
            Comparison(_("Trains"), str(own["trains"]), str(own["trains"] - length)),
        ]

    def _others(self, route: Route) -> str:
        gained = gains.points_gained(self.viewpoint, route)
        sentences = [
            ngettext("%(name)s gets %(n)d point", "%(name)s gets %(n)d points", points)
            % {"name": self.viewpoint.name(seat), "n": points}
            for seat, points in sorted(gained.items())
            if seat != self.viewpoint.seat and points
        ]
        return listed(sentences)

    def compare(self, route: Route) -> Iterator[tuple[TicketFact, Comparison]]:
        """Compare what each ticket that a route helps at all lacks, even if the route cannot be claimed now."""
        after = self.land.claimed(route)
        for ticket in self.open_tickets:
            before, then = self.land.missing(ticket), after.missing(ticket)
            if before is not None and then is not None and self._is_nearer(before.spaces, then.spaces):
                spaces_left = str(then.spaces) if then.spaces else _("done")
                name = helped_tickets.name(self.board, ticket)
                yield ticket, Comparison(name, str(before.spaces), spaces_left)


def _best_by_number(goals: Iterable[TicketFact]) -> dict[int, int]:
    """Return the number of each ticket that has one of these goals, with the most that they score."""
    best: dict[int, int] = {}
    for goal in goals:
        best[goal.number] = max(goal.points, best.get(goal.number, 0))
    return best


def slots(fact: RouteFact) -> list[str]:
    """Return the kinds of a route's spaces."""
    kind = "gray" if fact.color == GRAY else KINDS[fact.color]
    return ["wheel"] * fact.ferry_locomotives + [kind] * (fact.length - fact.ferry_locomotives)


def spaces_in_words(kinds: Sequence[str]) -> str:
    """Return in words what `slots` returns, as in "4 spaces, purple" or "6 spaces, any color, 2 locomotives"."""
    color, locomotives = kinds[-1], kinds.count("wheel")
    parts = [ngettext("%(n)d space", "%(n)d spaces", len(kinds)) % {"n": len(kinds)}]
    if color != "wheel":
        parts.append(_("any color") if color == "gray" else card(color))
    if locomotives:
        parts.append(ngettext("%(n)d locomotive", "%(n)d locomotives", locomotives) % {"n": locomotives})
    return listed(parts)
