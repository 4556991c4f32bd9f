"""Substitutes: any few cards stand for one that a route asks for (N5, N7).

A ferry's symbols take a locomotive each or any three cards; on Lieksa–Murmansk any four cards stand for one of the
color. So a payment is a bag of cards, and may have millions of forms: it is tested, counted and drawn by lot, but never
listed. What stands for others lies aside until the route is claimed, and all is discarded in one step (B8).

claim lieksa-murmansk red 5 blue 9 loco 7     with so many cards, in any order
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from engine import notation
from engine.boards import Board, Route, RouteFact, Routes
from engine.cards import CARDS, COLORS, EMPTY, KINDS, LOCOMOTIVE, ONE, Bag, Card, bag_of, counts
from engine.chance import Chance
from engine.effects import Effect
from engine.errors import IllegalMove
from engine.model import Event, Feature, Move, MoveRule, Prompt, Ruleset, value
from engine.options import Unlisted
from engine.parts import bags, claims, tariffs
from engine.parts.claims import Refusal, RouteClaimed, Sequel
from engine.parts.tariffs import (
    NONE,
    PaymentForm,
    Substituting,
    Substitution,
    Tariff,
    count_payments,
    divide,
    list_boxes,
    terms_of,
)
from engine.parts.tunnels import CardsAside, TunnelPosition
from engine.parts.turns import TakeTurn
from engine.prices import Price

Own = TypeVar("Own", bound=TunnelPosition)


@value
class ClaimWith(Move):
    """Claim a route with these cards, of which some stand for others that it takes."""

    tag: ClassVar[str] = "claim_with"
    route: Route
    cards: tuple[Card, ...]

    @property
    def bag(self) -> Bag:
        """Return the cards as a bag. Raises ValueError for more than 255 of a kind."""
        return bag_of(map(self.cards.count, CARDS))

    @property
    def locomotives(self) -> int:
        """Return how many of the cards are locomotives."""
        return self.cards.count(LOCOMOTIVE)

    @property
    def color(self) -> Card:
        """Return the color of which it has most cards."""
        return max(CARDS, key=lambda card: (card != LOCOMOTIVE) * self.cards.count(card))


@value
class SubstitutesPlayed(Event):
    """A seat played these cards in place of others that a route takes; they are discarded with its payment (N5, N7)."""

    tag: ClassVar[str] = "substitutes_played"
    seat: int
    cards: tuple[Card, ...]


class ClaimsWith(Unlisted):
    """The claims with substitutes that a hand pays for, in these forms, by route."""

    __slots__ = ("_forms", "_in_hand", "_numbers", "_total")

    def __init__(self, in_hand: bytes, forms: Sequence[PaymentForm]) -> None:
        self._in_hand, self._forms = in_hand, forms
        self._numbers = count_payments(forms, in_hand)
        self._total = sum(self._numbers)

    def __len__(self) -> int:
        return self._total

    def __getitem__(self, index: int) -> Move:  # type: ignore[override]
        """Return the move at this index. Raises IndexError beyond the last."""
        index = range(self._total)[index] if index < 0 else index
        for form, number in zip(self._forms, self._numbers, strict=True):
            if index < number:
                return _make(form.route, bags.pick_among(list_boxes(form, self._in_hand), index))
            index -= number
        raise IndexError(index)

    def __iter__(self) -> Iterator[Move]:
        boxes = ((form.route, box) for form in self._forms for box in list_boxes(form, self._in_hand))
        return (_make(route, counted) for route, box in boxes for counted in bags.every(box))

    @property
    def suggested(self) -> Sequence[Move]:
        """The sensible claims: the least valuable cards stand for others."""
        terms, hand = {form.route: form.terms for form in self._forms}, bag_of(self._in_hand)
        order = least_valuable(hand)
        return [ClaimWith(route, cards) for route in terms for cards in suggest(terms[route], hand, order)]


def _make(route: Route, counted: Sequence[int]) -> ClaimWith:
    return ClaimWith(route, _spread(counted))


def _spread(counted: Sequence[int]) -> tuple[Card, ...]:
    cards: tuple[Card, ...] = ()
    for card, count in zip(CARDS, counted, strict=True):
        if count:
            cards += (card,) * count
    return cards


def least_valuable(hand: Bag) -> list[Card]:
    """Return the kinds of card in the order in which to give them away: the rarest colors first, locomotives last."""
    in_hand = counts(hand)
    return [*sorted(COLORS, key=lambda color: in_hand[color]), LOCOMOTIVE]


def suggest(terms: Tariff, hand: Bag, order: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return the sensible payments with substitutes that a hand allows, those with the fewest cards first.

    For each color, and each number of cards replaced that saves locomotives, the substitutes are taken in this order.
    """
    payments: dict[tuple[Card, ...], None] = {}
    for replaced in range(1, terms.substitution.most + 1):
        price = terms.after(replaced)
        for color in terms.colors():
            payment = _suggest(price, terms.substitution.each * replaced, color, hand, order)
            needless = not price.most and counts(hand)[color] > price.cards
            if payment and not needless:
                payments[payment] = None
    return list(payments)


def _suggest(price: Price, others: int, color: Card, hand: Bag, order: Sequence[Card]) -> tuple[Card, ...]:
    """Return what this price takes of a color, and so many others in this order; nothing if the hand has too few."""
    rest = [*counts(hand)]
    locomotives = max(price.fewest, price.cards - rest[color])
    if locomotives > min(price.most, rest[LOCOMOTIVE]) or others + price.cards > sum(rest):
        return ()
    paid = [0] * len(KINDS)
    paid[color], paid[LOCOMOTIVE] = price.cards - locomotives, locomotives
    rest = [have - spent for have, spent in zip(rest, paid, strict=True)]
    for kind in order:
        spent = min(others, rest[kind])
        paid[kind] += spent
        others -= spent
    return _spread(paid)


@dataclass(frozen=True)
class SubstitutedClaim(Generic[Own]):
    """The events of a claim with substitutes: what is played in place of others, the claim, and what follows."""

    substituting: Substituting
    sequel: Sequence[Sequel[Own]]

    def __call__(self, state: Own, prompt: Prompt, move: ClaimWith, chance: Chance) -> Iterator[Event]:
        paid = divide(terms_of(state.rules, self.substituting, move.route), move.bag)
        assert paid is not None
        yield SubstitutesPlayed(prompt.seat, _spread(counts(paid.substitutes)))
        length = state.rules.board.routes[move.route].length
        yield RouteClaimed(prompt.seat, move.route, paid.color, paid.cards, paid.locomotives, length)
        for follow in self.sequel:
            yield from follow(state, prompt.seat, move.route)


def claim_rule(
    substituting: Substituting,
    where: Callable[[Own, int], Routes],
    refuse: Refusal[Own],
    sequel: Sequence[Sequel[Own]],
) -> MoveRule[Own, Prompt, ClaimWith]:
    """Return the rule for claiming with substitutes (N5, N7); the other arguments are those of `claims.claim_rule`."""

    def options(state: Own, prompt: Prompt) -> Sequence[Move]:
        seat = prompt.seat
        in_hand, trains = counts(state.cards.hands[seat]), state.network.trains[seat]
        forms = tariffs.payable(state.rules, substituting).among(where(state, seat), in_hand, trains)
        return ClaimsWith(in_hand, forms) if forms else ()

    def check(state: Own, prompt: Prompt, move: ClaimWith) -> None:
        refuse(state, prompt.seat, move.route)
        terms = terms_of(state.rules, substituting, move.route)
        claims.refuse_few_trains(state, prompt.seat, move.route)
        _refuse_cards(terms, counts(state.cards.hands[prompt.seat]), move)

    return MoveRule(ClaimWith, options, check, SubstitutedClaim(substituting, sequel))


def substitution(rules: Ruleset, fact: RouteFact) -> Substitution:
    """Return what stands for others on a route in this game."""
    rule = rules.answers[TakeTurn].get(ClaimWith)
    claim = rule.events if rule else None
    return claim.substituting(fact) if isinstance(claim, SubstitutedClaim) else NONE


def _refuse_cards(terms: Tariff, in_hand: bytes, move: ClaimWith) -> None:
    """Raise IllegalMove if these cards are not in the hand, or cannot be divided so that they pay for the route."""
    if not terms.substitution.most:
        raise IllegalMove("no_substitutes", rule="N5")
    paid = [*map(move.cards.count, CARDS)]
    for card, need, have in zip(CARDS, paid, in_hand, strict=True):
        if need > have:
            code = "not_enough_locomotives" if card == LOCOMOTIVE else "not_enough_cards"
            raise IllegalMove(code, rule=terms.substitution.rule, need=need, have=have)
    if divide(terms, bag_of(paid)) is None:
        raise _indivisible(terms, move)


def _indivisible(terms: Tariff, move: ClaimWith) -> IllegalMove:
    """Return the reason why these cards cannot be divided so that they pay for the route."""
    price, (each, most, rule) = terms
    replaced = terms.replaced(len(move.cards))
    if not replaced:
        numbers = [price.cards + (each - 1) * number for number in range(1, most + 1)]
        return IllegalMove("wrong_number_with_substitutes", rule=rule, need=numbers)
    rest_price = terms.after(replaced)
    if move.locomotives < rest_price.fewest:
        return IllegalMove("ferry_needs_locomotives", rule=rule, need=rest_price.fewest)
    return IllegalMove("substitutes_leave_too_few", rule=rule, need=rest_price.cards)


def _substitutes_played(state: TunnelPosition, event: SubstitutesPlayed) -> None:
    cards = sum(map(ONE.__getitem__, event.cards))
    state.cards.hands[event.seat] -= cards
    # They lie aside like cards that a tunnel turned up: what pays for the claim is discarded together with them (B8).
    state.aside = CardsAside(EMPTY, cards)


def _write_claim(board: Board, move: ClaimWith) -> str:
    counted = [(kind, move.cards.count(kind)) for kind in CARDS]
    names = [notation.LOCO if kind == LOCOMOTIVE else KINDS[kind] for kind, _ in counted]
    paid = (f"{name} {count}" for name, (_, count) in zip(names, counted, strict=True) if count)
    return f"claim {board.routes[move.route].slug} {' '.join(paid)}"


def feature(substituting: Substituting) -> Feature:
    """Return the feature of substitutes; it reads the lines of all claims, and so follows the feature of claiming."""

    def read_claim(board: Board, words: list[str]) -> Move:
        slug, *paid = words or [""]
        if len(paid) < 2 or len(paid) % 2:
            return claims.read_claim(board, words)
        route = notation.route(board, slug)
        fact, counted = board.routes[route], [0] * len(KINDS)
        for name, count in zip(paid[::2], paid[1::2], strict=True):
            counted[notation.kind(name)] += notation.number(count)
        plain = sum(counted) == fact.length and sum(map(bool, counted[:LOCOMOTIVE])) <= 1
        if plain or not substituting(fact).most:
            return claims.read_claim(board, words)
        return _make(route, counted)

    return Feature(
        reducers={SubstitutesPlayed: _substitutes_played},
        verbs={"claim": read_claim},
        writers={ClaimWith: _write_claim},
        effects={SubstitutesPlayed: (Effect.LAY_WITH,)},
    )
