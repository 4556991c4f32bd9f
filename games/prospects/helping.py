"""Which of the viewer's tickets something helps, in a few words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Board, TicketFact


def name(board: Board, ticket: TicketFact) -> str:
    """A ticket's cities."""
    a, b = (board.cities[end].name for end in ticket.ends)
    return _("%(a)s – %(b)s") % {"a": a, "b": b}


def told(board: Board, helped: Sequence[TicketFact], every: int) -> str:
    """As "helps Denver – El Paso", "helps all 3 tickets"; "" where nothing is helped. `every`: so many are not done."""
    count = len(helped)
    if not count:
        return ""
    if count == 1:
        return _("helps %(ticket)s") % {"ticket": name(board, helped[0])}
    if count == every and every > 2:
        return _("helps all %(n)d tickets") % {"n": count}
    return ngettext("helps %(n)d ticket", "helps %(n)d tickets", count) % {"n": count}
