"""What a player wants to know first: what others did since the own last move, and what each of the tickets lacks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games import words
from games.prospects import standing
from games.web.table.news import LogLine, taken_back
from games.web.table.sight import Sight
from games.web.table.tickets import TicketRow
from games.words.quiet import drew
from games.words.running_text import ToldOf, together_by_player

ROOM: Final = 380
"""Letters: more of what happened stands in the log. A round of six players fits."""
TICKETS: Final = 6
"""So many tickets have a line each."""
NAMED: Final = 2
"""So many tickets have the cities of their ways named on the board."""


@dataclass(frozen=True)
class Glance:
    """`happened`: the oldest first, under `since`; `more` lines are left out. `distances`: tickets that lack spaces on
    a board; `tickets`: those that lack cards; `rest`: all others, in short."""

    since: str
    happened: Sequence[str]
    more: int
    distances: Sequence[TicketRow]
    tickets: Sequence[TicketRow]
    rest: Sequence[str]


def make(sight: Sight, log: Sequence[LogLine], held: Sequence[TicketRow]) -> Glance:
    """From what the page shows of the log and of the tickets."""
    if not sight.running:
        return Glance("", (), 0, (), (), ())
    new = _new(sight, log)
    shown, more = _most(new)
    lacking = [row for row in held if row.state == standing.OPEN and not row.paid]
    since = _("Since your move") if new and new[0].new else _("Latest")
    distances, others = ([row for row in lacking if bool(row.spaces) == far] for far in (True, False))
    rest = list(_rest(held, others[TICKETS:]))
    return Glance(since, shown, more, distances, others[:TICKETS], rest)


def cities_to_name(held: Sequence[TicketRow]) -> list[str]:
    """The cities on the ways of the nearest tickets: a board has room for so many names."""
    lacking = sorted((row for row in held if row.way), key=lambda row: row.spaces)
    return [city for row in lacking[:NAMED] for city in row.way]


def _new(sight: Sight, log: Sequence[LogLine]) -> list[LogLine]:
    """What others did since the viewer's last move, the latest first, without what they took back; or else what
    happened last.
    """
    own, undone = None if sight.seat is None else sight.seat + 1, taken_back(sight)
    new = [line for line in log if line.new and line.mark != own and line.number not in undone]
    return new or [line for line in log[:1] if line.mark != own]


def _most(new: Sequence[LogLine]) -> tuple[list[str], int]:
    """As much as there is room for, the oldest first, and how many lines are left out: of all claims come before the
    rest, and later before earlier. Several players' cards are one sentence, the last."""
    cards = [line for line in new if line.cards] if sum(line.cards for line in new) > 1 else []
    others = [line for line in new if line not in cards and not line.quiet]
    joined = drew([card.by for card in cards[::-1]])
    room, chosen = ROOM - len(joined), list[LogLine]()
    for line in sorted(others, key=lambda line: not line.claims):
        room -= len(line.shown)
        if chosen and room < 0:
            break
        chosen.append(line)
    told = together_by_player(ToldOf(one.by, one.shown) for one in sorted(chosen, key=lambda line: line.number))
    return [*(one.line for one in told), *filter(None, [joined])], len(others) - len(chosen)


def _rest(held: Sequence[TicketRow], further: Sequence[TicketRow]) -> Iterator[str]:
    """Tickets that have no line of their own, by their letters."""
    if further:
        yield _("%(tickets)s: see below") % {"tickets": words.all_of(_ticket_names(further))}
    done, lost = ([row for row in held if row.state == state] for state in (standing.DONE, standing.LOST))
    paid = [row for row in held if row.paid and row.state == standing.OPEN]
    yield from standing.in_short(_ticket_names(paid), _ticket_names(done), _ticket_names(lost), len(held))


def _ticket_names(rows: Sequence[TicketRow]) -> list[str]:
    return [row.letter or f"{row.a} – {row.b}" for row in rows]
