"""Which of the viewer's tickets something helps, in a few words; and the letters by which tickets go."""

from collections.abc import Iterable, Sequence
from string import ascii_uppercase

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Board, TicketFact
from games import words
from games.prospects.viewpoint import Viewpoint, you


def name(board: Board, ticket: TicketFact) -> str:
    """A ticket's cities."""
    a, b = (board.cities[end].name for end in ticket.ends)
    return _("%(a)s – %(b)s") % {"a": a, "b": b}


def letters(count: int) -> list[str]:
    """For so many tickets, as the board shows them; beyond the alphabet there are none."""
    return [*ascii_uppercase[:count], *[""] * (count - len(ascii_uppercase))]


def ticket_label(seen: Viewpoint, ticket: TicketFact) -> str:
    """A ticket that the viewer holds by its letter, or where there is none left by its cities."""
    return next(filter(None, _lettered(seen, {ticket.number})), name(seen.rules.board, ticket))


def describe_help(seen: Viewpoint, helped: Sequence[TicketFact], every: int) -> str:
    """As "helps A and C", "helps all 3 tickets"; "" where nothing is helped. `every`: so many are not done."""
    return _("helps %(tickets)s") % {"tickets": _ticket_letters(seen, helped, every)} if helped else ""


def nearer(seen: Viewpoint, helped: Sequence[TicketFact], every: int, spaces: int) -> str:
    """As "brings A and C 2 spaces nearer"; "" where nothing is helped. `every`: so many are not done."""
    if not helped:
        return ""
    told = ngettext("brings %(tickets)s %(n)d space nearer", "brings %(tickets)s %(n)d spaces nearer", spaces)
    return told % {"tickets": _ticket_letters(seen, helped, every), "n": spaces}


def _ticket_letters(seen: Viewpoint, helped: Sequence[TicketFact], every: int) -> str:
    """These tickets by their letters, or together."""
    count = len(helped)
    if count == 1:
        return ticket_label(seen, helped[0])
    if count == every and every > 2:
        return _("all %(n)d tickets") % {"n": count}
    return words.all_of(_lettered(seen, {ticket.number for ticket in helped}))


def _lettered(seen: Viewpoint, numbers: Iterable[int]) -> list[str]:
    held = you(seen).get("tickets", ())
    return [letter for letter, one in zip(letters(len(held)), held, strict=True) if one["number"] in numbers]
