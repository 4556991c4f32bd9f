"""Drawing train cards: the market of five cards, the blind draw, the second card, refill and flush (B5-B10).

draw 3        the face-up card at the third place of the market
draw deck     a card from the deck
draw red      the red card of the market, if there is exactly one
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, ClassVar, Final, TypedDict

from engine import notation
from engine.boards import Board
from engine.cards import (
    CARDS,
    EMPTY,
    KINDS,
    LOCOMOTIVE,
    ONE,
    PLACES,
    Card,
    Place,
    TrainCards,
    by_name,
    counts,
    pick,
    size,
)
from engine.chance import Chance
from engine.effects import Effect
from engine.errors import IllegalMove, MalformedMove
from engine.model import Event, Feature, Move, MoveRule, Prompt, value
from engine.parts.position import Position
from engine.visibility import CardKind, Counted, Length, Owner

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
    """Three or more locomotives: all five cards were discarded, again if necessary; `rows` has every new five (B9)."""

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
        for index, card in enumerate(row):
            state.cards.take(card)
            state.cards.market[index] = card


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


def deal(state: Position, chance: Chance, count: int) -> Iterator[Event]:
    """Deal the same number of cards to every seat, from the first on (B2)."""
    for seat in range(state.seats):
        yield HandDealt(seat, tuple(state.cards.picked(chance, count)))


def fill_market(state: Position, chance: Chance) -> Iterable[Event] | None:
    """Fill empty places, lowest first, as long as there are cards (B5, B10). A reaction."""
    cards = state.cards
    if None not in cards.market or not cards.deck:
        return None
    empty = cards.market.count(None)
    if empty == 1:
        return (_FILLED[cards.market.index(None)][pick(cards.deck, chance)],)
    drawn = tuple(cards.picked(chance, empty))
    places = [place for place in _ALL_PLACES if cards.market[place] is None]
    return (MarketFilled(tuple(places[: len(drawn)]), drawn),)


def flush_market(state: Position, chance: Chance) -> Iterable[Event] | None:
    """Replace a market with three or more locomotives, if a legal market is possible (B9). A reaction."""
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
    """Check whether these cards can ever form a market with fewer than three locomotives (B9).

    Three colored cards are needed. If the deck is exactly one row of five and nothing is discarded, that row and the
    market would alternate for ever: when the deck runs out, the old row becomes the new deck.
    """
    in_deck = _colored(cards.deck)
    in_market = sum(1 for card in cards.market if card is not None and card != LOCOMOTIVE)
    if size(cards.deck) == PLACES and not cards.discards:
        return in_deck >= LEAST_COLORED
    return in_deck + _colored(cards.discards) + in_market >= LEAST_COLORED


def _colored(bag: int) -> int:
    return sum(counts(bag)[:LOCOMOTIVE])


def second_card(state: Position, chance: Chance) -> Iterable[Event] | None:
    """Ask for the second card after the first, if one may be drawn (B5, B6, B10). A reaction."""
    cards = state.cards
    if cards.drawn != 1:
        return None
    if not cards.deck and all(card is None or card == LOCOMOTIVE for card in cards.market):
        return None
    return (second_due(state.turn),)


@cache
def second_due(seat: int) -> SecondCardDue:
    """Return the fact that a second card is due, one cached object for each seat."""
    return SecondCardDue(seat)


_ALL_PLACES: Final = tuple(Place(place) for place in range(PLACES))
_FILLED: Final = tuple(tuple(MarketFilled((place,), (card,)) for card in CARDS) for place in _ALL_PLACES)
_TAKE: Final = tuple(TakeCard(place) for place in _ALL_PLACES)
_BLIND: Final = (DrawBlind(),)


def _first_places(state: Position, prompt: Prompt) -> Sequence[Move]:
    if None not in state.cards.market:
        return _TAKE
    return [_TAKE[index] for index, card in enumerate(state.cards.market) if card is not None]


def _second_places(state: Position, prompt: Prompt) -> Sequence[Move]:
    market = state.cards.market
    if None not in market and LOCOMOTIVE not in market:
        return _TAKE
    return [_TAKE[index] for index, card in enumerate(market) if card is not None and card != LOCOMOTIVE]


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
    return (_make_card_taken(prompt.seat, move.place, card),)


_make_card_taken: Final = cache(CardTaken)


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
    """Return the default: a blind draw, else the lowest market place that does not hold a locomotive."""
    if state.cards.deck:
        return DrawBlind()
    places = _second_places(state, prompt)
    return places[0] if places else None


def default_second(state: Position, prompt: Prompt) -> Move:
    """Return the default second card; the question is only asked if a card may be drawn."""
    move = default_draw(state, prompt)
    assert move is not None
    return move


class MarketView(TypedDict):
    """The train cards that lie before all: what is turned up, and how many lie in the piles."""

    market: Annotated[
        list[CardKind | None],
        "The face-up cards, place by place; null where a place is empty.",
        Length(PLACES),
    ]
    deck: Annotated[int, "How many cards the deck has."]
    discard_pile: Annotated[int, "How many cards have been discarded."]


class CardCountView(TypedDict):
    """How many train cards a seat has in hand."""

    cards: Annotated[int, "How many train cards in hand."]


class HandView(TypedDict):
    """A seat's own train cards."""

    hand: Annotated[dict[str, int], "Train cards by kind."]


def _market_view(state: Position, viewer: int | None) -> MarketView:
    cards = state.cards
    return {
        "market": [None if card is None else KINDS[card] for card in cards.market],
        "deck": size(cards.deck),
        "discard_pile": size(cards.discards),
    }


def _card_count(state: Position, seat: int, viewer: int | None) -> CardCountView:
    return {"cards": size(state.cards.hands[seat])}


def _hand(state: Position, seat: int) -> HandView:
    return {"hand": by_name(state.cards.hands[seat])}


def _read_draw(board: Board, words: list[str]) -> Move:
    if words == ["deck"]:
        return DrawBlind()
    place = notation.number(words[0]) if len(words) == 1 and not notation.is_card(words[0]) else 0
    if not 1 <= place <= PLACES:
        raise MalformedMove("draw_what", expected="draw 1 ... draw 5, or draw deck")
    return TakeCard(Place(place - 1))


def _read_draw_here(state: Position, words: list[str]) -> Move:
    """Read a draw in this position, in which a color may name the only card of that color in the market.

    Raises IllegalMove if no such card lies there (B5).
    """
    if len(words) != 1 or not notation.is_card(words[0]):
        return _read_draw(state.rules.board, words)
    card = notation.kind(words[0])
    places = [place for place in _ALL_PLACES if state.cards.market[place] == card]
    if not places:
        raise IllegalMove("color_not_in_market", rule="B5", color=KINDS[card])
    if len(places) > 1:
        raise MalformedMove("which_place", given=KINDS[card], known=[f"draw {place + 1}" for place in places])
    return TakeCard(places[0])


FEATURE: Final = Feature(
    reducers={
        HandDealt: _hand_dealt,
        MarketFilled: _market_filled,
        CardTaken: _card_taken,
        CardDrawn: _card_drawn,
        SecondCardDue: _second_card_due,
    },
    verbs={"draw": _read_draw},
    verbs_here={"draw": _read_draw_here},
    writers={
        TakeCard: lambda board, move: f"draw {move.place + 1}",
        DrawBlind: notation.word("draw deck"),
    },
    table=_market_view,
    seat=_card_count,
    own=_hand,
    effects={
        HandDealt: (Effect.DRAW,),
        MarketFilled: (Effect.FILL,),
        CardTaken: (Effect.TAKE,),
        CardDrawn: (Effect.DRAW,),
    },
)
FLUSHED: Final = Feature(reducers={MarketFlushed: _market_flushed}, effects={MarketFlushed: (Effect.FLUSH,)})
"""The feature of games in which three locomotives renew the market (B9)."""
