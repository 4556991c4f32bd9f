"""What routes take where any few cards stand for one (N5, N7): payments tested, divided, and counted without a list.

`payable` finds the few routes that a hand pays for, by tables made once for each board; `count_payments` says in how
many ways it does. `list_boxes` returns the payments themselves as boxes of bags (`engine.parts.bags`), and `divide`
says which cards of a payment stand for others.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from operator import getitem, or_, sub
from typing import Final, NamedTuple, Protocol

from engine.boards import GRAY, Board, Route, RouteFact, Routes
from engine.cards import COLORS, KINDS, LOCOMOTIVE, ONE, Bag, Card, counts
from engine.parts.bags import OF_ONE_KIND, Box, Ways, count_ways, shift, ways_at
from engine.prices import Price


class Substitution(NamedTuple):
    """Any `each` cards stand for one of those that a route takes, for at most `most` of these, by this rule."""

    each: int
    most: int
    rule: str


NONE: Final = Substitution(0, 0, "")
Substituting = Callable[[RouteFact], Substitution]


class Division(NamedTuple):
    """A payment divided: cards of a color, locomotives, and those that stand for others."""

    color: Card
    cards: int
    locomotives: int
    substitutes: Bag


class Tariff(NamedTuple):
    """What a route takes, and what may stand for it."""

    price: Price
    substitution: Substitution

    def after(self, replaced: int) -> Price:
        """Return the price of the cards that are left when so many are replaced."""
        color, cards, fewest, most = self.price
        remaining = cards - replaced
        return Price(color, remaining, max(0, fewest - replaced), min(most, remaining))

    def replaced(self, paid: int) -> int:
        """Return for how many of the route's cards others stand if it is paid with so many; 0 if that cannot be."""
        each, most, _ = self.substitution
        replaced, rest = divmod(paid - self.price.cards, each - 1) if each > 1 else (0, 0)
        return replaced if not rest and 0 < replaced <= most else 0

    def colors(self) -> Sequence[Card]:
        """Return the colors that pay for it."""
        return COLORS if self.price.color == GRAY else (Card(self.price.color),)


@lru_cache
def divide(terms: Tariff, paid: Bag) -> Division | None:
    """Return how this payment can be divided, with the most cards of a color; None if it cannot (N5, N7).

    Locomotives are only played for a color where it runs short. The result is cached, because a move is checked and
    then played.
    """
    in_hand = counts(paid)
    replaced = terms.replaced(sum(in_hand))
    if not replaced:
        return None
    _, cards, fewest, most = terms.after(replaced)
    color = max(terms.colors(), key=in_hand.__getitem__)
    locomotives = max(fewest, cards - in_hand[color])
    if locomotives > most or locomotives > in_hand[LOCOMOTIVE]:
        return None
    colored = cards - locomotives
    used = colored * ONE[color] + locomotives * ONE[LOCOMOTIVE]
    return Division(color if colored else LOCOMOTIVE, colored, locomotives, paid - used)


class PaymentForm(NamedTuple):
    """A form of paying for a route: so many cards in all, of which some pay this price, and the others stand for more.

    `colors` are those that pay; `terms` are the route's own.
    """

    route: Route
    terms: Tariff
    paid: int
    price: Price
    colors: Sequence[Card]


def forms_of(route: Route, terms: Tariff) -> list[PaymentForm]:
    """Return the forms in which others stand for one card of a route, for two, and so on."""
    return [
        PaymentForm(
            route, terms, terms.price.cards + (terms.substitution.each - 1) * some, terms.after(some), terms.colors()
        )
        for some in range(1, terms.substitution.most + 1)
    ]


def list_boxes(form: PaymentForm, in_hand: Sequence[int]) -> Iterator[Box]:
    """Yield all payments of this form that a hand allows, as boxes that do not overlap (N5, N7).

    The locomotives count for as much as the price lets them, and the rest is of a color: of the first that has enough.
    """
    price, wild_in_hand = form.price, in_hand[LOCOMOTIVE]
    for wild in range(price.fewest, min(price.most, wild_in_hand) + 1):
        colored, most = price.cards - wild, [*in_hand]
        most[LOCOMOTIVE] = wild if wild < price.most else wild_in_hand
        for color in form.colors if colored else COLORS[:1]:
            if most[color] >= colored:
                least = [0] * len(KINDS)
                least[LOCOMOTIVE], least[color] = wild, colored
                yield Box(tuple(least), tuple(map(sub, most, least)), form.paid - price.cards)
                most[color] = colored - 1


def count_payments(form: PaymentForm, in_hand: bytes, colored: Ways) -> int:
    """Return how many payments of this form a hand allows (N5, N7). `colored`: the ways to take its colored cards.

    Of one color, what pays is taken together with the locomotives, and multiplied by the ways to take the others. Of
    any color, all payments are counted but those in which no color has enough.
    """
    _, _, paid, price, colors = form
    wild = in_hand[LOCOMOTIVE]
    if len(colors) > 1:
        capped = in_hand[:LOCOMOTIVE].translate(_BELOW[price.cards])
        return ways_at(colored * _wild_ways(price.fewest, wild), paid) - _count_short(price, paid, wild, capped)
    have = in_hand[colors[0]]
    return ways_at(colored // OF_ONE_KIND[have] * _paying_ways(price, have, wild), paid)


@cache
def _paying_ways(price: Price, have: int, wild: int) -> Ways:
    """Return the ways to take at most so many cards of a color and locomotives that contain what the price asks."""
    taken = ((cards, some) for some in range(price.fewest, wild + 1) for cards in range(have + 1))
    return sum(shift(cards + some) for cards, some in taken if cards + min(some, price.most) >= price.cards)


@cache
def _wild_ways(fewest: int, wild: int) -> Ways:
    """Return the ways to take locomotives, from the fewest to all."""
    return sum(map(shift, range(fewest, wild + 1)))


@lru_cache(maxsize=4096)
def _count_short(price: Price, paid: int, wild: int, capped: bytes) -> int:
    """Return how many bags of so many cards have the fewest locomotives, but not enough of any color."""
    missing = ((some, price.cards - min(some, price.most)) for some in range(price.fewest, wild + 1))
    return sum(ways_at(count_ways(capped.translate(_BELOW[least])), paid - some) for some, least in missing if least)


_BELOW: Final = tuple(bytes(min(count, max(0, least - 1)) for count in range(256)) for least in range(256))
"""For each number of cards, the most of each count that is below it."""


@dataclass(frozen=True, slots=True, eq=False)
class Payable:
    """The forms in which routes are paid for with substitutes, and which of them a hand allows, as sets of indexes.

    `forms` are in the order of the board. `capped`: the most cards of a kind that matter. `by_cards`: the forms whose
    price these can pay, by locomotives, color, and cards of it. `by_size`: those for which a number of cards in all
    suffices; `by_trains`: a number of trains.
    """

    forms: Sequence[PaymentForm]
    capped: bytes
    by_cards: Sequence[Sequence[Sequence[int]]]
    by_size: Sequence[int]
    by_trains: Sequence[int]

    def among(self, routes: Routes, hand: Bag, trains: int) -> list[PaymentForm]:
        """Return the forms in which this hand, with so many trains, can pay for one of these routes."""
        in_hand = counts(hand)
        payable = self.by_size[sum(in_hand)] & self.by_trains[trains]
        if not payable:
            return []
        capped = in_hand.translate(self.capped)
        payable &= reduce(or_, map(getitem, self.by_cards[capped[LOCOMOTIVE]], capped))
        forms, found = self.forms, []
        while payable:  # from the last to the first, which is the fastest to find
            last = payable.bit_length() - 1
            form = forms[last]
            if routes >> form.route & 1:
                found.append(form)
            payable ^= 1 << last
        found.reverse()
        return found


class Priced(Protocol):
    """A ruleset's board and prices."""

    @property
    def board(self) -> Board: ...
    @property
    def price(self) -> Callable[[RouteFact], Price]: ...
    def __hash__(self) -> int: ...


@cache
def terms_of(rules: Priced, substituting: Substituting, route: Route) -> Tariff:
    """Return what a route takes, and what may stand for it."""
    fact = rules.board.routes[route]
    return Tariff(rules.price(fact), substituting(fact))


@cache
def payable(rules: Priced, substituting: Substituting) -> Payable:
    """Return the forms in which a ruleset's routes are paid for with substitutes, in tables made once."""
    routes = map(Route, range(len(rules.board.routes)))
    forms = [form for route in routes for form in forms_of(route, terms_of(rules, substituting, route))]
    most = range(1 + max((form.price.cards for form in forms), default=0))

    def those(suffices: Callable[[PaymentForm], bool]) -> int:
        return sum(suffices(form) << index for index, form in enumerate(forms))

    def with_cards(color: Card, count: int, wild: int) -> int:
        return those(lambda form: color in form.colors and _suffice(form.price, count, wild))

    def with_hand(total: int) -> int:
        return those(lambda form: form.paid <= total)

    def with_trains(trains: int) -> int:
        return those(lambda form: rules.board.routes[form.route].length <= trains)

    return Payable(
        forms=forms,
        capped=bytes(min(count, most[-1]) for count in range(256)),
        by_cards=[[[with_cards(color, count, wild) for count in most] for color in COLORS] for wild in most],
        by_size=[*map(with_hand, range(256))],
        by_trains=[*map(with_trains, range(256))],
    )


def _suffice(price: Price, count: int, wild: int) -> bool:
    """Check whether so many cards of a color, and so many locomotives, pay this price."""
    return max(price.fewest, price.cards - count) <= min(price.most, wild)
