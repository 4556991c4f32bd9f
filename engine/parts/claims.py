"""Claiming routes: which may be claimed, with which cards, and what they score (B12-B15).

The set of routes open to a seat is kept up to date (`Network.open`), and the set of routes that a number of cards of a
color suffices for is computed once per board and prices (`Payments`). The intersection gives the claims with that
color. All claim objects are made beforehand. A game may have prices of its own (`Ruleset.price`), and a rule may have
other payments for some seats (`claim_rule`).

claim denver-omaha purple 3 loco 1     claim a route with the cards that pay for it (all locomotives: "loco 4")
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, ClassVar, Final, Protocol, TypedDict, TypeVar

from engine import notation
from engine.boards import GRAY, Board, Route, RouteFact, Routes
from engine.cards import CARDS, COLORS, KINDS, LOCOMOTIVE, ONE, Bag, Card, counts
from engine.chance import Chance
from engine.copies import copyable
from engine.effects import Effect
from engine.errors import IllegalMove, MalformedMove
from engine.model import (
    Event,
    Feature,
    Move,
    MoveRule,
    Phase,
    Points,
    Prompt,
    ScoringAccount,
    ScoringLine,
    Upcast,
    value,
)
from engine.parts.network import Network, routes_in
from engine.parts.position import Position
from engine.parts.turns import PointsScored
from engine.prices import Price
from engine.visibility import SeatNumber

ROUTE: Final = "route"


@copyable
class BoardPosition(Position):
    """A position of a game on a board. Positions share the network; claiming a route works on a copy of it."""

    network: Network


@value
class ClaimRoute(Move):
    """Claim a route with cards of one color and this many locomotives; with nothing else, the color is `locomotive`."""

    tag: ClassVar[str] = "claim_route"
    route: Route
    color: Card
    locomotives: int


@value
class RouteClaimed(Event):
    """A seat claimed a route with its trains and paid this many cards of a color and this many locomotives."""

    tag: ClassVar[str] = "route_claimed"
    added: ClassVar[Mapping[str, Upcast]] = {"trains": lambda fact: fact["cards"] + fact["locomotives"]}
    seat: int
    route: Route
    color: Card
    cards: int
    locomotives: int
    trains: int


class Payment(Protocol):
    """A payment with cards of one color, of which `locomotives` are wild; if all are, the color is `locomotive`."""

    @property
    def color(self) -> Card: ...

    @property
    def locomotives(self) -> int: ...


Claims = tuple[ClaimRoute, ...]
EveryClaim = tuple[tuple[Claims, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Affordable:
    """The routes that a number of cards of a kind can claim, and the claims.

    The claims of a route are at the index that is the bit length of a set in which it is the last route, in reverse
    order.
    """

    reach: Routes
    claims: tuple[Claims, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Payments:
    """The payments that some prices allow, for every route of a board.

    `prices`: of the routes, in the order of the board. `capped`: the most cards or trains that any route takes; more
    make no difference. `within`: the routes that a number of trains suffices for. `affordable`: by locomotives in the
    hand, kind of card, and cards of that kind. `alone`: by the bit length of a set, the set that contains only its last
    route.
    """

    prices: tuple[Price, ...]
    capped: bytes
    within: tuple[Routes, ...]
    affordable: tuple[tuple[tuple[Affordable, ...], ...], ...]
    alone: tuple[Routes, ...]


def claimable(state: BoardPosition, seat: int, among: Routes, payments: Payments) -> list[Move]:
    """Return every claim of one of these routes that this seat can pay for: by color, then in the order of the board.

    They are collected from the last to the first, since the last route of a set is the fastest to find.
    """
    capped, alone = payments.capped, payments.alone
    hand = counts(state.cards.hands[seat]).translate(capped)
    among &= payments.within[capped[state.network.trains[seat]]]
    affordable = payments.affordable[hand[LOCOMOTIVE]]
    moves: list[Move] = []
    for card in _LAST_FIRST:
        if hand[card]:
            payable = affordable[card][hand[card]]
            routes = among & payable.reach
            while routes:
                last = routes.bit_length()
                moves += payable.claims[last]
                routes ^= alone[last]
    moves.reverse()
    return moves


_LAST_FIRST: Final = CARDS[::-1]


def standard_payments(state: BoardPosition, seat: int) -> Payments:
    """Return the payments for the prices of the ruleset, which are the same for every seat (B12, W8)."""
    return payments_on(state.rules.board.map, state.rules.price)


@cache
def payments_on(board: Board, price: Callable[[RouteFact], Price]) -> Payments:
    """Return the payments that these prices allow on this board, computed once."""
    claims = every_claim(board, price)
    prices = tuple(map(price, board.routes))
    most = range(1 + max(*(price.cards for price in prices), *(fact.length for fact in board.routes)))
    by_color = [
        [tuple(_with_color(claims, prices, color, count, wild) for count in most) for color in COLORS] for wild in most
    ]
    by_locomotives = tuple(_with_locomotives(claims, prices, count) for count in most)
    return Payments(
        prices=prices,
        capped=bytes(min(count, most[-1]) for count in range(256)),
        within=tuple(sum(1 << route for route, fact in enumerate(board.routes) if fact.length <= n) for n in most),
        affordable=tuple((*colors, by_locomotives) for colors in by_color),
        alone=(0, *(1 << route for route in range(len(board.routes)))),
    )


def _with_color(every: EveryClaim, prices: Sequence[Price], color: Card, count: int, wild: int) -> Affordable:
    """Return the claims that one or more of these cards of a color can pay for, with locomotives if needed."""
    claims: list[Claims] = [()] * len(prices)
    for route, price in enumerate(prices):
        if count and price.color in (GRAY, color):
            fewest = max(0, price.cards - count - price.fewest)
            claims[route] = every[route][color][fewest : max(0, wild + 1 - price.fewest)][::-1]
    return _affordable(claims)


def _with_locomotives(every: EveryClaim, prices: Sequence[Price], count: int) -> Affordable:
    """Return the claims that locomotives alone can pay for."""
    return _affordable([every[n][LOCOMOTIVE] if price.cards <= count else () for n, price in enumerate(prices)])


def _affordable(claims: Sequence[Claims]) -> Affordable:
    return Affordable(sum(1 << route for route, some in enumerate(claims) if some), ((), *claims))


@cache
def every_claim(board: Board, price: Callable[[RouteFact], Price]) -> EveryClaim:
    """Return every claim with a number of locomotives that these prices allow, by route and color, fewest first."""
    return tuple(tuple(_claims_of(Route(route), price(fact))) for route, fact in enumerate(board.routes))


def _claims_of(route: Route, price: Price) -> Iterator[Claims]:
    some = range(price.fewest, min(price.most + 1, price.cards))
    for color in COLORS:
        yield tuple(ClaimRoute(route, color, locomotives) for locomotives in some)
    yield (ClaimRoute(route, LOCOMOTIVE, price.cards),) if price.most >= price.cards else ()


Own = TypeVar("Own", bound=BoardPosition)
Refusal = Callable[[Own, int, Route], None]
Sequel = Callable[[Own, int, Route], Iterable[Event]]


def open_routes(state: BoardPosition, seat: int) -> Routes:
    """Return the routes that this seat may claim: all open routes, which need not touch its own (B13)."""
    return state.network.open[seat]


def refuse_closed(state: BoardPosition, seat: int, route: Route) -> None:
    """Raise IllegalMove with the reason if this route is not open to this seat (B13, B14)."""
    network, board = state.network, state.rules.board
    if network.open[seat] >> route & 1:
        return
    slug = board.routes[route].slug
    owner = network.owner(route)
    if owner is not None:
        raise IllegalMove("route_taken", rule="B13", route=slug, by=owner)
    own = network.claimed[seat] & board.parallels[route]
    raise IllegalMove("own_parallel_track" if own else "track_closed", rule="B14", route=slug)


def refuse_payment(state: BoardPosition, seat: int, move: ClaimRoute, price: Price) -> None:
    """Raise IllegalMove with the reason if these cards do not pay this price for this route (B12, W8)."""
    refuse_few_trains(state, seat, move.route)
    refuse_mixture(price, move, "B12")
    refuse_missing(state.cards.hands[seat], price, move, "B12")


def refuse_few_trains(state: BoardPosition, seat: int, route: Route) -> None:
    """Raise IllegalMove if the seat has too few trains for this route (B12)."""
    need, have = state.rules.board.routes[route].length, state.network.trains[seat]
    if need > have:
        raise IllegalMove("not_enough_trains", rule="B12", need=need, have=have)


def refuse_mixture(price: Price, paid: Payment, rule: str) -> None:
    """Raise IllegalMove if these cards are not of a color and a number, of locomotives too, that the price takes."""
    if not 0 <= paid.locomotives <= price.cards:
        raise IllegalMove("wrong_number_of_cards", rule=rule, need=price.cards)
    if (paid.color == LOCOMOTIVE) != (paid.locomotives == price.cards):
        raise IllegalMove("name_the_color_paid", rule=rule, need=price.cards)
    if paid.color not in (LOCOMOTIVE, price.color) and price.color != GRAY:
        raise IllegalMove("wrong_color", rule=rule, need=KINDS[price.color])
    if paid.locomotives < price.fewest:
        raise IllegalMove("ferry_needs_locomotives", rule="W8", need=price.fewest)
    if paid.locomotives > price.most:
        raise IllegalMove("too_many_locomotives", rule=rule, most=price.most)


def refuse_missing(hand: Bag, price: Price, paid: Payment, rule: str) -> None:
    """Raise IllegalMove if these cards are not in the hand."""
    have = counts(hand)
    cards = price.cards - paid.locomotives
    if have[LOCOMOTIVE] < paid.locomotives:
        raise IllegalMove("not_enough_locomotives", rule=rule, need=paid.locomotives, have=have[LOCOMOTIVE])
    if cards and have[paid.color] < cards:
        raise IllegalMove("not_enough_cards", rule=rule, need=cards, have=have[paid.color])


def claim_rule(
    where: Callable[[Own, int], Routes],
    refuse: Refusal[Own],
    sequel: Sequence[Sequel[Own]],
    payments: Callable[[Own, int], Payments] = standard_payments,
) -> MoveRule[Own, Prompt, ClaimRoute]:
    """Return the rule for claiming a route (B12-B15).

    `where` returns the routes that a seat may claim, `refuse` raises the reason against a route; the functions in
    `sequel` yield what follows, in order: who gets the points, and anything that is special to the board. `payments`
    returns what a seat may pay with.
    """

    def options(state: Own, prompt: Prompt) -> list[Move]:
        return claimable(state, prompt.seat, where(state, prompt.seat), payments(state, prompt.seat))

    def check(state: Own, prompt: Prompt, move: ClaimRoute) -> None:
        refuse(state, prompt.seat, move.route)
        refuse_payment(state, prompt.seat, move, payments(state, prompt.seat).prices[move.route])

    def events(state: Own, prompt: Prompt, move: ClaimRoute, chance: Chance) -> Iterator[Event]:
        trains = state.rules.board.routes[move.route].length
        colored = payments(state, prompt.seat).prices[move.route].cards - move.locomotives
        yield RouteClaimed(prompt.seat, move.route, move.color, colored, move.locomotives, trains)
        for follow in sequel:
            yield from follow(state, prompt.seat, move.route)

    return MoveRule(ClaimRoute, options, check, events)


def claimer_scores(state: BoardPosition, seat: int, route: Route) -> Iterable[Event]:
    """Score the route's points for the claimer (B15)."""
    fact = state.rules.board.routes[route]
    return (PointsScored(seat, state.rules.board.route_points[fact.length], ROUTE, fact.slug),)


def _count_routes(state: BoardPosition, seat: int, ledger: Sequence[Points]) -> Iterable[ScoringLine]:
    """Return one line for the points of all routes, with all that the seat has claimed."""
    points = sum(line.points for line in ledger)
    return (ScoringLine(points, tuple(line.subject for line in ledger), state.network.claimed[seat]),)


def close_all_parallels(network: Network, board: Board, seat: int, route: Route) -> None:
    """Close a claimed track and its parallels to everybody, with few players (B14, W2)."""
    closed = ~(board.parallels[route] | 1 << route)
    network.open = [mask & closed for mask in network.open]


def close_own_parallels(network: Network, board: Board, seat: int, route: Route) -> None:
    """Close a claimed track to everybody and its parallels to the claimer, with many players (B14, W2)."""
    network.open = [mask & ~(1 << route) for mask in network.open]
    network.open[seat] &= ~board.parallels[route]


def pay(state: Position, seat: int, paid: Bag) -> None:
    """Move these cards from the seat's hand to the discard pile, all at once (B8). For reducers."""
    state.cards.hands[seat] -= paid
    state.cards.discard(paid)


def _route_claimed(
    close: Callable[[int], Callable[[Network, Board, int, Route], None]], pay: Callable[[Own, int, Bag], None]
) -> Callable[[Own, RouteClaimed], None]:
    def reduce(state: Own, event: RouteClaimed) -> None:
        seat = event.seat
        pay(state, seat, event.cards * ONE[event.color] + event.locomotives * ONE[LOCOMOTIVE])
        network = state.network = state.network.copy()
        network.trains[seat] -= event.trains
        network.claimed[seat] |= 1 << event.route
        close(state.seats)(network, state.rules.board, seat, event.route)
        state.acted(seat)

    return reduce


class RoutesView(TypedDict, total=False):
    """What has been claimed."""

    routes: Annotated[dict[str, SeatNumber], "On a board: claimed routes, and by which seat."]


def _recall_routes(state: BoardPosition, view: RoutesView) -> None:
    """Claim the routes again that a view shows, without trains and cards. For `Feature.recall`."""
    rules = state.rules
    for slug, seat in view["routes"].items():
        rules.reducers[RouteClaimed](state, RouteClaimed(seat, rules.board.route_of[slug], COLORS[0], 0, 0, 0))


class TrainsView(TypedDict, total=False):
    """The trains of a seat."""

    trains: Annotated[int, "On a board: how many are left."]


def _routes_view(state: BoardPosition, viewer: int | None) -> RoutesView:
    routes = state.rules.board.routes
    claimed = enumerate(state.network.claimed)
    return {"routes": {routes[route].slug: seat for seat, owned in claimed for route in routes_in(owned)}}


def _trains(state: BoardPosition, seat: int, viewer: int | None) -> TrainsView:
    return {"trains": state.network.trains[seat]}


@cache
def a_claim(board: Board) -> str:
    """Return an example of a claim: of the first route of the board that a color with a locomotive can pay for."""
    fact = notation.a_route(board)
    color = COLORS[0] if fact.color == GRAY else Card(fact.color)
    return f"claim {fact.slug} {notation.cards(color, fact.length - 1, 1)}"


def read_claim(board: Board, words: list[str]) -> Move:
    """Read a claim: a route, and cards of one color and locomotives, as many as it is long. Raises MalformedMove."""
    if len(words) < 2:
        raise MalformedMove("claim_what", expected=a_claim(board))
    route = notation.route(board, words[0])
    paid = notation.payment(words[1:], board.routes[route].length, "claim_what", a_claim(board))
    return ClaimRoute(route, *paid)


def _write_claim(board: Board, move: ClaimRoute) -> str:
    fact = board.routes[move.route]
    return f"claim {fact.slug} {notation.cards(move.color, fact.length - move.locomotives, move.locomotives)}"


def feature(
    close: Callable[[int], Callable[[Network, Board, int, Route], None]], pay: Callable[[Own, int, Bag], None] = pay
) -> Feature:
    """Return the feature of claiming; `close` closes parallel tracks by the number of seats, `pay` discards cards."""
    return Feature(
        reducers={RouteClaimed: _route_claimed(close, pay)},
        verbs={"claim": read_claim},
        writers={ClaimRoute: _write_claim},
        table=_routes_view,
        seat=_trains,
        accounts={ROUTE: ScoringAccount(Phase.PLAY, _count_routes)},
        recall=_recall_routes,
        effects={RouteClaimed: (Effect.PAY,)},
    )
