"""Brief descriptions of the viewer's tickets that something helps; and the letters of tickets."""

from collections.abc import Sequence
from string import ascii_uppercase

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Board, TicketFact
from games.presentation import words
from games.presentation.prospects.viewpoint import Viewpoint, held_tickets


def name(board: Board, ticket: TicketFact) -> str:
    """Return a ticket's cities as its name."""
    a, b = (board.cities[end].name for end in ticket.ends)
    return _("%(a)s – %(b)s") % {"a": a, "b": b}


def letters(count: int) -> list[str]:
    """Return letters for this many tickets, as the board shows them; "" beyond the alphabet."""
    return [*ascii_uppercase[:count], *[""] * (count - len(ascii_uppercase))]


def ticket_label(viewpoint: Viewpoint, ticket: TicketFact) -> str:
    """Return the letter of a held ticket, or its cities if it has no letter."""
    return next(iter(_label_held(viewpoint, [ticket])), name(viewpoint.rules.board, ticket))


def letter_of(viewpoint: Viewpoint, ticket: TicketFact) -> str:
    """Return the letter of a held ticket; "" if it has none."""
    tickets = held_tickets(viewpoint)
    pairs = zip(letters(len(tickets)), tickets, strict=True)
    return next((letter for letter, other in pairs if other["number"] == ticket.number), "")


def describe_help(viewpoint: Viewpoint, helped: Sequence[TicketFact], every: int) -> str:
    """Return which tickets are helped, as in "helps A and C", "helps all 3 tickets"; "" if there are none.

    `every`: the number of uncompleted tickets.
    """
    return _("helps %(tickets)s") % {"tickets": _list_tickets(viewpoint, helped, every)} if helped else ""


def nearer(viewpoint: Viewpoint, helped: Sequence[TicketFact], every: int, spaces: int) -> str:
    """Return which tickets come nearer, as in "brings A and C 2 spaces nearer"; "" if there are none.

    `every`: the number of uncompleted tickets.
    """
    if not helped:
        return ""
    sentence = ngettext("brings %(tickets)s %(n)d space nearer", "brings %(tickets)s %(n)d spaces nearer", spaces)
    return sentence % {"tickets": _list_tickets(viewpoint, helped, every), "n": spaces}


def _list_tickets(viewpoint: Viewpoint, helped: Sequence[TicketFact], every: int) -> str:
    """List these tickets by their letters, or as "all"."""
    count = len({ticket.number for ticket in helped})
    if count == 1:
        return ticket_label(viewpoint, helped[0])
    if count == every and every > 2:
        return ngettext("all %(n)d ticket", "all %(n)d tickets", count) % {"n": count}
    return words.all_of(_label_held(viewpoint, helped))


def _label_held(viewpoint: Viewpoint, helped: Sequence[TicketFact]) -> list[str]:
    """Return the letters of the held ones of these tickets, in order; the cities of any beyond the letters."""
    facts, tickets = {ticket.number: ticket for ticket in helped}, held_tickets(viewpoint)
    return [
        letter or name(viewpoint.rules.board, facts[ticket["number"]])
        for letter, ticket in zip(letters(len(tickets)), tickets, strict=True)
        if ticket["number"] in facts
    ]
