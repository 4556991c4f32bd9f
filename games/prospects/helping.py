"""Which of the viewer's tickets something helps, in a few words; and the letters by which tickets go."""

from collections.abc import Iterable, Sequence
from string import ascii_uppercase

from django.utils.translation import gettext as _

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


def called(seen: Viewpoint, ticket: TicketFact) -> str:
    """A ticket that the viewer holds by its letter, or where there is none left by its cities."""
    return next(filter(None, _lettered(seen, {ticket.number})), name(seen.rules.board, ticket))


def told(seen: Viewpoint, helped: Sequence[TicketFact], every: int) -> str:
    """As "helps A and C", "helps all 3 tickets"; "" where nothing is helped. `every`: so many are not done."""
    count = len(helped)
    if not count:
        return ""
    if count == 1:
        return _("helps %(ticket)s") % {"ticket": called(seen, helped[0])}
    if count == every and every > 2:
        return _("helps all %(n)d tickets") % {"n": count}
    return _("helps %(ticket)s") % {"ticket": words.all_of(_lettered(seen, {ticket.number for ticket in helped}))}


def _lettered(seen: Viewpoint, numbers: Iterable[int]) -> list[str]:
    held = you(seen).get("tickets", ())
    return [letter for letter, one in zip(letters(len(held)), held, strict=True) if one["number"] in numbers]
