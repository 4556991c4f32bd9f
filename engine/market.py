"""Drawing train cards: the market of five, the blind draw, the second card, refill and flush (B5-B10)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.cards import LOCOMOTIVE, PLACES, Card, Deck, Place
from engine.chance import Chance
from engine.core import Event, Move, MoveRule, Prompt
from engine.errors import IllegalMove
from engine.knowledge import Counted, Owner
from engine.position import Position

WHOLE_DRAW: Final = 2
TOO_MANY_LOCOMOTIVES: Final = 3


@dataclass(frozen=True, slots=True)
class DrawAgain(Prompt):
    """The second card of a draw, compulsory when one may be drawn (B5)."""

    tag: ClassVar[str] = "draw_again"


@dataclass(frozen=True, slots=True)
class TakeCard(Move):
    """Take the face-up card at this place of the market."""

    tag: ClassVar[str] = "take_card"
    place: Place


@dataclass(frozen=True, slots=True)
class DrawBlind(Move):
    """Draw the top card of the deck."""

    tag: ClassVar[str] = "draw_blind"


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """A seat was dealt its first hand (B2)."""

    tag: ClassVar[str] = "hand_dealt"
    seat: int
    cards: Counted[tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class MarketFilled(Event):
    """Empty places of the market got cards."""

    tag: ClassVar[str] = "market_filled"
    places: tuple[Place, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MarketFlushed(Event):
    """Three or more locomotives: all five were discarded, again if need be; every new row of five (B9)."""

    tag: ClassVar[str] = "market_flushed"
    rows: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """A seat took a face-up card."""

    tag: ClassVar[str] = "card_taken"
    seat: int
    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A seat drew blind."""

    tag: ClassVar[str] = "card_drawn"
    seat: int
    card: Owner[Card]


@dataclass(frozen=True, slots=True)
class SecondCardDue(Event):
    """The seat draws once more."""

    tag: ClassVar[str] = "second_card_due"
    seat: int


def _hand_dealt(state: Position, event: HandDealt) -> None:
    for card in event.cards:
        state.cards.deck.take(card)
        state.cards.hands[event.seat][card] += 1


def _market_filled(state: Position, event: MarketFilled) -> None:
    for place, card in zip(event.places, event.cards, strict=True):
        state.cards.deck.take(card)
        state.cards.market[place] = card


def _market_flushed(state: Position, event: MarketFlushed) -> None:
    for row in event.rows:
        _clear(state.cards.deck, state.cards.market)
        for place, card in enumerate(row):
            state.cards.deck.take(card)
            state.cards.market[place] = card


def _clear(deck: Deck, market: list[Card | None]) -> None:
    for place, card in enumerate(market):
        if card is not None:
            deck.discard(card)
            market[place] = None
    deck.settle()


def _card_taken(state: Position, event: CardTaken) -> None:
    cards = state.cards
    cards.market[event.place] = None
    cards.hands[event.seat][event.card] += 1
    cards.drawn += WHOLE_DRAW if event.card == LOCOMOTIVE else 1
    _acted(state, event.seat)


def _card_drawn(state: Position, event: CardDrawn) -> None:
    state.cards.deck.take(event.card)
    state.cards.hands[event.seat][event.card] += 1
    state.cards.drawn += 1
    _acted(state, event.seat)


def _acted(state: Position, seat: int) -> None:
    state.answered(seat)
    state.turns.passes = 0


def _second_card_due(state: Position, event: SecondCardDue) -> None:
    state.prompts.append(DrawAgain(event.seat, state.entry))


REDUCERS: Final[dict[type[Event], Callable[[Any, Any], None]]] = {
    HandDealt: _hand_dealt,
    MarketFilled: _market_filled,
    MarketFlushed: _market_flushed,
    CardTaken: _card_taken,
    CardDrawn: _card_drawn,
    SecondCardDue: _second_card_due,
}


def deal(state: Position, chance: Chance, count: int) -> Iterator[Event]:
    """Deal so many cards to every seat, from the first on (B2)."""
    for seat in range(state.seats):
        yield HandDealt(seat, tuple(_picked(state.cards.deck, chance, count)))


def _picked(deck: Deck, chance: Chance, count: int) -> Iterator[Card]:
    """So many blind draws one after the other, from a copy."""
    rest = deck.copy()
    for _ in range(count):
        if not any(rest.cards):
            return
        card = rest.pick(chance)
        rest.take(card)
        yield card


def fill_market(state: Position, chance: Chance) -> Iterable[Event] | None:
    """Reaction: empty places are filled, lowest first, as long as there are cards (B5, B10)."""
    cards = state.cards
    if None not in cards.market or not any(cards.deck.cards):
        return None
    empty = [Place(place) for place in range(PLACES) if cards.market[place] is None]
    drawn = tuple(_picked(cards.deck, chance, len(empty)))
    return (MarketFilled(tuple(empty[: len(drawn)]), drawn),)


def flush_market(state: Position, chance: Chance) -> Iterable[Event] | None:
    """Reaction: three or more locomotives lie in the market, so all is renewed, where a legal one can come (B9)."""
    cards = state.cards
    if cards.market.count(LOCOMOTIVE) < TOO_MANY_LOCOMOTIVES or _colored(state) < TOO_MANY_LOCOMOTIVES:
        return None
    return (MarketFlushed(tuple(_rows(cards.deck.copy(), cards.market[:], chance))),)


def _rows(deck: Deck, market: list[Card | None], chance: Chance) -> Iterator[tuple[Card, ...]]:
    while market.count(LOCOMOTIVE) >= TOO_MANY_LOCOMOTIVES:
        _clear(deck, market)
        for place in range(PLACES):
            card = deck.pick(chance)
            deck.take(card)
            market[place] = card
        yield tuple(card for card in market if card is not None)


def _colored(state: Position) -> int:
    """Cards other than locomotives in deck, discards and market together."""
    cards = state.cards
    in_market = sum(1 for card in cards.market if card is not None and card != LOCOMOTIVE)
    return sum(cards.deck.cards[:LOCOMOTIVE]) + sum(cards.deck.discards[:LOCOMOTIVE]) + in_market


def second_card(state: Position, chance: Chance) -> Iterable[Event] | None:
    """Reaction: after one card the second is due, if one may be drawn (B5, B6, B10)."""
    if state.cards.drawn != 1:
        return None
    colored = any(card is not None and card != LOCOMOTIVE for card in state.cards.market)
    if not colored and not any(state.cards.deck.cards):
        return None
    return (SecondCardDue(state.turns.seat),)


_TAKE: Final = tuple(TakeCard(Place(place)) for place in range(PLACES))
_BLIND: Final = (DrawBlind(),)


def _first_places(state: Position, prompt: Prompt) -> list[Move]:
    return [_TAKE[place] for place, card in enumerate(state.cards.market) if card is not None]


def _second_places(state: Position, prompt: Prompt) -> list[Move]:
    market = state.cards.market
    return [_TAKE[place] for place, card in enumerate(market) if card is not None and card != LOCOMOTIVE]


def _may_take_first(state: Position, prompt: Prompt, move: TakeCard) -> None:
    if not 0 <= move.place < PLACES or state.cards.market[move.place] is None:
        raise IllegalMove("market_place_empty", rule="B10", place=move.place + 1)


def _may_take_second(state: Position, prompt: Prompt, move: TakeCard) -> None:
    _may_take_first(state, prompt, move)
    if state.cards.market[move.place] == LOCOMOTIVE:
        raise IllegalMove("locomotive_as_second_card", rule="B6", place=move.place + 1)


def _take(state: Position, prompt: Prompt, move: TakeCard, chance: Chance) -> Iterable[Event]:
    card = state.cards.market[move.place]
    assert card is not None
    return (CardTaken(prompt.seat, move.place, card),)


def _blind(state: Position, prompt: Prompt) -> tuple[Move, ...]:
    return _BLIND if any(state.cards.deck.cards) else ()


def _may_draw_blind(state: Position, prompt: Prompt, move: DrawBlind) -> None:
    if not any(state.cards.deck.cards):
        raise IllegalMove("deck_empty", rule="B10")


def _draw_blind(state: Position, prompt: Prompt, move: DrawBlind, chance: Chance) -> Iterable[Event]:
    return (CardDrawn(prompt.seat, state.cards.deck.pick(chance)),)


BLIND: Final = MoveRule(DrawBlind, _blind, _may_draw_blind, _draw_blind)
FIRST_CARD: Final = (MoveRule(TakeCard, _first_places, _may_take_first, _take), BLIND)
SECOND_CARD: Final = (MoveRule(TakeCard, _second_places, _may_take_second, _take), BLIND)


def default_draw(state: Position, prompt: Prompt) -> Move | None:
    """Played by default: blind, else the lowest market place that holds no locomotive."""
    if any(state.cards.deck.cards):
        return DrawBlind()
    places = _second_places(state, prompt)
    return places[0] if places else None


def default_second(state: Position, prompt: Prompt) -> Move:
    """The default second card; the question is only asked where there is one."""
    move = default_draw(state, prompt)
    assert move is not None
    return move
