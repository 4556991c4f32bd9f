"""A turn: cards, a route or a row, tickets; and the steps of each choice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.parts.claims import ClaimRoute
from engine.parts.market import DrawBlind, TakeCard
from engine.parts.tickets import DrawTickets
from engine.parts.turns import Pass
from engine.parts.yards import PlaceRow, PlaceThree
from games import words
from games.prospects import cards, claims, deeds, rows
from games.prospects.ways import Land
from games.web.table import best, planned
from games.web.table.asked import Action, Question
from games.web.table.market import WHOLE, Market, Taking
from games.web.table.questions.anything import Anything, capital, listed
from games.web.table.sight import Sight
from games.web.table.steps import Step

KNOWN: Final = (ClaimRoute, TakeCard, DrawBlind, DrawTickets, PlaceRow, PlaceThree, Pass)


LEADS: Final = {
    "take_card": "#take",
    "draw_blind": "#take",
    "claim_route": "#claim",
    "place_row": "#place",
    "place_three": "#place",
    "draw_tickets": "?tickets=1",
}
"""Where each kind of move is on the page."""


@dataclass(frozen=True)
class DeedLink:
    """Something that a turn can be used for, as it stands in the question: the words before it, its own, the way."""

    before: str
    words: str
    href: str


@dataclass(frozen=True)
class TurnBody:
    """Everything that can be done, the useful first. `count`: so many routes or rows can be paid for. `deeds` are the
    question in parts. `best` is what helps most; `unhelpful` says that this is no route."""

    template: ClassVar[str] = "web/table/_turn.html"
    hand: Sequence[cards.Chip]
    market: Market
    routes: Sequence[claims.RouteRow]
    route_count: int
    every: bool
    yard: Sequence[rows.RowOffer]
    yard_count: int
    tickets: str
    others: Sequence[Anything]
    actions: Sequence[Action]
    deeds: Sequence[DeedLink]
    best: Sequence[best.BestMove]
    unhelpful: str


@dataclass(frozen=True)
class ClaimRouteBody:
    """A route that was chosen."""

    template: ClassVar[str] = "web/table/_claim.html"
    hand: Sequence[cards.Chip]
    claim: claims.ChosenRoute


@dataclass(frozen=True)
class PlaceRowBody:
    """A color that was chosen, or three."""

    template: ClassVar[str] = "web/table/_place.html"
    hand: Sequence[cards.Chip]
    ways: Sequence[rows.RowWay]
    note: str


@dataclass(frozen=True)
class DrawTicketsBody:
    """What it means to draw tickets."""

    template: ClassVar[str] = "web/table/_draw_tickets.html"
    hand: Sequence[cards.Chip]
    told: str
    actions: Sequence[Action]


def take_turn(sight: Sight, land: Land | None, step: Step) -> Question:
    """The step at which the viewer is."""
    if land is not None and step.route:
        asked = _claim(sight, land, step) or planned.later(sight, land, step)
        if asked is not None:
            return asked
    if step.place:
        asked = _place(sight, step)
        if asked is not None:
            return asked
    if step.tickets and any(isinstance(move, DrawTickets) for move in sight.options):
        return _draw_tickets(sight)
    return _overview(sight, land, step)


def _hand(sight: Sight) -> list[cards.Chip]:
    return cards.chips(sight.you["hand"]) if sight.you else []


def _claim(sight: Sight, land: Land, step: Step) -> Question | None:
    found = claims.Claims(sight, land)
    pay = _refused_payment(found, step) or step.pay
    claim = found.claim(step.route, pay)
    if claim is None:
        return None
    label = _("Claim")
    links = {slug: f"?route={slug}" for slug in found.slugs}
    body = ClaimRouteBody(_hand(sight), claim)
    return Question(label, claim.row.name, body, [step.route], step.route, links)


def _refused_payment(found: claims.Claims, step: Step) -> str:
    """The payment of a form that was refused."""
    claim = found.claim(step.route, "")
    return next((payment.key for payment in claim.payments if payment.move in step.said), "") if claim else ""


def _place(sight: Sight, step: Step) -> Question | None:
    offer = rows.Rows(sight).ways(step.place, step.said)
    if offer is None:
        return None
    return Question(_("Place a row"), offer.title, PlaceRowBody(_hand(sight), offer.ways, offer.note))


def _draw_tickets(sight: Sight) -> Question:
    told = _(
        "You see them first, and then choose which to keep. A ticket that you don't complete costs you its points."
    )
    action = Action(_("Draw tickets (cannot be taken back)"), [engine.notation.write(sight.rules, DrawTickets())])
    return Question(_("Your turn"), _("Draw tickets?"), DrawTicketsBody(_hand(sight), told, [action]))


def _overview(sight: Sight, land: Land | None, step: Step) -> Question:
    market = Taking(sight, step, WHOLE).market()
    found = claims.Claims(sight, land) if land else None
    yard = rows.Rows(sight)
    useful = found.useful if found else []
    shown = found.every if found and step.every else useful
    told = [] if market.actions else _deeds(sight)
    rows_listed = (not step.every and yard.useful) or yard.every
    body = TurnBody(
        hand=_hand(sight),
        market=market,
        routes=shown,
        route_count=len(found.by_route) if found else 0,
        every=step.every,
        yard=rows_listed,
        yard_count=len(yard.every),
        tickets=_tickets(sight),
        others=list(_others(sight, step)),
        actions=_passing(sight),
        deeds=told,
        best=[] if market.actions else best.best_moves(sight, useful, yard.useful) or best.draws(sight, land, WHOLE),
        unhelpful=found.unhelpful if found and not market.actions else "",
    )
    links = {slug: f"?route={slug}" for slug in found.slugs} if found else {}
    lit = [row.slug for row in shown]
    return Question(_("Your turn"), _question(market, told), body, lit, routes=links)


def _deeds(sight: Sight) -> list[DeedLink]:
    return [DeedLink(before, deed, LEADS.get(tag, "")) for before, deed, tag in deeds.parts(sight.options)]


def _question(market: Market, told: Sequence[DeedLink]) -> str:
    if market.actions:
        return _("Take cards")
    return "".join(one.before + one.words for one in told) or _("Nothing is left to do but pass")


def _tickets(sight: Sight) -> str:
    """What drawing tickets would be; "" where it cannot be done."""
    if not any(isinstance(move, DrawTickets) for move in sight.options):
        return ""
    left = sight.view["ticket_deck"]
    return ngettext("%(n)d ticket is left", "%(n)d tickets are left", left) % {"n": left}


def _others(sight: Sight, step: Step) -> Iterator[Anything]:
    """Moves of which this page knows nothing, kind by kind."""
    kinds: dict[str, list[engine.Move]] = {}
    for move in sight.options:
        if not isinstance(move, KNOWN):
            kinds.setdefault(move.tag, []).append(move)
    for tag, moves in kinds.items():
        yield listed(sight, capital(", ".join(words.deeds([tag]))) or _("Something else"), moves, step)


def _passing(sight: Sight) -> list[Action]:
    passes = [move for move in sight.options if isinstance(move, Pass)]
    return [Action(_("Pass"), [engine.notation.write(sight.rules, move)]) for move in passes]


QUESTIONS: Final = {"take_turn": take_turn}
