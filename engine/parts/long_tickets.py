"""Long tickets: one is dealt with each player's first tickets; what is not kept then is out of the game (E2)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Protocol

from engine.boards import Board, Ticket
from engine.chance import Chance
from engine.effects import Effect
from engine.model import Event, Feature, TicketStack, value
from engine.parts.position import Position, TicketCards
from engine.parts.tickets import FirstTicketsDealt, TicketsShuffled
from engine.visibility import Sealed


class WithRemoved(Protocol):
    """A position with tickets that are out of the game."""

    tickets: TicketCards
    removed: tuple[Ticket, ...]


@value
class LongTicketsRemoved(Event):
    """These long tickets were not dealt and are out of the game."""

    tag: ClassVar[str] = "long_tickets_removed"
    tickets: Sealed[tuple[Ticket, ...]]


@value
class FirstTicketsRemoved(Event):
    """All have chosen: how many tickets each seat kept. The others are out of the game (E2)."""

    tag: ClassVar[str] = "first_tickets_removed"
    kept: tuple[int, ...]


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


def settle(state: Position, chance: Chance) -> Iterable[Event]:
    """Remove the returned tickets from the game (E2)."""
    return (FirstTicketsRemoved(tuple(map(len, state.tickets.held))),)


def _long_removed(state: WithRemoved, event: LongTicketsRemoved) -> None:
    state.removed = event.tickets


def _first_removed(state: WithRemoved, event: FirstTicketsRemoved) -> None:
    tickets = state.tickets
    returned = (ticket for seat in sorted(tickets.returned) for ticket in tickets.returned[seat])
    state.removed = (*state.removed, *returned)
    state.tickets = TicketCards(tickets.deck, tickets.held, {})


FEATURE = Feature(
    reducers={LongTicketsRemoved: _long_removed, FirstTicketsRemoved: _first_removed},
    effects={LongTicketsRemoved: (Effect.REMOVE_REST,)},
)
