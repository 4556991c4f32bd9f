"""What a tapped route or city says: who holds it, its price, what the reader lacks, which of their tickets it helps.

A route that can be claimed now answers with its payments instead (`games.web.table.questions.turn`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Route, RouteFact
from engine.parts.goals import list_cities
from engine.parts.market import DrawBlind, TakeCard
from engine.parts.stations import BuildStation
from games.presentation import words
from games.presentation.pictures import pieces
from games.presentation.prospects import claims, gains, helped_tickets, prices
from games.presentation.prospects.viewpoint import hand
from games.presentation.prospects.ways import Land
from games.presentation.words.capitals import begin_line
from games.presentation.words.lists import listed
from games.presentation.words.vocabulary import attributes, route_in_color
from games.web.table import map_list, planned, tickets
from games.web.table.asked import Question
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class HelpedTicket:
    """A ticket of the reader that a route brings nearer, and its missing spaces before and after."""

    letter: str
    change: claims.Comparison


@dataclass(frozen=True)
class NextStep:
    """A step that brings a claim nearer, as a button."""

    label: str
    href: str


@dataclass(frozen=True)
class RouteBody:
    """The panel's body for a route that cannot be claimed now.

    `holder`: who holds it, "" if nobody does; `why`: what else stands in the way; `price`: None without a seat;
    `helps`: None where it cannot be said yet.
    """

    template: ClassVar[str] = "web/table/_route.html"
    spaces: Sequence[str]
    length: str
    holder: str
    mark: int
    why: Sequence[str]
    price: prices.PriceStatus | None
    helps: Sequence[HelpedTicket] | None
    step: NextStep | None
    offers: Sequence[planned.Suggestion]


@dataclass(frozen=True)
class CityBody:
    """The panel's body for a city: the reader's own tickets that end there, what others have there, and a next step."""

    template: ClassVar[str] = "web/table/_city_answer.html"
    tickets: Sequence[tickets.TicketRow]
    pieces: Sequence[str]
    step: NextStep | None


def answer(sight: Sight, land: Land | None, step: Step) -> Question | None:
    """Return what the route or city in the address says, or the list of all; None if it names neither."""
    if step.route in sight.board.route_of:
        return _describe_route(sight, land, sight.board.route_of[step.route])
    if step.city in sight.board.city_of and sight.you:
        return _describe_city(sight, land, step.city)
    return map_list.build(sight, land) if step.listed and sight.board.routes else None


def list_links(sight: Sight) -> dict[str, str]:
    """Return the addresses of what each route says."""
    return {fact.slug: f"?route={fact.slug}" for fact in sight.board.routes}


def list_city_links(sight: Sight) -> dict[str, str]:
    """Return the addresses of what each city says of the reader's own tickets."""
    return {city.slug: f"?city={city.slug}" for city in sight.board.cities} if sight.you else {}


def _describe_route(sight: Sight, land: Land | None, route: Route) -> Question:
    fact, seat = sight.board.routes[route], sight.view["routes"].get(sight.board.routes[route].slug)
    is_open = seat is None and land is not None and bool(land.at.open >> route & 1)
    price = prices.find_price(sight.rules.price(fact), hand(sight)) if is_open else None
    body = RouteBody(
        spaces=claims.slots(fact),
        length=_describe_length(sight, route),
        holder="" if seat is None else sight.you_or_name(seat),
        mark=0 if seat is None else seat + 1,
        why=list(_list_obstacles(sight, land, route)) if seat is None and land else [],
        price=price,
        helps=_list_helped(sight, land, route) if is_open and land else None,
        step=_find_step(sight, price) if price else None,
        offers=planned.for_route(fact) if is_open else [],
    )
    lit = [fact.slug] if seat is None else []
    return Question(_("Plan ahead") if is_open else _("Route"), _name(sight, fact), body, lit, fact.slug)


def _name(sight: Sight, fact: RouteFact) -> str:
    return route_in_color(fact.slug, sight.board)


def _describe_length(sight: Sight, route: Route) -> str:
    fact = sight.board.routes[route]
    spaces = ngettext("%(n)d space", "%(n)d spaces", fact.length) % {"n": fact.length}
    worth = gains.points_gained(sight, route)[sight.seat or 0] if sight.you else sight.board.route_points[fact.length]
    points = ngettext("%(n)d point", "%(n)d points", worth) % {"n": worth}
    return listed([spaces, points, *attributes(fact)])


def _list_obstacles(sight: Sight, land: Land, route: Route) -> Iterator[str]:
    """Yield what besides cards keeps the reader from claiming a free route."""
    fact = sight.board.routes[route]
    if not land.at.open >> route & 1:
        own = any(
            sight.view["routes"].get(other.slug) == sight.seat for other in sight.board.routes if _beside(other, fact)
        )
        yield (
            _("You hold the track beside it, and nobody may hold both.")
            if own
            else _("The track beside it is taken; with so few players this one is closed.")
        )
    elif land.home and not land.at.near >> route & 1:
        yield _("Your routes must stay connected, and none of them touches it yet.")
    if land.at.trains < fact.length:
        yield ngettext("You have only %(n)d train.", "You have only %(n)d trains.", land.at.trains) % {
            "n": land.at.trains
        }


def _beside(other: RouteFact, fact: RouteFact) -> bool:
    return bool(fact.group) and other.group == fact.group and other.slug != fact.slug


def _list_helped(sight: Sight, land: Land, route: Route) -> list[HelpedTicket] | None:
    """Return the reader's own tickets that the route helps; None while it does not touch a network that must be joined
    (W5).
    """
    if land.home and not land.at.near >> route & 1:
        return None
    every = claims.Claims(sight, land)
    return [HelpedTicket(helped_tickets.letter_of(sight, ticket), change) for ticket, change in every.compare(route)]


def _find_step(sight: Sight, price: prices.PriceStatus) -> NextStep | None:
    """Return the step that gets a lacking card now; None if nothing is lacking, or no card can be taken."""
    takes = [move for move in sight.options if isinstance(move, TakeCard)]
    kinds = {str(sight.view["market"][move.place]): move.place + 1 for move in takes}
    for kind in price.lacking:
        if kind in kinds:
            return NextStep(_("Take the open %(card)s") % {"card": words.card(kind)}, f"?take={kinds[kind]}")
    if price.lacking and any(isinstance(move, DrawBlind) for move in sight.options):
        return NextStep(_("Draw from the deck"), "?take=deck")
    return None


def _describe_city(sight: Sight, land: Land | None, slug: str) -> Question:
    own_tickets = sight.you["tickets"] if sight.you else []
    rows = zip(tickets.rows(sight, land), own_tickets, strict=True)
    own_rows = [row for row, ticket in rows if slug in list_cities(ticket)]
    body = CityBody(own_rows, list(_list_pieces(sight, slug)), _find_station_step(sight, slug))
    name = sight.board.cities[sight.board.city_of[slug]].name
    return Question(_("City"), name, body, chosen=slug, cities_named=[slug])


def _list_pieces(sight: Sight, slug: str) -> Iterator[str]:
    """Yield what stands in a city, and whose it is."""
    owner = sight.view.get("markers", {}).get(slug)
    if owner is not None:
        yield _("Marker: %(name)s") % {"name": sight.you_or_name(owner)}
    for piece in (piece for piece in pieces.standing(sight.view) if piece.city == slug):
        title = begin_line(str(pieces.pieces()[piece.kind].title))
        names = {"piece": title, "name": "" if piece.seat is None else sight.you_or_name(piece.seat)}
        yield title if piece.seat is None else _("%(piece)s: %(name)s") % names


def _find_station_step(sight: Sight, slug: str) -> NextStep | None:
    """Return the step that builds a station in a city, if that is possible now."""
    city = sight.board.city_of[slug]
    if any(isinstance(move, BuildStation) and move.city == city for move in sight.options):
        return NextStep(_("Build a station here"), f"?station={slug}")
    return None
