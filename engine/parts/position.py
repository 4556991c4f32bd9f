"""The position that all games of the family share: train cards, tickets, and whose turn it is."""

from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar, Self

from engine.boards import Ticket
from engine.cards import TrainCards
from engine.copies import copyable
from engine.model import State, value


@value
class TicketCards:
    """The ticket deck from top to bottom, each seat's tickets, and those to be returned when all have chosen."""

    deck: tuple[Ticket, ...]
    held: tuple[tuple[Ticket, ...], ...]
    returned: Mapping[int, tuple[Ticket, ...]]

    def without_top(self, count: int) -> Self:
        """Return the tickets without this many from the top of the deck."""
        return type(self)(self.deck[count:], self.held, self.returned)

    def with_held(self, seat: int, tickets: Iterable[Ticket]) -> Self:
        """Return the tickets with these added to the seat's."""
        seats_tickets = (*self.held[:seat], (*self.held[seat], *tickets), *self.held[seat + 1 :])
        return type(self)(self.deck, seats_tickets, self.returned)

    def without_held(self, seat: int, tickets: Collection[Ticket]) -> Self:
        """Return the tickets with these removed from the seat's."""
        remaining = tuple(ticket for ticket in self.held[seat] if ticket not in tickets)
        return type(self)(self.deck, (*self.held[:seat], remaining, *self.held[seat + 1 :]), self.returned)

    def with_bottom(self, tickets: Iterable[Ticket]) -> Self:
        """Return the tickets with these added at the bottom of the deck."""
        return type(self)((*self.deck, *tickets), self.held, self.returned)


@copyable
class Position(State):
    """A position of any game of the family.

    `turn` is the seat whose turn it is or was last (-1 before the first), `passed` are the seats that have passed in
    succession (B11), `turns_left` counts down the last round (B18). Reducers change `cards` in place; `tickets` is a
    value, and they replace it.
    """

    changeable: ClassVar[tuple[str, ...]] = ("cards",)
    turn: int
    passed: tuple[int, ...]
    turns_left: int | None
    cards: TrainCards
    tickets: TicketCards

    def acted(self, seat: int) -> None:
        """Record that the seat has not passed, so that earlier passes no longer count (B11). For reducers."""
        self.close_prompt(seat)
        self.passed = ()

    @property
    def playing(self) -> list[int]:
        """Return the seats that have not left and are not absent."""
        return [seat for seat in range(self.seats) if seat not in self.away]
