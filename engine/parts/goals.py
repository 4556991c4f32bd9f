"""The goals of tickets as views show them: pairs of cities, each with what it scores when connected (B19).

Nearly every ticket has one. Of several, the best that is reached counts, so that a completed ticket may bring more yet.
"""

from typing import cast

from engine.boards import Board, Ticket
from engine.parts.tickets import GoalView, HeldTicketView, TicketView, ticket_view
from engine.visibility import CityId


def held_ticket_view(board: Board, ticket: Ticket, earned: int | None) -> HeldTicketView:
    """Return a ticket in somebody's hands. `earned`: what its best goal that is reached scores; None if none is."""
    fields = cast(HeldTicketView, ticket_view(board, ticket))
    fields["completed"] = earned is not None
    if earned is not None and "also" in fields:
        fields["earned"] = earned
    return fields


def list_goals(ticket: TicketView) -> list[GoalView]:
    """Return all goals of a ticket."""
    return [{"from": ticket["from"], "to": ticket["to"], "points": ticket["points"]}, *ticket.get("also", ())]


def list_values(ticket: TicketView) -> list[int]:
    """Return what each goal of a ticket scores."""
    return [ticket["points"], *(goal["points"] for goal in ticket.get("also", ()))]


def list_cities(ticket: TicketView) -> list[CityId]:
    """Return the cities of all goals of a ticket, each once."""
    return list(dict.fromkeys(city for goal in list_goals(ticket) for city in (goal["from"], goal["to"])))


def earned_so_far(ticket: TicketView) -> int | None:
    """Return what a ticket scores with the routes of now; None if it is not completed, or still on offer."""
    held = cast(HeldTicketView, ticket)
    return held.get("earned", held["points"]) if held.get("completed") else None


def open_goals(ticket: TicketView) -> list[GoalView]:
    """Return the goals that would score more than what the ticket has earned; none if it can bring nothing more."""
    earned = earned_so_far(ticket)
    return [goal for goal in list_goals(ticket) if earned is None or goal["points"] > earned]
