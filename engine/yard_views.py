"""What one seat, or a spectator, may know of the card game: yards and completed tickets are open, stacks are not.

A stack has lain open card by card, and still nobody is told what it holds (C6): only its owner, and only while the
round is scored, or always where the game is played with open stacks.
"""

from typing import Any

from engine.cards import KINDS, named, size
from engine.completing import CompleteTickets, best_completion
from engine.core import Prompt
from engine.turns import PLAYED
from engine.views import View, own_view, seat_view, table_view, ticket_view
from engine.yards import YardPosition


def yard_view(state: YardPosition, viewer: int | None) -> View:
    """The view of a game with closed stacks; `viewer` None is a spectator."""
    view = table_view(state, viewer)
    view["round"] = state.round
    for shown, prompt in zip(view["prompts"], state.prompts, strict=True):
        if prompt.seat == viewer:
            shown |= _own_question(state, prompt)
    view["seats"] = [_seat(state, seat, viewer) for seat in range(state.seats)]
    view["you"] = None if viewer is None else _you(state, viewer)
    return view


def open_stack_view(state: YardPosition, viewer: int | None) -> View:
    """The same where everybody may look through the own stack at any time (C6)."""
    view = yard_view(state, viewer)
    if viewer is not None:
        view["you"]["on_track"] = named(state.on_track[viewer])
    return view


def _own_question(state: YardPosition, prompt: Prompt) -> View:
    """What the seat that is asked needs to know: the best set it could complete (C12)."""
    if not isinstance(prompt, CompleteTickets):
        return {}
    tickets = state.rules.board.tickets
    return {"suggestion": [tickets[ticket].number for ticket in best_completion(state, prompt.seat)]}


def _seat(state: YardPosition, seat: int, viewer: int | None) -> View:
    """What everybody may know of a seat; all its tickets when the game has been scored."""
    view: dict[str, Any] = {
        **seat_view(state, seat, viewer),
        "yard": [
            {"color": KINDS[row.color], "cards": row.cards, "locomotives": row.locomotives} for row in state.yards[seat]
        ],
        "on_track": size(state.on_track[seat]),
        "completed": [ticket_view(state, ticket) for ticket in state.completed[seat]],
    }
    if state.outcome == PLAYED:
        view["tickets_shown"] = sorted(_tickets(state, seat), key=lambda ticket: ticket["number"])
    return view


def _you(state: YardPosition, seat: int) -> View:
    """What only the seat itself knows: hand, tickets, the stack while the round is scored, and what it has chosen."""
    numbers = [state.rules.board.tickets[ticket].number for ticket in state.chosen.get(seat, ())]
    scoring = any(isinstance(prompt, CompleteTickets) for prompt in state.prompts)
    return {
        **own_view(state, seat),
        "tickets": _tickets(state, seat),
        "on_track": named(state.on_track[seat]) if scoring else None,
        "chosen": numbers if seat in state.chosen else None,
    }


def _tickets(state: YardPosition, seat: int) -> list[View]:
    """Tickets held, and those completed in a round that has been scored."""
    held = [{**ticket_view(state, ticket), "completed": False} for ticket in state.tickets.held[seat]]
    return held + [{**ticket_view(state, ticket), "completed": True} for ticket in state.completed[seat]]
