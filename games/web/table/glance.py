"""What a player wants to know first, in a line each: what the others did since, and what their tickets lack."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.prospects import standing
from games.web.table.news import LogLine
from games.web.table.sight import Sight
from games.web.table.tickets import TicketRow

MOST: Final = 6
"""How many things are told at most; the page shows as many as there is room for."""


@dataclass(frozen=True)
class Glance:
    """`happened`: since the viewer's last move, claims first and the latest first; `tickets`: those done, and what the
    others lack. "" where there is nothing to tell."""

    happened: str
    tickets: str


def of(sight: Sight, log: Sequence[LogLine], held: Sequence[TicketRow]) -> Glance:
    """From what the page shows of the log and of the tickets."""
    return Glance(_happened(sight, log), " · ".join(_tickets(held)) if sight.running else "")


def _happened(sight: Sight, log: Sequence[LogLine]) -> str:
    if not sight.running:
        return ""
    own = None if sight.seat is None else sight.seat + 1
    new = [line for line in log if line.new and line.mark != own] or [line for line in log[:1] if line.mark != own]
    return " ".join(line.shown for line in sorted(new, key=lambda line: not line.claims)[:MOST])


def _tickets(held: Sequence[TicketRow]) -> Iterator[str]:
    done = sum(row.state == standing.DONE for row in held)
    if done:
        yield ngettext("%(n)d done", "%(n)d done", done) % {"n": done}
    left = [row for row in held if row.state == standing.OPEN]
    for row in sorted(left, key=lambda row: row.lacks or 0):
        told = _("lacks %(n)d") % {"n": row.lacks} if row.lacks else row.told
        yield f"{row.a}–{row.b} {told}"
