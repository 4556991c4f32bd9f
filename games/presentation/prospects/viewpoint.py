"""The input of prospects: a game as one viewer sees it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import engine
from engine.boards import Board, TicketFact
from engine.parts.goals import earned_so_far
from engine.parts.tickets import HeldTicketView, TicketView
from engine.views import OwnView, View


class Viewpoint(Protocol):
    """A game as one viewer sees it. `seat` is the viewer's own; None for a spectator.

    `view` and `options` are the results of `engine.view` and `engine.options`, with what it suggests, for that seat.
    """

    @property
    def rules(self) -> engine.Ruleset:
        """Return the game's ruleset."""

    @property
    def seat(self) -> int | None:
        """Return the viewer's seat; None for a spectator."""

    @property
    def view(self) -> View:
        """Return what the viewer may know of the position."""

    @property
    def options(self) -> engine.Options:
        """Return the legal answers of the seat to its question; of those that are too many, the sensible ones."""

    def name(self, seat: int) -> str:
        """Return the name of the seat's player."""


def you(viewpoint: Viewpoint) -> OwnView | None:
    """Return what only the viewer knows; None for a spectator."""
    return viewpoint.view["you"]


def held_tickets(viewpoint: Viewpoint) -> Sequence[HeldTicketView]:
    """Return the viewer's tickets; none for a spectator."""
    own = you(viewpoint)
    return own["tickets"] if own else ()


def open_goals(board: Board, ticket: TicketView) -> tuple[TicketFact, ...]:
    """Return the goals of a ticket that would bring more than it has earned, each as a ticket of its own (B19)."""
    earned = earned_so_far(ticket)
    if earned is not None and "also" not in ticket:
        return ()
    return board.tickets[board.ticket_of[ticket["number"]]].beyond(earned)


def hand(viewpoint: Viewpoint) -> Mapping[str, int]:
    """Return the viewer's train cards by kind."""
    own = you(viewpoint)
    return own["hand"] if own else {}
