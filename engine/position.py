"""What all games of the family share on the table: train cards, tickets, and whose turn it is."""

from dataclasses import dataclass, field
from typing import Self

from engine.boards import Ticket
from engine.cards import TrainCards
from engine.core import State


@dataclass(slots=True)
class TicketCards:
    """The ticket deck from top to bottom, what each seat holds, and what goes back when all have chosen."""

    deck: list[Ticket]
    held: list[list[Ticket]]
    returned: dict[int, tuple[Ticket, ...]] = field(default_factory=dict)

    def copy(self) -> Self:
        """The same tickets, sharing nothing."""
        return type(self)(self.deck[:], [held[:] for held in self.held], dict(self.returned))


@dataclass(slots=True)
class Turns:
    """Whose turn it is or was last (-1 before the first), passes in succession, and turns left (B18)."""

    seat: int = -1
    passes: int = 0
    left: int | None = None

    def copy(self) -> Self:
        """The same counters."""
        return type(self)(self.seat, self.passes, self.left)


@dataclass(slots=True)
class Position(State):
    """A position of any game of the family."""

    cards: TrainCards = field(kw_only=True)
    tickets: TicketCards = field(kw_only=True)
    turns: Turns = field(default_factory=Turns, kw_only=True)

    @property
    def playing(self) -> list[int]:
        """Seats that have not left and are not absent."""
        return [seat for seat in range(self.seats) if seat not in self.away]
