"""Tickets that are returned are out of the game, at the start (E2) or whenever some are drawn (N2)."""

from collections.abc import Iterable
from typing import ClassVar, Final, Protocol

from engine.boards import Ticket
from engine.chance import Chance
from engine.model import Event, Feature, value
from engine.parts.position import Position, TicketCards
from engine.parts.tickets import KEEP, Keep, KeepTickets, split_offer
from engine.visibility import Counted


class WithRemoved(Protocol):
    """A position with tickets that are out of the game."""

    tickets: TicketCards
    removed: tuple[Ticket, ...]

    def close_prompt(self, seat: int) -> None: ...


@value
class FirstTicketsRemoved(Event):
    """All have chosen: how many tickets each seat kept. The others are out of the game (E2)."""

    tag: ClassVar[str] = "first_tickets_removed"
    kept: tuple[int, ...]


@value
class TicketsTaken(Event):
    """A seat kept some of the tickets it drew; the others are out of the game (N2)."""

    tag: ClassVar[str] = "tickets_taken"
    seat: int
    kept: Counted[tuple[Ticket, ...]]
    removed: Counted[tuple[Ticket, ...]]


def settle(state: Position, chance: Chance) -> Iterable[Event]:
    """Remove the first tickets that were returned from the game (E2)."""
    return (FirstTicketsRemoved(tuple(map(len, state.tickets.held))),)


def _take(state: Position, prompt: KeepTickets, move: Keep, chance: Chance) -> Iterable[Event]:
    return (TicketsTaken(prompt.seat, *split_offer(prompt, move)),)


TAKE: Final = KEEP._replace(events=_take)
"""The rule for choosing from tickets drawn, of which the others are out of the game (N2)."""


def _first_removed(state: WithRemoved, event: FirstTicketsRemoved) -> None:
    tickets = state.tickets
    returned = (ticket for seat in sorted(tickets.returned) for ticket in tickets.returned[seat])
    state.removed = (*state.removed, *returned)
    state.tickets = TicketCards(tickets.deck, tickets.held, {})


def _reduce_taken(state: WithRemoved, event: TicketsTaken) -> None:
    state.close_prompt(event.seat)
    state.tickets = state.tickets.with_held(event.seat, event.kept)
    state.removed = (*state.removed, *event.removed)


FIRST: Final = Feature(reducers={FirstTicketsRemoved: _first_removed})
"""The feature of games in which first tickets that were returned are out of the game (E2)."""
LATER: Final = Feature(reducers={TicketsTaken: _reduce_taken})
"""The feature of games in which later tickets that were returned are out of the game, too (N2)."""
