"""Long tickets: one is dealt with each player's first tickets (E2)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.boards import Board, Ticket
from engine.chance import Chance
from engine.effects import Effect
from engine.model import Event, Feature, TicketStack, value
from engine.parts.position import Position
from engine.parts.removed_tickets import WithRemoved
from engine.parts.tickets import FirstTicketsDealt, TicketsShuffled
from engine.visibility import Sealed


@value
class LongTicketsRemoved(Event):
    """These long tickets were not dealt and are out of the game."""

    tag: ClassVar[str] = "long_tickets_removed"
    tickets: Sealed[tuple[Ticket, ...]]


def deal(state: Position, chance: Chance, count: int, at_least: int) -> Iterator[Event]:
    """Deal every seat this many regular tickets and a long one, in this order, to choose from.

    They lie in this order on top of the deck that is shuffled, and the other regular tickets below them.
    """
    facts = state.rules.board.tickets
    regular, long = (
        chance.shuffled([Ticket(index) for index, fact in enumerate(facts) if ("long" in fact.attributes) is is_long])
        for is_long in (False, True)
    )
    offers = [(*regular[count * seat : count * (seat + 1)], long[seat]) for seat in range(state.seats)]
    dealt = [ticket for offer in offers for ticket in offer]
    yield TicketsShuffled((*dealt, *regular[count * state.seats :]))
    yield LongTicketsRemoved(tuple(long[state.seats :]))
    for seat, offer in enumerate(offers):
        yield FirstTicketsDealt(seat, offer, at_least)


def stacks(board: Board, count: int) -> tuple[TicketStack, TicketStack]:
    """Return the stacks of a board's regular and long tickets, where seats are dealt this many and one of them."""
    long = sum("long" in fact.attributes for fact in board.tickets)
    return TicketStack(len(board.tickets) - long, count), TicketStack(long, 1)


def _long_removed(state: WithRemoved, event: LongTicketsRemoved) -> None:
    state.removed = event.tickets


FEATURE = Feature(reducers={LongTicketsRemoved: _long_removed}, effects={LongTicketsRemoved: (Effect.REMOVE_REST,)})
