"""The viewer's tickets and how they stand: done, so many spaces to go, no longer possible; or what is left to pay.

They stand in the order of their letters, which is that of the picture, the panel and the emails.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.network import routes_in
from games.pictures.svg import number
from games.prospects import standing
from games.prospects.helping import letters
from games.prospects.standing import DONE, LOST, Slot, TicketStanding
from games.prospects.ways import Land, Missing
from games.web.table.sight import Sight

SCORED: Final = "ticket"
"""The reason of the ledger's lines about tickets."""
LINES: Final = 1024
"""So many are kept: of nine stretches or fewer all there can be."""
WIDE: Final = 300
EDGE: Final = 7


@dataclass(frozen=True)
class TicketStop:
    """A city on a ticket's line: where it is drawn, and whether a joined stretch touches it."""

    x: str
    joined: bool
    end: bool


@dataclass(frozen=True)
class Stretch:
    """A route on a ticket's line: joined already, or missing."""

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
    """A ticket with its letter. `told` says how it stands, `in_full` with the routes that are missing;
    `paid`: cards for it lie ready; `spaces`: so many it lacks on a board; `way`: the ends of those routes."""

    number: int
    letter: str
    a: str
    b: str
    points: int
    state: str
    told: str
    line: TicketTrail | None = None
    slots: Sequence[Slot] = ()
    in_full: str = ""
    paid: bool = False
    spaces: int = 0
    way: Sequence[str] = ()


def rows(sight: Sight, land: Land | None, by: str = "") -> list[TicketRow]:
    """The viewer's tickets, lettered as on the board. `by`: the route by which a way goes, if it can."""
    held = sight.you["tickets"] if sight.you else []
    stand = standing.of_held(sight, land)
    told = standing.each_in_full(land, held, stand, sight.board.route_of.get(by))
    return _rows(sight, land, letters(len(held)), held, stand, told)


def worth(sight: Sight, held: Sequence[TicketRow]) -> str:
    """The points on the viewer's tickets; in the end, what tickets have brought and cost."""
    if sight.running:
        return _points(sum(row.points for row in held))
    own = next((one for one in sight.standings if one.seat == sight.seat), None)
    scored = [line.points for line in own.ledger if line.reason == SCORED] if own else []
    made, lost = sum(points for points in scored if points > 0), -sum(points for points in scored if points < 0)
    if held and not scored:
        return _("They don’t count")
    told = _("%(points)s made") % {"points": _points(made)}
    return _("%(made)s, %(lost)d lost") % {"made": told, "lost": lost} if lost else told


def _points(count: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", count) % {"n": count}


def offered(sight: Sight, land: Land | None, offer: Sequence[Mapping[str, Any]]) -> list[TicketRow]:
    """Tickets to choose from, lettered after those that are held."""
    held = len(sight.you["tickets"]) if sight.you else 0
    stand = standing.of_offered(sight, land, offer)
    told = standing.offer_in_full(land, stand)
    return _rows(sight, land, letters(held + len(offer))[held:], offer, stand, told)


def _rows(
    sight: Sight,
    land: Land | None,
    lettered: Sequence[str],
    held: Sequence[Mapping[str, Any]],
    stand: Sequence[TicketStanding],
    told: Sequence[str],
) -> list[TicketRow]:
    every = zip(lettered, held, stand, told, strict=True)
    return [_row(sight, land, letter, ticket, stands, full) for letter, ticket, stands, full in every]


def _row(
    sight: Sight, land: Land | None, letter: str, ticket: Mapping[str, Any], stands: TicketStanding, in_full: str
) -> TicketRow:
    a, b = (sight.board.cities[sight.board.city_of[ticket[end]]].name for end in ("from", "to"))
    if not sight.running and stands.state != DONE:
        stands, in_full = TicketStanding(LOST, _("not completed")), _("not completed")
    return TicketRow(
        number=ticket["number"],
        letter=letter,
        a=a,
        b=b,
        points=ticket["points"],
        state=stands.state,
        told=stands.told,
        line=_trail(land, ticket, stands.missing) if land and stands.state != LOST else None,
        slots=stands.slots,
        in_full=in_full,
        paid=stands.is_paid,
        spaces=standing.spaces(stands),
        way=_cities(land, stands.missing) if land and stands.missing else (),
    )


def _cities(land: Land, missing: Missing) -> list[str]:
    """The ends of what is missing."""
    ends = dict.fromkeys(end for route in routes_in(missing.routes) for end in land.board.routes[route].ends)
    return [land.board.cities[city].slug for city in ends]


def _trail(land: Land, ticket: Mapping[str, Any], missing: Missing | None) -> TicketTrail:
    a, b = standing.fact(land, ticket).ends
    way = missing.way if missing else land.reach(a).way(b)
    return _line(tuple(bool(land.at.own >> route & 1) for route in way))


@lru_cache(maxsize=LINES)
def _line(joined: tuple[bool, ...]) -> TicketTrail:
    step = (WIDE - 2 * EDGE) / max(1, len(joined))
    xs = [number(EDGE + step * place) for place in range(len(joined) + 1)]
    touched = [any(joined[max(0, place - 1) : place + 1]) for place in range(len(xs))]
    stops = [
        TicketStop(x, on, place in (0, len(joined))) for place, (x, on) in enumerate(zip(xs, touched, strict=True))
    ]
    ends = zip(xs, xs[1:], joined, strict=False)
    return TicketTrail(stops, [Stretch(x, to, on) for x, to, on in ends])
