"""Readers of a seat's view, which translate its names into the engine's numbers."""

from collections.abc import Iterable

from engine.boards import Board, Ticket
from engine.cards import KINDS, Card
from engine.model import Choices, Move
from engine.parts.goals import open_goals
from engine.parts.market import DrawBlind
from engine.parts.tickets import HeldTicketView
from engine.views import PromptView, View, own


def question(view: View) -> PromptView | None:
    """Return the open prompt of the seat whose view this is; None if there is none."""
    prompts = [prompt for prompt in view["prompts"] if prompt["seat"] == own_seat(view)]
    return prompts[0] if prompts else None


def own_seat(view: View) -> int:
    """Return the seat whose view this is."""
    return own(view)["seat"]


def hand(view: View) -> list[int]:
    """Return the number of cards of each kind in the seat's hand."""
    return counted(own(view)["hand"])


def counted(cards: dict[str, int]) -> list[int]:
    """Return cards counted by name as a list of counts by kind."""
    return [cards.get(name, 0) for name in KINDS]


def market(view: View) -> list[Card | None]:
    """Return the cards in the market, place by place."""
    return [None if name is None else Card(KINDS.index(name)) for name in view["market"]]


def unfinished(board: Board, tickets: Iterable[HeldTicketView]) -> list[Ticket]:
    """Return those of the tickets that are not completed, or that have a better goal than those reached."""
    return [board.ticket_of[ticket["number"]] for ticket in tickets if open_goals(ticket)]


def last_turn(view: View) -> bool:
    """Check whether the last turns are being played, so that this seat has no further turn (B18, C11)."""
    return view["turns_left"] is not None


def anything(options: Choices) -> Move:
    """Return the blind draw if it is legal, else the first move of the list."""
    return next((move for move in options if isinstance(move, DrawBlind)), options[0])
