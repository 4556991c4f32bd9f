"""What routes take where any few cards stand for one (N5, N7): payments tested, divided, and counted without a list.

`payable` finds the few routes that a hand pays for, by tables made once for each board; `count_payments` says in how
many ways it does. `list_boxes` returns the payments themselves as boxes of bags (`engine.parts.bags`), and `divide`
says which cards of a payment stand for others.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import sub
from typing import Final, NamedTuple, Protocol

from engine.boards import GRAY, Board, Route, RouteFact, Routes
from engine.cards import COLORS, KINDS, LOCOMOTIVE, ONE, Bag, Card, counts
from engine.parts.bags import COEFFICIENT, OF_ONE_KIND, WIDTH, Box, Ways, count_colored_ways, count_ways, shift, ways_at
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


class Shares(dict[tuple[int, int], Ways]):
    """The ways to pay from so many cards of a color and locomotives, divided by the ways to take cards of that color.

    Multiplied by the ways to take cards of all colors, they are the ways to take cards with which the color pays. The
    quotients are power series, up to the number of cards paid.
    """

    __slots__ = ("_paid", "_price")

    def __init__(self, price: Price, paid: int) -> None:
        super().__init__()
        self._price, self._paid = price, paid

    def __missing__(self, in_hand: tuple[int, int]) -> Ways:
        (have, wild), (_, need, fewest, most) = in_hand, self._price
        taken = ((cards, some) for some in range(fewest, wild + 1) for cards in range(have + 1))
        paying = sum(shift(cards + some) for cards, some in taken if cards + min(some, most) >= need)
        beyond = shift(self._paid + 1)
        self[in_hand] = share = paying * pow(OF_ONE_KIND[have], -1, beyond) % beyond
        return share


class PaymentForm(NamedTuple):
    """A form of paying for a route: so many cards in all, of which some pay this price, and the others stand for more.

    `colors` are those that pay; `terms` are the route's own. `shares` says in how many ways one color pays.
    """

    route: Route
    terms: Tariff
    paid: int
    price: Price
    colors: Sequence[Card]
    shares: Shares


def forms_of(route: Route, terms: Tariff) -> list[PaymentForm]:
    """Return the forms in which others stand for one card of a route, for two, and so on."""
    forms = []
    for replaced in range(1, terms.substitution.most + 1):
        paid, price = terms.price.cards + (terms.substitution.each - 1) * replaced, terms.after(replaced)
        forms.append(PaymentForm(route, terms, paid, price, terms.colors(), Shares(price, paid)))
    return forms


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


def count_payments(forms: Iterable[PaymentForm], in_hand: bytes) -> list[int]:
    """Return how many payments of each form a hand allows (N5, N7).

    Of any color, all payments are counted but those in which no color has enough.
    """
    colored, wild = count_colored_ways(in_hand), in_hand[LOCOMOTIVE]
    numbers = []
    for _, _, paid, price, _, shares in forms:
        if price.color == GRAY:
            number = colored * _wild_ways(price.fewest, wild) >> WIDTH * paid & COEFFICIENT
            if price.cards:
                number -= _count_short(price, paid, wild, in_hand[:LOCOMOTIVE])
        else:
            number = colored * shares[in_hand[price.color], wild] >> WIDTH * paid & COEFFICIENT
        numbers.append(number)
    return numbers


@cache
def _wild_ways(fewest: int, wild: int) -> Ways:
    """Return the ways to take locomotives, from the fewest to all."""
    return sum(map(shift, range(fewest, wild + 1)))


def _count_short(price: Price, paid: int, wild: int, colored: bytes) -> int:
    """Return how many bags of so many cards have the fewest locomotives, but not enough of any color."""
    return _count_below(price, paid, wild, bytes(sorted(colored.translate(_BELOW[price.cards]))))


@lru_cache(maxsize=4096)
def _count_below(price: Price, paid: int, wild: int, capped: bytes) -> int:
    """Return it by the counts of the colors in order, of which there are few."""
    missing = ((some, price.cards - min(some, price.most)) for some in range(price.fewest, wild + 1))
    return sum(ways_at(count_ways(capped.translate(_BELOW[least])), paid - some) for some, least in missing if least)


_BELOW: Final = tuple(bytes(min(count, max(0, least - 1)) for count in range(256)) for least in range(256))
"""For each number of cards, the most of each count that is below it."""


@dataclass(frozen=True, slots=True, eq=False)
class Payable:
    """The forms in which routes are paid for with substitutes, and which of them a hand allows.

    A set of forms is a number with as many layers of bits as cards may be replaced, and in each a bit for every route;
    so a set of routes times `layers` is the set of their forms. `forms`: by bit. `capped`: the most cards of a kind
    that matter. `by_cards`: the forms whose price these can pay, by locomotives, color, and cards of it. `by_size`:
    those for which a number of cards in all suffices; `by_trains`: a number of trains.
    """

    forms: Mapping[int, PaymentForm]
    layers: int
    capped: bytes
    by_cards: Sequence[Sequence[Sequence[int]]]
    by_size: Sequence[int]
    by_trains: Sequence[int]

    def among(self, routes: Routes, in_hand: bytes, trains: int) -> list[PaymentForm]:
        """Return the forms in which this hand, with so many trains, can pay for one of these routes, by route."""
        payable = routes * self.layers & self.by_trains[trains] & self.by_size[sum(in_hand)]
        if not payable:
            return []
        a, b, c, d, e, f, g, h, wild = in_hand.translate(self.capped)
        of_a, of_b, of_c, of_d, of_e, of_f, of_g, of_h = self.by_cards[wild]  # a loop takes twice as long
        payable &= of_a[a] | of_b[b] | of_c[c] | of_d[d] | of_e[e] | of_f[f] | of_g[g] | of_h[h]
        forms, found = self.forms, []
        while payable:  # from the last to the first, which is the fastest to find
            last = payable.bit_length() - 1
            found.append(forms[last])
            payable ^= 1 << last
        found.sort()
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
    size = len(rules.board.routes)
    by_route = [forms_of(route, terms_of(rules, substituting, route)) for route in map(Route, range(size))]
    forms = {form.route + size * layer: form for some in by_route for layer, form in enumerate(some)}
    most = range(1 + max((form.price.cards for form in forms.values()), default=0))

    def those(suffices: Callable[[PaymentForm], bool]) -> int:
        return sum(suffices(form) << bit for bit, form in forms.items())

    def with_cards(color: Card, count: int, wild: int) -> int:
        return those(lambda form: color in form.colors and _suffice(form.price, count, wild))

    def with_hand(total: int) -> int:
        return those(lambda form: form.paid <= total)

    def with_trains(trains: int) -> int:
        return those(lambda form: rules.board.routes[form.route].length <= trains)

    return Payable(
        forms=forms,
        layers=sum(1 << size * layer for layer in range(max(map(len, by_route)))),
        capped=bytes(min(count, most[-1]) for count in range(256)),
        by_cards=[[[with_cards(color, count, wild) for count in most] for color in COLORS] for wild in most],
        by_size=[*map(with_hand, range(256))],
        by_trains=[*map(with_trains, range(256))],
    )


def _suffice(price: Price, count: int, wild: int) -> bool:
    """Check whether so many cards of a color, and so many locomotives, pay this price."""
    return max(price.fewest, price.cards - count) <= min(price.most, wild)
