"""Drawing train cards: the market of five, the blind draw, the second card, refill and flush (B5-B10)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final

from engine.cards import EMPTY, LOCOMOTIVE, ONE, PLACES, Card, Place, TrainCards, counts, pick, size
from engine.chance import Chance
from engine.core import Event, Move, MoveRule, Prompt, value
from engine.errors import IllegalMove
from engine.knowledge import Counted, Owner
from engine.position import Position

WHOLE_DRAW: Final = 2
TOO_MANY_LOCOMOTIVES: Final = 3
LEAST_COLORED: Final = PLACES - TOO_MANY_LOCOMOTIVES + 1


@value
class DrawAgain(Prompt):
    """The second card of a draw, compulsory when one may be drawn (B5)."""

    tag: ClassVar[str] = "draw_again"
    rule: ClassVar[str] = "B5"


@value
class TakeCard(Move):
    """Take the face-up card at this place of the market."""

    tag: ClassVar[str] = "take_card"
    place: Place


@value
class DrawBlind(Move):
    """Draw the top card of the deck."""

    tag: ClassVar[str] = "draw_blind"


@value
class HandDealt(Event):
    """A seat was dealt its first hand (B2)."""

    tag: ClassVar[str] = "hand_dealt"
    seat: int
    cards: Counted[tuple[Card, ...]]


@value
class MarketFilled(Event):
    """Empty places of the market got cards."""

    tag: ClassVar[str] = "market_filled"
    places: tuple[Place, ...]
    cards: tuple[Card, ...]


@value
class MarketFlushed(Event):
    """Three or more locomotives: all five were discarded, again if need be; every new row of five (B9)."""

    tag: ClassVar[str] = "market_flushed"
    rows: tuple[tuple[Card, ...], ...]


@value
class CardTaken(Event):
    """A seat took a face-up card."""

    tag: ClassVar[str] = "card_taken"
    seat: int
    place: Place
    card: Card


@value
class CardDrawn(Event):
    """A seat drew blind."""

    tag: ClassVar[str] = "card_drawn"
    seat: int
    card: Owner[Card]


@value
class SecondCardDue(Event):
    """The seat draws once more."""

    tag: ClassVar[str] = "second_card_due"
    seat: int


def _hand_dealt(state: Position, event: HandDealt) -> None:
    for card in event.cards:
        state.cards.take(card)
        state.cards.hands[event.seat] += ONE[card]


def _market_filled(state: Position, event: MarketFilled) -> None:
    cards, market = state.cards, state.cards.market
    for index, place in enumerate(event.places):
        market[place] = card = event.cards[index]
        cards.take(card)


def _market_flushed(state: Position, event: MarketFlushed) -> None:
    for row in event.rows:
        _clear(state.cards)
        for place, card in enumerate(row):
            state.cards.take(card)
            state.cards.market[place] = card


def _clear(cards: TrainCards) -> None:
    flushed = EMPTY
    for card in cards.market:
        if card is not None:
            flushed += ONE[card]
    cards.market = [None] * PLACES
    cards.discard(flushed)


def _card_taken(state: Position, event: CardTaken) -> None:
    cards, card = state.cards, event.card
    cards.market[event.place] = None
    cards.hands[event.seat] += ONE[card]
    cards.drawn += WHOLE_DRAW if card == LOCOMOTIVE else 1
    state.acted(event.seat)


def _card_drawn(state: Position, event: CardDrawn) -> None:
    cards, card = state.cards, event.card
    cards.take(card)
    cards.hands[event.seat] += ONE[card]
    cards.drawn += 1
    state.acted(event.seat)


def _second_card_due(state: Position, event: SecondCardDue) -> None:
    state.ask(DrawAgain(event.seat, state.entry))


WITHOUT_FLUSH: Final[dict[type[Event], Callable[[Any, Any], None]]] = {
    HandDealt: _hand_dealt,
    MarketFilled: _market_filled,
    CardTaken: _card_taken,
    CardDrawn: _card_drawn,
    SecondCardDue: _second_card_due,
}
REDUCERS: Final = {**WITHOUT_FLUSH, MarketFlushed: _market_flushed}


def deal(state: Position, chance: Chance, count: int) -> Iterator[Event]:
    """Deal so many cards to every seat, from the first on (B2)."""
    for seat in range(state.seats):
        yield HandDealt(seat, tuple(state.cards.picked(chance, count)))


def fill_market(state: Position, chance: Chance) -> Iterable[Event] | None:
    """Reaction: empty places are filled, lowest first, as long as there are cards (B5, B10)."""
    cards = state.cards
    empty = cards.market.count(None)
    if not empty or not cards.deck:
        return None
    if empty == 1:
        return (MarketFilled((_ALL_PLACES[cards.market.index(None)],), (pick(cards.deck, chance),)),)
    drawn = tuple(cards.picked(chance, empty))
    places = [place for place in _ALL_PLACES if cards.market[place] is None]
    return (MarketFilled(tuple(places[: len(drawn)]), drawn),)


def flush_market(state: Position, chance: Chance) -> Iterable[Event] | None:
    """Reaction: three or more locomotives lie in the market, so all is renewed, where a legal one can come (B9)."""
    cards = state.cards
    if cards.market.count(LOCOMOTIVE) < TOO_MANY_LOCOMOTIVES or not _legal_may_come(cards):
        return None
    return (MarketFlushed(tuple(_rows(cards.copy(), chance))),)


def _rows(cards: TrainCards, chance: Chance) -> Iterator[tuple[Card, ...]]:
    while cards.market.count(LOCOMOTIVE) >= TOO_MANY_LOCOMOTIVES and _legal_may_come(cards):
        _clear(cards)
        for place in _ALL_PLACES:
            card = pick(cards.deck, chance)
            cards.take(card)
            cards.market[place] = card
        yield tuple([card for card in cards.market if card is not None])


def _legal_may_come(cards: TrainCards) -> bool:
    """Whether a market with fewer than three locomotives can ever come of these cards (B9).

    Three colored cards are needed. And when the deck is just one row of five, with nothing discarded, that row and
    the one in the market would take turns for ever: the deck runs out with its last card, and is the old row again.
    """
    in_deck = _colored(cards.deck)
    in_market = sum(1 for card in cards.market if card is not None and card != LOCOMOTIVE)
    if size(cards.deck) == PLACES and not cards.discards:
        return in_deck >= LEAST_COLORED
    return in_deck + _colored(cards.discards) + in_market >= LEAST_COLORED


def _colored(bag: int) -> int:
    return sum(counts(bag)[:LOCOMOTIVE])


def second_card(state: Position, chance: Chance) -> Iterable[Event] | None:
    """Reaction: after one card the second is due, if one may be drawn (B5, B6, B10)."""
    cards = state.cards
    if cards.drawn != 1:
        return None
    if not cards.deck and all(card is None or card == LOCOMOTIVE for card in cards.market):
        return None
    return (SecondCardDue(state.turn),)


_ALL_PLACES: Final = tuple(Place(place) for place in range(PLACES))
_TAKE: Final = tuple(TakeCard(place) for place in _ALL_PLACES)
_BLIND: Final = (DrawBlind(),)


def _first_places(state: Position, prompt: Prompt) -> Sequence[Move]:
    if None not in state.cards.market:
        return _TAKE
    return [_TAKE[place] for place, card in enumerate(state.cards.market) if card is not None]


def _second_places(state: Position, prompt: Prompt) -> Sequence[Move]:
    market = state.cards.market
    if None not in market and LOCOMOTIVE not in market:
        return _TAKE
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
    return _BLIND if state.cards.deck else ()


def _may_draw_blind(state: Position, prompt: Prompt, move: DrawBlind) -> None:
    if not state.cards.deck:
        raise IllegalMove("deck_empty", rule="B10")


def _draw_blind(state: Position, prompt: Prompt, move: DrawBlind, chance: Chance) -> Iterable[Event]:
    return (CardDrawn(prompt.seat, pick(state.cards.deck, chance)),)


BLIND: Final = MoveRule(DrawBlind, _blind, _may_draw_blind, _draw_blind)
FIRST_CARD: Final = (MoveRule(TakeCard, _first_places, _may_take_first, _take), BLIND)
SECOND_CARD: Final = (MoveRule(TakeCard, _second_places, _may_take_second, _take), BLIND)


def default_draw(state: Position, prompt: Prompt) -> Move | None:
    """Played by default: blind, else the lowest market place that holds no locomotive."""
    if state.cards.deck:
        return DrawBlind()
    places = _second_places(state, prompt)
    return places[0] if places else None


def default_second(state: Position, prompt: Prompt) -> Move:
    """The default second card; the question is only asked where there is one."""
    move = default_draw(state, prompt)
    assert move is not None
    return move
