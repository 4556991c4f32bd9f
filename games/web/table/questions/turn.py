"""The question of a turn: take cards, claim a route or place a row, draw tickets; and the steps of each choice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.parts.claims import ClaimRoute
from engine.parts.market import DrawBlind, TakeCard
from engine.parts.tickets import DrawTickets, TicketDraw
from engine.parts.turns import Pass, TakeTurn
from engine.parts.yards import PlaceRow, PlaceThree
from games.presentation import words
from games.presentation.prospects import cards, claims, deeds, rows
from games.presentation.prospects.ways import Land
from games.table.agreements import own_move
from games.web.table import best
from games.web.table.asked import Action, Question
from games.web.table.market import WHOLE, Market, Taking
from games.web.table.questions.any_answer import Anything, capital, listed
from games.web.table.sight import Sight
from games.web.table.steps import Step

KNOWN: Final = (ClaimRoute, TakeCard, DrawBlind, DrawTickets, PlaceRow, PlaceThree, Pass)


LEADS: Final = {
    TakeCard.tag: "#take",
    DrawBlind.tag: "#take",
    ClaimRoute.tag: "#claim",
    PlaceRow.tag: "#place",
    PlaceThree.tag: "#place",
    DrawTickets.tag: "?tickets=1",
}
"""The section of the page for each kind of move."""


@dataclass(frozen=True)
class DeedLink:
    """A possible use of a turn, as a part of the question: the text before it, its own text, its address."""

    before: str
    words: str
    href: str


@dataclass(frozen=True)
class TurnBody:
    """The question's body: everything that can be done, useful moves first.

    `route_count` and `yard_count`: how many different routes or rows can be paid for. `deeds` are the question in
    parts. `best` are the most helpful moves; `unhelpful` says that no route helps.
    """

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

    @property
    def repeated(self) -> frozenset[str]:
        """Return the addresses of the moves that the lists repeat, for a phone, which shows the best ones above."""
        return frozenset() if self.every else frozenset(move.href for move in self.best)


@dataclass(frozen=True)
class ClaimRouteBody:
    """The question's body for a chosen route. `finality`: until when the claim can be taken back."""

    template: ClassVar[str] = "web/table/_claim.html"
    hand: Sequence[cards.Chip]
    claim: claims.ChosenRoute
    finality: str


@dataclass(frozen=True)
class PlaceRowBody:
    """The question's body for a chosen color, or three colors."""

    template: ClassVar[str] = "web/table/_place.html"
    hand: Sequence[cards.Chip]
    ways: Sequence[rows.RowWay]
    note: str


@dataclass(frozen=True)
class DrawTicketsBody:
    """The question's body for drawing tickets, which explains the consequences."""

    template: ClassVar[str] = "web/table/_draw_tickets.html"
    hand: Sequence[cards.Chip]
    explanation: str
    actions: Sequence[Action]


def take_turn(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask what to do with the turn, at the viewer's step."""
    if land is not None and step.route:
        question = _ask_to_claim(sight, land, step)
        if question is not None:
            return question
    if step.place:
        question = _ask_to_place(sight, step)
        if question is not None:
            return question
    if step.tickets and any(isinstance(move, DrawTickets) for move in sight.options):
        return _ask_to_draw_tickets(sight)
    return _build_overview(sight, land, step)


def _list_hand(sight: Sight) -> list[cards.Chip]:
    return cards.chips(sight.you["hand"]) if sight.you else []


def _ask_to_claim(sight: Sight, land: Land, step: Step) -> Question | None:
    claimable = claims.Claims(sight, land)
    pay = _find_refused_payment(claimable, step) or step.pay
    claim = claimable.claim(step.route, pay)
    if claim is None:
        return None
    label = _("Claim")
    links = {slug: f"?route={slug}" for slug in claimable.slugs}
    body = ClaimRouteBody(_list_hand(sight), claim, _tell_finality(sight))
    return Question(label, claim.title, body, [step.route], step.route, links)


def _tell_finality(sight: Sight) -> str:
    """Return until when a claim can be taken back (`games.table.agreements.own_move`)."""
    if sight.view["turns_left"] == 0:
        return _("The game ends with this turn.")
    if None in sight.view["market"]:
        return _("New cards are turned up, so you cannot take it back.")
    opened = sight.prompt["id"].partition(".")[0] if sight.prompt else ""
    if any(own_move.is_taken_back_alone(entry) for entry in sight.entries if str(entry["number"]) == opened):
        return _("You have taken it back once, so this time it stays.")
    return _("You can take it back until your time is up or the next move is made.")


def _find_refused_payment(claimable: claims.Claims, step: Step) -> str:
    """Return the payment of a form that was refused; "" if there is none."""
    claim = claimable.claim(step.route, "")
    return next((payment.key for payment in claim.payments if payment.move in step.refused), "") if claim else ""


def _ask_to_place(sight: Sight, step: Step) -> Question | None:
    offer = rows.Rows(sight).ways(step.place, step.refused)
    if offer is None:
        return None
    return Question(_("Place a row"), offer.title, PlaceRowBody(_list_hand(sight), offer.ways, offer.note))


def _ask_to_draw_tickets(sight: Sight) -> Question:
    draw = sight.rules.answers[TakeTurn][DrawTickets].events
    assert isinstance(draw, TicketDraw)
    count = min(draw.count, sight.view["ticket_deck"])
    button = ngettext("Draw %(n)d ticket", "Draw %(n)d tickets", count) % {"n": count}
    explanation = " ".join(
        [
            _phrase_keeping(draw.at_least),
            _("A ticket that you don't complete costs you its points."),
            _("This cannot be taken back."),
        ]
    )
    action = Action(button, [engine.notation.write(sight.rules, DrawTickets())])
    return Question(_("Your turn"), f"{button}?", DrawTicketsBody(_list_hand(sight), explanation, [action]))


def _phrase_keeping(least: int) -> str:
    if not least:
        return _("You see them first, and then keep as many as you like, or none.")
    sentence = ngettext(
        "You see them first, and then keep at least %(n)d.", "You see them first, and then keep at least %(n)d.", least
    )
    return sentence % {"n": least}


def _build_overview(sight: Sight, land: Land | None, step: Step) -> Question:
    market = Taking(sight, step, WHOLE).market()
    claimable = claims.Claims(sight, land) if land else None
    yard = rows.Rows(sight)
    useful = claimable.useful if claimable else []
    routes_listed = claimable.every if claimable and step.every else useful
    deed_links = [] if market.actions else _list_deeds(sight)
    rows_listed = (not step.every and yard.useful) or yard.every
    body = TurnBody(
        hand=_list_hand(sight),
        market=market,
        routes=routes_listed,
        route_count=len(claimable.distinct) if claimable else 0,
        every=step.every,
        yard=rows_listed,
        yard_count=len(yard.every),
        tickets=_describe_ticket_deck(sight),
        others=list(_list_others(sight, step)),
        actions=_list_passes(sight),
        deeds=deed_links,
        best=[] if market.actions else best.suggest(sight, land, claimable, yard.useful),
        unhelpful=claimable.unhelpful if claimable and not market.actions else "",
    )
    links = {slug: f"?route={slug}" for slug in claimable.slugs} if claimable else {}
    lit = [row.slug for row in routes_listed]
    return Question(_("Your turn"), _phrase_question(market, deed_links), body, lit, routes=links)


def _list_deeds(sight: Sight) -> list[DeedLink]:
    return [DeedLink(before, deed, LEADS.get(tag, "")) for before, deed, tag in deeds.parts(sight.options)]


def _phrase_question(market: Market, deed_links: Sequence[DeedLink]) -> str:
    if market.actions:
        return _("Take cards")
    return "".join(link.before + link.words for link in deed_links) or _("Nothing is left to do but pass")


def _describe_ticket_deck(sight: Sight) -> str:
    """Return how many tickets are left to draw; "" if none can be drawn."""
    if not any(isinstance(move, DrawTickets) for move in sight.options):
        return ""
    tickets_left = sight.view["ticket_deck"]
    return ngettext("%(n)d ticket is left", "%(n)d tickets are left", tickets_left) % {"n": tickets_left}


def _list_others(sight: Sight, step: Step) -> Iterator[Anything]:
    """Yield lists of the moves for which this page has no section, by kind."""
    kinds: dict[str, list[engine.Move]] = {}
    for move in sight.options:
        if not isinstance(move, KNOWN):
            kinds.setdefault(move.tag, []).append(move)
    for tag, moves in kinds.items():
        yield listed(sight, capital(", ".join(words.deeds([tag]))) or _("Something else"), moves, step)


def _list_passes(sight: Sight) -> list[Action]:
    passes = [move for move in sight.options if isinstance(move, Pass)]
    return [Action(_("Pass"), [engine.notation.write(sight.rules, move)]) for move in passes]


QUESTIONS: Final = {TakeTurn.tag: take_turn}
