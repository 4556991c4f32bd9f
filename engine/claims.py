"""Claiming a route: what may be claimed, with which cards, and what it scores (B12-B15).

Which routes are open to a seat is kept up to date as a bit mask (`Network.open`); which payments a hand allows
depends only on a route's kind (color, length, ferry locomotives), so it is worked out once a kind; the moves
themselves are made once a board. Listing all claims is then cutting slices from ready tuples.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from engine.boards import GRAY, Board, Route
from engine.cards import COLORS, KINDS, LOCOMOTIVE, Card
from engine.chance import Chance
from engine.core import Event, Move, MoveRule, Prompt
from engine.errors import IllegalMove
from engine.network import Network
from engine.position import Position
from engine.turns import PointsScored


@dataclass(slots=True)
class BoardPosition(Position):
    """A position of a game on a board."""

    network: Network = field(kw_only=True)

    def copy(self) -> "BoardPosition":
        """A position that shares nothing changeable with this one."""
        return BoardPosition(
            rules=self.rules,
            seats=self.seats,
            options=self.options,
            entry=self.entry,
            prompts=self.prompts[:],
            ledger=self.ledger[:],
            away=self.away.copy(),
            outcome=self.outcome,
            cards=self.cards.copy(),
            tickets=self.tickets.copy(),
            turns=self.turns.copy(),
            network=self.network.copy(),
        )


@dataclass(frozen=True, slots=True)
class ClaimRoute(Move):
    """Claim a route with cards of one color, `locomotives` of them wild; all wild: the color is LOCOMOTIVE."""

    tag: ClassVar[str] = "claim_route"
    route: Route
    color: Card
    locomotives: int


@dataclass(frozen=True, slots=True)
class RouteClaimed(Event):
    """A seat claimed a route and paid so many cards of a color and so many locomotives."""

    tag: ClassVar[str] = "route_claimed"
    seat: int
    route: Route
    color: Card
    cards: int
    locomotives: int


class Kind(NamedTuple):
    """All routes of one color, length and number of ferry locomotives, as a bit mask."""

    color: int
    length: int
    ferry: int
    mask: int


Slices = list[tuple[Card, int, int]]


@lru_cache
def kinds(board: Board) -> tuple[Kind, ...]:
    """The board's routes by kind."""
    masks: dict[tuple[int, int, int], int] = {}
    for index, fact in enumerate(board.routes):
        key = (fact.color, fact.length, fact.ferry_locomotives)
        masks[key] = masks.get(key, 0) | 1 << index
    return tuple(Kind(*key, mask) for key, mask in masks.items())


@lru_cache
def claims(board: Board) -> tuple[tuple[tuple[ClaimRoute, ...], ...], ...]:
    """Every claim there is: by route, then by color, then by the number of locomotives."""
    return tuple(tuple(_claims_of(Route(index), fact.length)) for index, fact in enumerate(board.routes))


def _claims_of(route: Route, length: int) -> Iterator[tuple[ClaimRoute, ...]]:
    for color in COLORS:
        yield tuple(ClaimRoute(route, color, locomotives) for locomotives in range(length))
    yield (ClaimRoute(route, LOCOMOTIVE, length),)


def payments(kind: Kind, hand: list[int]) -> Slices:
    """How a hand can pay for a route of this kind (B12, W8): (color, fewest locomotives, most + 1)."""
    wild, length = hand[LOCOMOTIVE], kind.length
    most = wild + 1 if wild < length else length
    found: Slices = []
    for color in COLORS if kind.color == GRAY else (Card(kind.color),):
        count = hand[color]
        fewest = length - count if count < length else 0
        fewest = max(fewest, kind.ferry)
        if fewest < most and count:
            found.append((color, fewest, most))
    if wild >= length:
        found.append((LOCOMOTIVE, 0, 1))
    return found


def claimable(state: BoardPosition, seat: int, open_routes: int) -> list[Move]:
    """Every claim that this seat can pay for among these routes (a bit mask), in the order of the routes."""
    hand, trains = state.cards.hands[seat], state.network.trains[seat]
    best, wild = max(hand[:LOCOMOTIVE]), hand[LOCOMOTIVE]
    by_route: dict[int, Slices] = {}
    for kind in kinds(state.rules.board):
        color, length = kind.color, kind.length
        routes = kind.mask & open_routes
        count = best if color == GRAY else hand[color]
        if routes and length <= trains and length <= count + wild:
            slices = payments(kind, hand)
            if slices:
                _note(by_route, routes, slices)
    return _cut(claims(state.rules.board), by_route)


def _note(by_route: dict[int, Slices], routes: int, slices: Slices) -> None:
    while routes:
        lowest = routes & -routes
        by_route[lowest.bit_length() - 1] = slices
        routes ^= lowest


def _cut(ready: tuple[tuple[tuple[ClaimRoute, ...], ...], ...], by_route: dict[int, Slices]) -> list[Move]:
    found: list[Move] = []
    for route in sorted(by_route):
        of_route = ready[route]
        for color, fewest, most in by_route[route]:
            found += of_route[color][fewest:most]
    return found


Refusal = Callable[[Any, int, Route], None]
Scorer = Callable[[Any, int, Route], Iterable[Event]]


def open_routes(state: BoardPosition, seat: int) -> int:
    """Where this seat may claim: any open route, it need not touch its own (B13)."""
    return state.network.open[seat]


def refuse_closed(state: BoardPosition, seat: int, route: Route) -> None:
    """Raises IllegalMove with the reason why this route is not open to this seat (B13, B14)."""
    network, board = state.network, state.rules.board
    if network.open[seat] >> route & 1:
        return
    slug = board.routes[route].slug
    if route in network.owner:
        raise IllegalMove("route_taken", rule="B13", route=slug, by=network.owner[route])
    own = any(network.owner.get(other) == seat for other in _bits(board.parallels[route]))
    raise IllegalMove("own_parallel_track" if own else "track_closed", rule="B14", route=slug)


def _bits(mask: int) -> Iterator[Route]:
    while mask:
        lowest = mask & -mask
        yield Route(lowest.bit_length() - 1)
        mask ^= lowest


def refuse_payment(state: BoardPosition, seat: int, move: ClaimRoute) -> None:
    """Raises IllegalMove with the reason why these cards do not pay for this route (B12, W8)."""
    fact = state.rules.board.routes[move.route]
    if fact.length > state.network.trains[seat]:
        raise IllegalMove("not_enough_trains", rule="B12", need=fact.length, have=state.network.trains[seat])
    _refuse_mixture(fact.color, fact.length, move)
    if move.locomotives < fact.ferry_locomotives:
        raise IllegalMove("ferry_needs_locomotives", rule="W8", need=fact.ferry_locomotives)
    hand = state.cards.hands[seat]
    cards = fact.length - move.locomotives
    if hand[LOCOMOTIVE] < move.locomotives:
        raise IllegalMove("not_enough_locomotives", rule="B12", need=move.locomotives, have=hand[LOCOMOTIVE])
    if cards and hand[move.color] < cards:
        raise IllegalMove("not_enough_cards", rule="B12", need=cards, have=hand[move.color])


def _refuse_mixture(color: int, length: int, move: ClaimRoute) -> None:
    if not 0 <= move.locomotives <= length:
        raise IllegalMove("wrong_number_of_cards", rule="B12", need=length)
    if (move.color == LOCOMOTIVE) != (move.locomotives == length):
        raise IllegalMove("name_the_color_paid", rule="B12", need=length)
    if move.color not in (LOCOMOTIVE, color) and color != GRAY:
        raise IllegalMove("wrong_color", rule="B12", need=KINDS[color])


def claim_rule(where: Callable[[Any, int], int], refuse: Refusal, score: Scorer) -> MoveRule:
    """Claiming a route (B12-B15).

    `where` gives the routes that a seat may claim as a bit mask, `refuse` the reason against a single one, `score`
    tells who gets the points.
    """

    def options(state: BoardPosition, prompt: Prompt) -> list[Move]:
        return claimable(state, prompt.seat, where(state, prompt.seat))

    def check(state: BoardPosition, prompt: Prompt, move: ClaimRoute) -> None:
        refuse(state, prompt.seat, move.route)
        refuse_payment(state, prompt.seat, move)

    def facts(state: BoardPosition, prompt: Prompt, move: ClaimRoute, chance: Chance) -> Iterator[Event]:
        length = state.rules.board.routes[move.route].length
        yield RouteClaimed(prompt.seat, move.route, move.color, length - move.locomotives, move.locomotives)
        yield from score(state, prompt.seat, move.route)

    return MoveRule(ClaimRoute, options, check, facts)


def claimer_scores(state: BoardPosition, seat: int, route: Route) -> Iterable[Event]:
    """The claimer gets the route's points (B15)."""
    fact = state.rules.board.routes[route]
    return (PointsScored(seat, state.rules.board.route_points[fact.length], "route", fact.slug),)


def close_all_parallels(network: Network, board: Board, seat: int, route: Route) -> None:
    """Few players: a claimed track closes the whole set to everybody (B14, W2)."""
    closed = ~(board.parallels[route] | 1 << route)
    network.open = [mask & closed for mask in network.open]


def close_own_parallels(network: Network, board: Board, seat: int, route: Route) -> None:
    """Many players: the claimed track is taken, its parallels are closed to the claimer (B14, W2)."""
    network.open = [mask & ~(1 << route) for mask in network.open]
    network.open[seat] &= ~board.parallels[route]


def route_claimed(
    close: Callable[[int], Callable[[Network, Board, int, Route], None]],
) -> Callable[[Any, Any], None]:
    """The reducer of RouteClaimed; `close` says by the number of seats what happens to parallel tracks."""

    def reduce(state: BoardPosition, event: RouteClaimed) -> None:
        cards, network, seat = state.cards, state.network, event.seat
        hand = cards.hands[seat]
        hand[event.color] -= event.cards
        hand[LOCOMOTIVE] -= event.locomotives
        cards.deck.discard(event.color, event.cards)
        cards.deck.discard(LOCOMOTIVE, event.locomotives)
        cards.deck.settle()
        network.trains[seat] -= event.cards + event.locomotives
        network.owner[event.route] = seat
        close(state.seats)(network, state.rules.board, seat, event.route)
        state.answered(seat)
        state.turns.passes = 0

    return reduce
