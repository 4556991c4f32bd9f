"""Tunnels: three cards are turned up, and each that counts costs one more card (E4).

The cards played and those turned up lie aside until the claim is settled, and are discarded in one step.

dig red 1 loco 1     pay what the tunnel costs more (a lone "dig": with the fewest locomotives)
dig none             take the cards played back
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Final, TypedDict, TypeVar

from engine import notation
from engine.boards import Board, Route
from engine.cards import CARDS, EMPTY, KINDS, LOCOMOTIVE, ONE, Bag, Card, counts
from engine.chance import Chance
from engine.copies import copyable
from engine.effects import Effect
from engine.errors import IllegalMove
from engine.model import AnyMoveRule, Event, Feature, Move, MoveRule, Prompt, value
from engine.parts.claims import BoardPosition, ClaimRoute, RouteClaimed, Sequel, refuse_missing, refuse_mixture
from engine.prices import Price
from engine.visibility import CardKind, RouteId

TURNED_UP: Final = 3


@value
class CardsAside:
    """The cards that lie aside while a tunnel is not settled: those played for it, and those turned up."""

    played: Bag
    turned_up: Bag


@copyable
class TunnelPosition(BoardPosition):
    """A position of a board with tunnels; `aside` is a value, and reducers replace it."""

    aside: CardsAside


NOTHING: Final = CardsAside(EMPTY, EMPTY)
Own = TypeVar("Own", bound=TunnelPosition)


@value
class PayTunnel(Prompt):
    """Whether to pay what a tunnel costs more: `more` cards of a color, or locomotives (E4)."""

    tag: ClassVar[str] = "pay_tunnel"
    rule: ClassVar[str] = "E4"
    route: Route
    color: Card
    cards: int
    locomotives: int
    more: int

    @property
    def price(self) -> Price:
        """Return what is still to be paid; only locomotives if only they were played."""
        fewest = self.more if self.color == LOCOMOTIVE else 0
        return Price(self.color, self.more, fewest, self.more)


@value
class PayMore(Move):
    """Pay what the tunnel costs more: cards of a color, and this many locomotives."""

    tag: ClassVar[str] = "pay_more"
    color: Card
    cards: int
    locomotives: int


@value
class Withdraw(Move):
    """Take the cards played for the tunnel back."""

    tag: ClassVar[str] = "withdraw"


@value
class TunnelEntered(Event):
    """A seat played cards for a tunnel, and cards were turned up, which cost this many `more` (E4)."""

    tag: ClassVar[str] = "tunnel_entered"
    seat: int
    route: Route
    color: Card
    cards: int
    locomotives: int
    turned_up: tuple[Card, ...]
    more: int


@value
class TunnelLeft(Event):
    """The seat took the cards that it had played back; those turned up were discarded (E4)."""

    tag: ClassVar[str] = "tunnel_left"
    seat: int


def _bag(color: Card, cards: int, locomotives: int) -> Bag:
    return cards * ONE[color] + locomotives * ONE[LOCOMOTIVE]


def claim_or_enter(claim: AnyMoveRule, sequel: Sequence[Sequel[Own]]) -> AnyMoveRule:
    """Return the rule for claiming routes, of which tunnels turn cards up first; `sequel` follows a claim (E4)."""

    def events(state: Own, prompt: Prompt, move: ClaimRoute, chance: Chance) -> Iterator[Event]:
        fact, seat = state.rules.board.routes[move.route], prompt.seat
        if "tunnel" not in fact.attributes:
            yield from claim.events(state, prompt, move, chance)
            return
        cards = fact.length - move.locomotives
        turned_up = _turn_up(state, chance)
        more = sum(card in (move.color, LOCOMOTIVE) for card in turned_up)
        yield TunnelEntered(seat, move.route, move.color, cards, move.locomotives, turned_up, more)
        if not more:
            yield RouteClaimed(seat, move.route, move.color, cards, move.locomotives, fact.length)
            for follow in sequel:
                yield from follow(state, seat, move.route)

    return claim._replace(events=events)


def _turn_up(state: TunnelPosition, chance: Chance) -> tuple[Card, ...]:
    """Return the cards turned up, drawn one after the other; fewer if there are fewer (B8)."""
    return tuple(state.cards.picked(chance, TURNED_UP))


def pay_rules(sequel: Sequence[Sequel[Own]]) -> tuple[AnyMoveRule, ...]:
    """Return the rules for paying what a tunnel costs more, and for withdrawing, which is always legal (E4)."""

    def check(state: Own, prompt: PayTunnel, move: PayMore) -> None:
        if move.cards != prompt.more - move.locomotives:
            raise IllegalMove("wrong_number_of_cards", rule="E4", need=prompt.more)
        refuse_mixture(prompt.price, move, "E4")
        refuse_missing(state.cards.hands[prompt.seat], prompt.price, move, "E4")

    def events(state: Own, prompt: PayTunnel, move: PayMore, chance: Chance) -> Iterator[Event]:
        cards, locomotives = prompt.cards + move.cards, prompt.locomotives + move.locomotives
        length = state.rules.board.routes[prompt.route].length
        yield RouteClaimed(prompt.seat, prompt.route, prompt.color, cards, locomotives, length)
        for follow in sequel:
            yield from follow(state, prompt.seat, prompt.route)

    withdraw = MoveRule(Withdraw, lambda state, prompt: (Withdraw(),), _always, _withdraw)
    return MoveRule(PayMore, _payments, check, events), withdraw


def _payments(state: TunnelPosition, prompt: PayTunnel) -> list[PayMore]:
    """Return the payments that the seat's hand allows, fewest locomotives first."""
    hand, price = counts(state.cards.hands[prompt.seat]), prompt.price
    own = 0 if prompt.color == LOCOMOTIVE else hand[prompt.color]
    some = range(max(price.fewest, price.cards - own), min(price.most, hand[LOCOMOTIVE]) + 1)
    return [_payment(prompt, locomotives) for locomotives in some]


def _payment(prompt: PayTunnel, locomotives: int) -> PayMore:
    """Return a payment with so many locomotives; one in locomotives alone has their color."""
    return PayMore(LOCOMOTIVE if locomotives == prompt.more else prompt.color, prompt.more - locomotives, locomotives)


def _always(state: TunnelPosition, prompt: PayTunnel, move: Withdraw) -> None:
    """Allow the move."""


def _withdraw(state: TunnelPosition, prompt: PayTunnel, move: Withdraw, chance: Chance) -> Iterable[Event]:
    return (TunnelLeft(prompt.seat),)


def default_withdraw(state: TunnelPosition, prompt: PayTunnel) -> Move:
    """Return the default: to withdraw."""
    return Withdraw()


def _tunnel_entered(state: TunnelPosition, event: TunnelEntered) -> None:
    played = _bag(event.color, event.cards, event.locomotives)
    state.cards.hands[event.seat] -= played
    for card in event.turned_up:
        state.cards.take(card)
    state.aside = CardsAside(played, sum((ONE[card] for card in event.turned_up), EMPTY))
    state.acted(event.seat)
    if event.more:
        asked = (event.route, event.color, event.cards, event.locomotives, event.more)
        state.ask(PayTunnel(event.seat, state.entry, *asked))


def _tunnel_left(state: TunnelPosition, event: TunnelLeft) -> None:
    state.cards.hands[event.seat] += state.aside.played
    turned_up, state.aside = state.aside.turned_up, NOTHING
    state.cards.discard(turned_up)
    state.acted(event.seat)


def pay(state: TunnelPosition, seat: int, paid: Bag) -> None:
    """Discard a payment, of which some may lie aside, with the cards turned up, all at once (B8). For reducers."""
    played, turned_up = state.aside.played, state.aside.turned_up
    state.aside = NOTHING
    state.cards.hands[seat] -= paid - played
    state.cards.discard(paid + turned_up)


class PayTunnelView(TypedDict):
    """A tunnel that costs more cards."""

    route: Annotated[RouteId, "The tunnel."]
    color: Annotated[CardKind, "The color played."]
    turned_up: Annotated[list[CardKind], "The cards turned up, in the order of the colors."]
    more: Annotated[int, "How many more cards it costs."]


def _show_question(state: TunnelPosition, prompt: PayTunnel, viewer: int | None) -> PayTunnelView:
    return {
        "route": state.rules.board.routes[prompt.route].slug,
        "color": KINDS[prompt.color],
        "turned_up": [KINDS[card] for card in CARDS for _ in range(counts(state.aside.turned_up)[card])],
        "more": prompt.more,
    }


EXAMPLE: Final = "dig red 1 loco 1"


def _read_dig(board: Board, words: list[str]) -> Move:
    if words == ["none"]:
        return Withdraw()
    total = sum(notation.number(word) for word in words[1::2])
    color, locomotives = notation.payment(words, total, "dig_what", EXAMPLE)
    return PayMore(color, total - locomotives, locomotives)


def _read_dig_here(state: TunnelPosition, words: list[str]) -> Move:
    """Read a line in which a lone verb stands for the payment with the fewest locomotives."""
    prompt = next((prompt for prompt in state.prompts if isinstance(prompt, PayTunnel)), None)
    if words or prompt is None:
        return _read_dig(state.rules.board, words)
    affordable = _payments(state, prompt)
    return affordable[0] if affordable else _payment(prompt, prompt.price.fewest)


def _write_dig(board: Board, move: PayMore) -> str:
    return f"dig {notation.cards(move.color, move.cards, move.locomotives)}"


FEATURE: Final = Feature(
    reducers={TunnelEntered: _tunnel_entered, TunnelLeft: _tunnel_left},
    verbs={"dig": _read_dig},
    verbs_here={"dig": _read_dig_here},
    writers={PayMore: _write_dig, Withdraw: notation.word("dig none")},
    prompts={PayTunnel: _show_question},
    effects={TunnelEntered: (Effect.LAY_ASIDE, Effect.TURN_UP), TunnelLeft: (Effect.TAKE_BACK,)},
)
