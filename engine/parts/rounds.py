"""Rounds of the card game: how the deck ends a round, what scores, how the next one begins (C11, C13-C15)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle
from typing import Annotated, ClassVar, Final, TypedDict

from engine.cards import EMPTY, LOCOMOTIVE, ONE, Card
from engine.chance import Chance
from engine.effects import Effect
from engine.model import Event, Feature, Phase, Reaction, ScoringAccount, value
from engine.parts import market, tickets, turns
from engine.parts.scoring import TICKET, each_line, tickets_by_points
from engine.parts.setup import GameStarted, seating
from engine.parts.ticket_completion import RoundOver, show_completed
from engine.parts.turns import PLAYED, GameEnded, LastRoundBegan, PointsScored
from engine.parts.yards import YardPosition, put_on_track
from engine.visibility import Counted

BIG_CITY: Final = "big_city"


@value
class LocomotivesGiven(Event):
    """Every seat was given this many locomotives, openly (C2)."""

    tag: ClassVar[str] = "locomotives_given"
    each: int


@value
class RoundBegan(Event):
    """Another round: stacks, yards, market and discards were shuffled into a new deck (C13)."""

    tag: ClassVar[str] = "round_began"
    round: int


@value
class CardsDealt(Event):
    """A seat was dealt cards for the new round (C13)."""

    tag: ClassVar[str] = "cards_dealt"
    seat: int
    cards: Counted[tuple[Card, ...]]


def _locomotives_given(state: YardPosition, event: LocomotivesGiven) -> None:
    locomotives = event.each * ONE[LOCOMOTIVE]
    for seat in range(state.seats):
        state.cards.deck -= locomotives
        state.cards.hands[seat] += locomotives


def _round_began(state: YardPosition, event: RoundBegan) -> None:
    rows = [row.bag for yard in state.yards for row in yard]
    state.cards.shuffle(sum((*rows, *state.on_track), EMPTY))
    state.yards = ((),) * state.seats
    state.on_track = (EMPTY,) * state.seats
    state.round = event.round
    state.turns_left = None
    state.passed = ()


def _cards_dealt(state: YardPosition, event: CardsDealt) -> None:
    for card in event.cards:
        state.cards.take(card)
        state.cards.hands[event.seat] += ONE[card]


def dealing(
    locomotives: int, hand: int, first: int, keep: int
) -> Callable[[YardPosition, Chance, Sequence[int] | None], Iterator[Event]]:
    """Return a function that sets up seating, locomotives, cards, market and first tickets (C2, C3)."""

    def set_up(state: YardPosition, chance: Chance, order: Sequence[int] | None) -> Iterator[Event]:
        yield GameStarted(seating(state, chance, order))
        yield LocomotivesGiven(locomotives)
        yield from market.deal(state, chance, hand)
        yield from market.fill_market(state, chance) or ()
        yield from tickets.deal_first(state, chance, first, keep)

    return set_up


def next_turn(state: YardPosition, chance: Chance) -> Iterable[Event]:
    """Begin the next seat's turn, with its first step if it has a yard and is not away (C5, P1). A reaction."""
    coming, seat = turns.next_turn(state, chance), turns.next_seat(state)
    if seat in state.away or not state.yards[seat]:
        return coming
    return (*coming, put_on_track(state, seat))


def last_turns(state: YardPosition, chance: Chance) -> Iterable[Event] | None:
    """Begin the last turns when the deck is empty; the seat that emptied it plays last (C11). A reaction."""
    if state.cards.deck or state.turns_left is not None:
        return None
    return (LastRoundBegan(state.turn),)


def end_of_round(rounds: Callable[[int], int], hand: int) -> Reaction:
    """Return the reaction that ends a round: all choose what to complete, then the game ends or a round begins.

    `rounds` returns the number of rounds for a number of seats; `hand` cards are dealt for another round (C12, C13).
    """

    def scored(state: YardPosition, chance: Chance) -> Iterator[Event]:
        yield from show_completed(state)
        if state.round < rounds(state.seats):
            yield RoundBegan(state.round + 1)
            yield from _deal(state, chance, hand)
            yield from market.fill_market(state, chance) or ()
            yield from last_turns(state, chance) or ()
        else:
            yield from final_points(state)
            yield GameEnded(PLAYED)

    def react(state: YardPosition, chance: Chance) -> Iterable[Event] | None:
        if state.turns_left != 0:
            return None
        return scored(state, chance) if state.chosen else (RoundOver(state.round),)

    return react


def _deal(state: YardPosition, chance: Chance, hand: int) -> Iterator[Event]:
    """Deal one card at a time, from the next seat on, until each seat has `hand` cards or the deck is empty (C13)."""
    order = [(state.turn + 1 + step) % state.seats for step in range(state.seats)]
    dealt: dict[int, list[Card]] = {seat: [] for seat in order}
    for seat, card in zip(cycle(order), state.cards.picked(chance, hand * state.seats), strict=False):
        dealt[seat].append(card)
    for seat, cards in dealt.items():
        if cards:
            yield CardsDealt(seat, tuple(cards))


def points_at_once(state: YardPosition) -> Iterator[Event]:
    """Score a game that ends early: the cards on the track complete the best sets of tickets (P3, C12)."""
    yield from show_completed(state)
    yield from final_points(state)


def final_points(state: YardPosition) -> Iterator[Event]:
    """Score the bonuses of the big cities and the tickets not completed (C14, C15)."""
    yield from _bonuses(state)
    printed = state.rules.board.tickets
    for seat in range(state.seats):
        for fact in sorted(printed[ticket] for ticket in state.tickets.held[seat]):
            yield PointsScored(seat, -fact.points, TICKET, str(fact.number))


def _bonuses(state: YardPosition) -> Iterator[Event]:
    board = state.rules.board
    for city, bonus in board.big_cities.items():
        counts = [sum(city in board.tickets[ticket].ends for ticket in completed) for completed in state.completed]
        for seat, count in enumerate(counts):
            if count and count == max(counts):
                yield PointsScored(seat, bonus, BIG_CITY, board.cities[city].slug)


class RoundView(TypedDict, total=False):
    """A game in rounds."""

    round: Annotated[int, "Where a game has rounds: which one is played, from 1."]
    rounds: Annotated[int, "Where a game has rounds: how many are played."]


def feature(rounds: Callable[[int], int]) -> Feature:
    """Return the feature of a game in rounds; `rounds` returns their number for a number of seats (C13)."""

    def round_view(state: YardPosition, viewer: int | None) -> RoundView:
        return {"round": state.round, "rounds": rounds(state.seats)}

    return Feature(
        reducers={
            LocomotivesGiven: _locomotives_given,
            RoundBegan: _round_began,
            CardsDealt: _cards_dealt,
        },
        table=round_view,
        accounts={
            TICKET: ScoringAccount(Phase.TICKETS, tickets_by_points),
            BIG_CITY: ScoringAccount(Phase.BONUSES, each_line),
        },
        effects={
            LocomotivesGiven: (Effect.GIVE,),
            RoundBegan: (Effect.GATHER,),
            CardsDealt: (Effect.DRAW_IN_TURNS,),
        },
    )
