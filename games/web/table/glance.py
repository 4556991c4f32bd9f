"""What a player wants to know first: what others did since the player's last move, and what each ticket lacks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds import RulingKind
from games.logged_entries import is_own_move_taken_back
from games.presentation import words
from games.presentation.prospects import ticket_status
from games.presentation.words.quiet import drew
from games.presentation.words.running_text import ToldOf, together_by_player
from games.web.table.news import LogLine, claimed_lately, last_deed, own_last_move, taken_back
from games.web.table.sight import Sight
from games.web.table.tickets import TicketRow

PAUSES: Final = frozenset({RulingKind.PAUSED, RulingKind.RESUMED})
ROOM: Final = 380
"""How many letters of the events are shown, the own move included: a round of six players. The log has all."""
LINE: Final = 50
"""The letters of a line on a phone, of which the last one of the viewer's own move may hold few."""
TICKETS: Final = 6
"""How many tickets at most have a line of their own."""
MAX_NAMED_TICKETS: Final = 2
"""For how many tickets the cities on their ways are named on the board."""


@dataclass(frozen=True)
class Glance:
    """The glance's lines. `happened`: oldest first, under the heading `since`; `more` lines are left out.

    `own`: the viewer's own last move, under `own_heading`, which a stand-in's move has not. `scored`: what each seat
    scored as a round ended. `lost`: tickets that others have made impossible since. `distances`: tickets that lack
    spaces on a board; `tickets`: those that lack cards; `rest`: all others, in short.
    """

    own: Sequence[str]
    own_heading: str
    since: str
    happened: Sequence[str]
    more: int
    scored: Sequence[str]
    lost: Sequence[TicketRow]
    distances: Sequence[TicketRow]
    tickets: Sequence[TicketRow]
    rest: Sequence[str]


def make(sight: Sight, log: Sequence[LogLine], ticket_rows: Sequence[TicketRow], *, own: bool) -> Glance:
    """Build the glance from the log lines and tickets that the page shows. `own`: tell the viewer's own move, too."""
    if not sight.running:
        return Glance((), "", "", (), 0, (), (), (), (), ())
    new = _find_new_lines(sight, log)
    lacking = [row for row in ticket_rows if row.state == ticket_status.OPEN and not row.paid]
    pauses = _tell_past_pauses(sight)
    since = _name_period(sight) if (new and new[0].new) or pauses else _("Latest")
    last_move = own_last_move(sight) if own else []
    own_lines = [line.visible_text for line in last_move]
    happened, more = _list_what_fits(new, ROOM - sum(LINE + len(text) for text in own_lines))
    distances, others = ([row for row in lacking if bool(row.spaces) == far] for far in (True, False))
    rest = list(_describe_rest(ticket_rows, others[TICKETS:]))
    lost = _find_newly_lost(sight, ticket_rows)
    scored = [score for line in new[::-1] for score in line.scores]
    heading = "" if any(line.by not in ("", _own_name(sight)) for line in last_move) else _("Your move")
    happened += filter(None, [pauses])
    return Glance(own_lines, heading, since, happened, more, scored, lost, distances, others[:TICKETS], rest)


def _name_period(sight: Sight) -> str:
    has_begun = not last_deed(sight) and bool(sight.entries) and sight.entries[0]["number"] == 1
    return _("So far") if has_begun else _("Since your move")


def _own_name(sight: Sight) -> str:
    return "" if sight.seat is None else sight.name(sight.seat)


def cities_to_name(ticket_rows: Sequence[TicketRow]) -> list[str]:
    """Return the cities on the ways of the nearest tickets; the board has no room for more names."""
    lacking = sorted((row for row in ticket_rows if row.way), key=lambda row: row.spaces)
    return [city for row in lacking[:MAX_NAMED_TICKETS] for city in row.way]


def _find_new_lines(sight: Sight, log: Sequence[LogLine]) -> list[LogLine]:
    """Return what others did since the viewer's last move, latest first, without what they took back.

    If they did nothing, return the latest events.
    """
    own, undone = None if sight.seat is None else sight.seat + 1, taken_back(sight) | _find_settled(sight)
    undone |= _find_past_pauses(sight)[0]
    new = [line for line in log if line.new and line.mark != own and line.number not in undone]
    return new or [line for line in log[:1] if line.mark != own and line.number not in undone]


def _find_past_pauses(sight: Sight) -> tuple[frozenset[int], int]:
    """Return the numbers of the entries about pauses that are over since the viewer's last move, and how many were."""
    since = last_deed(sight)
    about = [entry for entry in sight.entries if entry["number"] > since and entry.get("ruling") in PAUSES]
    ends = [entry["number"] for entry in about if entry["ruling"] == RulingKind.RESUMED and not entry["pauses"]]
    return frozenset(entry["number"] for entry in about if ends and entry["number"] <= ends[-1]), len(ends)


def _tell_past_pauses(sight: Sight) -> str:
    over = _find_past_pauses(sight)[1]
    return ngettext("A pause is over.", "%(n)d pauses are over.", over) % {"n": over} if over else ""


def _find_settled(sight: Sight) -> set[int]:
    """Return the numbers of the entries by which players took back what the viewer need not have seen, or by which
    the viewer did.
    """
    since = last_deed(sight)
    new = [entry for entry in sight.entries if entry["number"] > since]
    settled = {entry["number"] for entry in words.settled(new)}
    return {
        entry["number"]
        for entry in filter(is_own_move_taken_back, new)
        if entry["number"] not in settled or entry["agreed"] == [sight.seat]
    }


def _find_newly_lost(sight: Sight, ticket_rows: Sequence[TicketRow]) -> list[TicketRow]:
    """Return the tickets that could still be completed before others claimed their last routes."""
    lost = [row for row in ticket_rows if row.state == ticket_status.LOST]
    routes = claimed_lately(sight) if lost else []
    before = ticket_status.land_without(sight, routes) if routes else None
    return [row for row in lost if before and before.missing(before.board.tickets[before.board.ticket_of[row.number]])]


def _list_what_fits(new: Sequence[LogLine], room: int) -> tuple[list[str], int]:
    """Return as many sentences as fit into so many letters, oldest first, and how many lines are left out.

    Claims have priority, then later lines. Cards drawn by several players become one sentence, the last.
    """
    cards = [line for line in new if line.cards] if sum(line.cards for line in new) > 1 else []
    others = [line for line in new if line not in cards and not line.quiet]
    joined = drew([card.by for card in cards[::-1]])
    room, chosen = room - len(joined), list[LogLine]()
    for line in sorted(others, key=lambda line: not line.claims):
        room -= len(line.visible_text)
        if chosen and room < 0:
            break
        chosen.append(line)
    merged = together_by_player(
        ToldOf(line.by, tuple(line.visible)) for line in sorted(chosen, key=lambda line: line.number)
    )
    return [*(line_of_player.line for line_of_player in merged), *filter(None, [joined])], len(others) - len(chosen)


def _describe_rest(ticket_rows: Sequence[TicketRow], further: Sequence[TicketRow]) -> Iterator[str]:
    """Yield, by their letters, the tickets that have no line of their own."""
    if further:
        yield _("%(tickets)s: see below") % {"tickets": words.all_of(_name_tickets(further))}
    completed, lost = (
        [row for row in ticket_rows if row.state == state] for state in (ticket_status.DONE, ticket_status.LOST)
    )
    paid = [row for row in ticket_rows if row.paid and row.state == ticket_status.OPEN]
    yield from ticket_status.in_short(
        _name_tickets(paid), _name_tickets(completed), _name_tickets(lost), len(ticket_rows)
    )


def _name_tickets(rows: Sequence[TicketRow]) -> list[str]:
    return [row.letter or row.name for row in rows]
