"""The viewer's tickets and their state: completed, some spaces missing, no longer possible; or what is left to pay.

They are ordered by their letters, as in the picture, the panel and the emails.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _

from engine.boards import Route
from engine.parts.goals import earned_so_far, list_values
from engine.parts.network import routes_in
from engine.parts.tickets import TicketView
from games.presentation import words
from games.presentation.pictures.svg import number
from games.presentation.prospects import ticket_status
from games.presentation.prospects.helped_tickets import letters
from games.presentation.prospects.ticket_status import DONE, LOST, OPEN, Slot, TicketStanding
from games.presentation.prospects.ways import Land, Missing
from games.web.table.sight import Sight

LINES: Final = 1024
"""How many lines are cached: enough for all that have at most nine stretches."""
WIDE: Final = 300
EDGE: Final = 7


@dataclass(frozen=True)
class TicketStop:
    """A city on a ticket's line: where it is drawn, and whether a connected stretch touches it."""

    x: str
    joined: bool
    end: bool


@dataclass(frozen=True)
class Stretch:
    """A route on a ticket's line. `joined`: the viewer already has it."""

    x: str
    to: str
    joined: bool


@dataclass(frozen=True)
class TicketTrail:
    """A ticket as a line with stops."""

    stops: Sequence[TicketStop]
    stretches: Sequence[Stretch]


@dataclass(frozen=True)
class TicketRow:
    """A ticket with its letter.

    `status` is its state, `in_full` also names the missing routes; `paid`: cards for it are available; `spaces`: how
    many it lacks on a board; `way`: the ends of the missing routes. `earned`: what it brings already; `gain`: how much
    more it may bring; `loss`: what it costs if nothing changes. `values`: what its goals score, nearly always one.
    """

    number: int
    letter: str
    name: str
    values: Sequence[int]
    earned: int
    gain: int
    loss: int
    state: str
    status: str
    line: TicketTrail | None = None
    slots: Sequence[Slot] = ()
    in_full: str = ""
    paid: bool = False
    spaces: int = 0
    way: Sequence[str] = ()

    @property
    def points(self) -> str:
        """What it scores, from the least of several goals to the best."""
        return words.value_range(self.values)


def rows(sight: Sight, land: Land | None, by: str = "") -> list[TicketRow]:
    """Return the viewer's tickets, lettered as on the board. `by`: the chosen route, which the ways take if they can.

    Without one, the ways stay the same from turn to turn, whatever the hand pays for.
    """
    tickets = sight.you["tickets"] if sight.you else []
    stand = ticket_status.of_held(sight, land)
    sentences = ticket_status.each_in_full(land, tickets, stand, sight.board.route_of.get(by))
    return _build_rows(sight, land, letters(len(tickets)), tickets, stand, sentences)


def worth(sight: Sight, ticket_rows: Sequence[TicketRow]) -> str:
    """Return what the viewer's tickets bring, may bring or cost; after a game without a score, that none counts."""
    if not sight.running:
        return _("They don’t count") if ticket_rows else ""
    open_rows = [row for row in ticket_rows if row.state == OPEN]
    earned, lost = sum(row.earned for row in ticket_rows), sum(row.loss for row in ticket_rows if row.state == LOST)
    parts = [
        _("+%(n)d done") % {"n": earned} if earned else "",
        _tell_stake(sum(row.gain for row in open_rows), sum(row.loss for row in open_rows)),
        _("−%(n)d lost") % {"n": lost} if lost else "",
    ]
    return _(" · ").join(filter(None, parts))


def _tell_stake(gain: int, loss: int) -> str:
    """Return what open tickets may bring or cost; "" if there are none."""
    if not loss:
        return _("+%(gain)d possible") % {"gain": gain} if gain else ""
    sentence = _("±%(gain)d at stake") if gain == loss else _("+%(gain)d or −%(loss)d at stake")
    return sentence % {"gain": gain, "loss": loss}


def offered(sight: Sight, land: Land | None, offer: Sequence[TicketView]) -> list[TicketRow]:
    """Return the tickets to choose from, without letters: one would belong to another ticket after the choice."""
    stand = ticket_status.of_offered(sight, land, offer)
    sentences = ticket_status.offer_in_full(land, stand)
    return _build_rows(sight, land, [""] * len(offer), offer, stand, sentences)


def _build_rows(
    sight: Sight,
    land: Land | None,
    lettered: Sequence[str],
    tickets: Sequence[TicketView],
    stand: Sequence[TicketStanding],
    sentences: Sequence[str],
) -> list[TicketRow]:
    every = zip(lettered, tickets, stand, sentences, strict=True)
    return [_build_row(sight, land, letter, ticket, standing, full) for letter, ticket, standing, full in every]


def _build_row(
    sight: Sight, land: Land | None, letter: str, ticket: TicketView, standing: TicketStanding, in_full: str
) -> TicketRow:
    if not sight.running and standing.state != DONE:
        standing, in_full = TicketStanding(LOST, _("not completed")), _("not completed")
    earned = earned_so_far(ticket)
    return TicketRow(
        number=ticket["number"],
        letter=letter,
        name=words.ticket_title(ticket["number"], sight.board),
        values=list_values(ticket),
        earned=earned or 0,
        gain=ticket_status.most_points(ticket, standing) - (earned or 0) if standing.state != DONE else 0,
        loss=ticket["points"] if earned is None else 0,
        state=standing.state,
        status=standing.text,
        line=_build_trail(land, ticket, standing.missing) if land and standing.state != LOST else None,
        slots=standing.slots,
        in_full=in_full,
        paid=standing.is_paid,
        spaces=ticket_status.spaces(standing),
        way=_list_missing_ends(land, standing.missing) if land and standing.missing else (),
    )


def _list_missing_ends(land: Land, missing: Missing) -> list[str]:
    """Return the end cities of the missing routes, as slugs."""
    ends = dict.fromkeys(end for route in routes_in(missing.routes) for end in land.board.routes[route].ends)
    return [land.board.cities[city].slug for city in ends]


def _build_trail(land: Land, ticket: TicketView, missing: Missing | None) -> TicketTrail:
    way = missing.way if missing else _find_way(land, ticket)
    return _draw_line(tuple(bool(land.at.connecting >> route & 1) for route in way))


def _find_way(land: Land, ticket: TicketView) -> Sequence[Route]:
    """Return the way between the cities that a completed ticket has connected."""
    earned, goals = earned_so_far(ticket), ticket_status.fact(land, ticket).goals
    a, b = next((goal for goal in goals if goal.points == earned), goals[0]).ends
    return land.reach(a).way(b)


@lru_cache(maxsize=LINES)
def _draw_line(joined: tuple[bool, ...]) -> TicketTrail:
    step = (WIDE - 2 * EDGE) / max(1, len(joined))
    xs = [number(EDGE + step * index) for index in range(len(joined) + 1)]
    touched = [any(joined[max(0, index - 1) : index + 1]) for index in range(len(xs))]
    stops = [
        TicketStop(x, on, index in (0, len(joined))) for index, (x, on) in enumerate(zip(xs, touched, strict=True))
    ]
    ends = zip(xs, xs[1:], joined, strict=False)
    return TicketTrail(stops, [Stretch(x, to, on) for x, to, on in ends])
