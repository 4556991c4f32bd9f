"""What a player wants to know first: what others did since the own last move, and what each of the tickets lacks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games import words
from games.prospects import standing
from games.web.table.news import LogLine
from games.web.table.sight import Sight
from games.web.table.tickets import TicketRow

ROOM: Final = 360
"""Letters: more of what happened stands in the log. A round of six players fits."""
TICKETS: Final = 5
"""So many tickets have a line each; further ones are told in short."""


@dataclass(frozen=True)
class Glance:
    """`happened`: the oldest first, under `since`; `more` lines are left out. `tickets`: those that lack something;
    `rest`: all others, in short."""

    since: str
    happened: Sequence[str]
    more: int
    tickets: Sequence[TicketRow]
    rest: Sequence[str]


def of(sight: Sight, log: Sequence[LogLine], held: Sequence[TicketRow]) -> Glance:
    """From what the page shows of the log and of the tickets."""
    if not sight.running:
        return Glance("", (), 0, (), ())
    new = _new(sight, log)
    shown = _most(new)
    lacking = [row for row in held if row.state == standing.OPEN and not row.paid]
    since = _("Since your move") if new and new[0].new else _("Latest")
    return Glance(since, shown, len(new) - len(shown), lacking[:TICKETS], list(_rest(held, lacking[TICKETS:])))


def _new(sight: Sight, log: Sequence[LogLine]) -> list[LogLine]:
    """What others did since the viewer's last move, the latest first; or else what happened last."""
    own = None if sight.seat is None else sight.seat + 1
    return [line for line in log if line.new and line.mark != own] or [line for line in log[:1] if line.mark != own]


def _most(new: Sequence[LogLine]) -> list[str]:
    """As many as there is room for, the oldest first: of all claims come before cards, and later before earlier."""
    room, chosen = ROOM, list[LogLine]()
    for line in sorted(new, key=lambda line: not line.claims):
        room -= len(line.shown)
        if chosen and room < 0:
            break
        chosen.append(line)
    return [line.shown for line in sorted(chosen, key=lambda line: line.number)]


def _rest(held: Sequence[TicketRow], further: Sequence[TicketRow]) -> Iterator[str]:
    """Tickets that have no line of their own, by their letters."""
    if further:
        yield _("%(tickets)s: see below") % {"tickets": words.all_of(_called(further))}
    done, lost = ([row for row in held if row.state == state] for state in (standing.DONE, standing.LOST))
    paid = [row for row in held if row.paid and row.state == standing.OPEN]
    yield from standing.in_short(_called(paid), _called(done), _called(lost), len(held))


def _called(rows: Sequence[TicketRow]) -> list[str]:
    return [row.letter or f"{row.a} – {row.b}" for row in rows]
