"""The best uses of a turn, a line each, for a phone's first screen: routes, or rows, that help tickets; and if
none does, cards to take.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.tickets import DrawTickets
from games.presentation.prospects.claims import Claims, RouteRow
from games.presentation.prospects.draws import DrawOffer, Draws
from games.presentation.prospects.helped_tickets import letters
from games.presentation.prospects.rows import RowOffer
from games.presentation.prospects.ways import Land
from games.web.table.market import WHOLE
from games.web.table.sight import Sight

MOST: Final = 2
WORTHWHILE: Final = 4
"""The points of a route from which it is suggested to a player whose tickets are all done."""
ENOUGH_TRAINS: Final = 15
"""With fewer trains left, most new tickets could not be completed."""
ROOM: Final = 4
"""How many ticket letters at most are shown beside a move."""


@dataclass(frozen=True)
class BestMove:
    """A suggested move: its name, its price, the letters of the tickets it helps, or what else it is good for; and the
    address of the step that chooses it.
    """

    name: str
    price: str
    letters: Sequence[str]
    worth: str
    href: str


def suggest(sight: Sight, land: Land | None, claimable: Claims | None, rows: Sequence[RowOffer]) -> list[BestMove]:
    """Return the best routes and rows, best first; where none helps a ticket, cards to take, and what else scores."""
    lettered, routes = _letter_tickets(sight), claimable.useful if claimable else []
    if claimable and not claimable.open_tickets and not claimable.is_last_turn:
        routes = [row for row in routes if row.points >= WORTHWHILE][:1]
    unlike = {row.name: row for row in reversed(routes)}  # the better one of parallel tracks
    helpful = [*_routes([row for row in routes if row is unlike[row.name]], lettered), *_rows(rows, lettered)]
    if _wants_tickets(sight, claimable):
        why = _("nothing is left to do for yours") if claimable else _("your track has cards for more")
        helpful = [*helpful[:1], BestMove(_("Draw tickets"), why, (), "", "?tickets=1")]
    if helpful or sight.view["turns_left"] is not None:  # in the last round, cards come too late
        return helpful[:MOST]
    cards = Draws(sight, land, WHOLE)
    long = claimable.find_long_route(cards.needed) if claimable else None
    offers = [_build_draw(offer, lettered) for offer in cards.useful if offer.adds][:MOST]
    extra = [] if long is None else list(_routes([long], lettered))
    return [*offers[:1], *extra, *offers[1:]][:MOST]


def _wants_tickets(sight: Sight, claimable: Claims | None) -> bool:
    """Check whether the viewer's tickets are done, or paid for by as many cards on the track, and more can be drawn."""
    if sight.seat is None or sight.you is None or sight.view["turns_left"] is not None:
        return False
    if not any(isinstance(move, DrawTickets) for move in sight.options):
        return False
    if claimable:
        return not claimable.open_tickets and sight.view["seats"][sight.seat]["trains"] >= ENOUGH_TRAINS
    cost = sum(len(ticket.get("cards", ())) for ticket in sight.you["tickets"])
    return sight.view["seats"][sight.seat]["on_track"] > cost


def draws(sight: Sight, land: Land | None, most: int) -> list[BestMove]:
    """Return the best cards to take, best first; `most` cards can be taken this turn."""
    lettered = _letter_tickets(sight)
    return [_build_draw(offer, lettered) for offer in Draws(sight, land, most).useful if offer.adds][:MOST]


def _build_draw(offer: DrawOffer, lettered: Mapping[int, str]) -> BestMove:
    tickets, many = _list_helped(offer.helps, lettered)
    return BestMove(offer.name, many if offer.helps else offer.then, tickets, "", f"?take={','.join(offer.take)}")


def _letter_tickets(sight: Sight) -> Mapping[int, str]:
    """Return the letters of the viewer's tickets by the tickets' numbers."""
    tickets = sight.you["tickets"] if sight.you else []
    return {ticket["number"]: letter for ticket, letter in zip(tickets, letters(len(tickets)), strict=True)}


def _routes(routes: Sequence[RouteRow], lettered: Mapping[int, str]) -> Iterator[BestMove]:
    for row in routes:
        name = _("Claim %(route)s") % {"route": row.name}
        points = ngettext("%(n)d point", "%(n)d points", row.points) % {"n": row.points}
        tickets, many = _list_helped(row.helps, lettered)
        yield BestMove(name, row.price, tickets, many or ("" if tickets else points), f"?route={row.slug}")


def _rows(rows: Sequence[RowOffer], lettered: Mapping[int, str]) -> Iterator[BestMove]:
    for row in sorted(rows, key=lambda row: not row.helps):
        tickets, many = _list_helped(row.helps, lettered)
        yield BestMove(_("Place %(cards)s") % {"cards": row.name}, row.does, tickets, many, f"?place={row.place}")


def _list_helped(numbers: Sequence[int], lettered: Mapping[int, str]) -> tuple[list[str], str]:
    """Return these tickets' letters and ""; or if there are too many, no letters and a text that counts them."""
    if len(numbers) <= ROOM:
        return [lettered[number] for number in numbers], ""
    return [], ngettext("helps %(n)d ticket", "helps %(n)d tickets", len(numbers)) % {"n": len(numbers)}
