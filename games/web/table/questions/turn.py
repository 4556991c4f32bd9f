"""The question of a turn: all that can be done with it, useful moves first; what has a page of its own is a choice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _

import engine
from engine.parts.market import DrawBlind, TakeCard
from engine.parts.turns import Pass, TakeTurn
from games.presentation import words
from games.presentation.prospects import cards, claims, deeds, rows
from games.presentation.prospects.ways import Land
from games.presentation.words.capitals import begin_line
from games.web.table import best
from games.web.table.asked import Action, Offer, Question
from games.web.table.market import WHOLE, Market, Taking
from games.web.table.questions import turn_choices
from games.web.table.questions.any_answer import Anything, list_moves
from games.web.table.sight import Sight
from games.web.table.steps import Step

TO_MARKET: Final = {TakeCard.tag: "#take", DrawBlind.tag: "#take"}
"""The section of the page for moves that need no page of their own."""


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
    offers: Sequence[Offer]
    others: Sequence[Anything]
    actions: Sequence[Action]
    deeds: Sequence[DeedLink]
    best: Sequence[best.BestMove]
    unhelpful: str

    @property
    def repeated(self) -> frozenset[str]:
        """Return the addresses of the moves that the lists repeat, for a phone, which shows the best ones above."""
        return frozenset() if self.every else frozenset(move.href for move in self.best)


def take_turn(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask what to do with the turn, at the viewer's step."""
    for choice in turn_choices():
        question = choice.ask(sight, land, step)
        if question is not None:
            return question
    return _build_overview(sight, land, step)


def _build_overview(sight: Sight, land: Land | None, step: Step) -> Question:
    market = Taking(sight, step, WHOLE).market()
    claimable = claims.Claims(sight, land) if land else None
    yard = rows.Rows(sight)
    useful = claimable.useful if claimable else []
    routes_listed = claimable.every if claimable and step.every else useful
    deed_links = [] if market.actions else _list_deeds(sight)
    rows_listed = (not step.every and yard.useful) or yard.every
    body = TurnBody(
        hand=cards.in_hand(sight),
        market=market,
        routes=routes_listed,
        route_count=len(claimable.distinct) if claimable else 0,
        every=step.every,
        yard=rows_listed,
        yard_count=len(yard.every),
        offers=[offer for choice in turn_choices() if (offer := choice.offer(sight)) is not None],
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
    leads = {move.tag: choice.lead for choice in turn_choices() for move in choice.moves} | TO_MARKET
    return [DeedLink(before, deed, leads.get(tag, "")) for before, deed, tag in deeds.parts(sight.options)]


def _phrase_question(market: Market, deed_links: Sequence[DeedLink]) -> str:
    if market.actions:
        return _("Take cards")
    return "".join(link.before + link.words for link in deed_links) or _("Nothing is left to do but pass")


def _list_others(sight: Sight, step: Step) -> Iterator[Anything]:
    """Yield lists of the moves for which this page has no section, by kind."""
    kinds: dict[str, list[engine.Move]] = {}
    known = (TakeCard, DrawBlind, Pass, *(move for choice in turn_choices() for move in choice.moves))
    for move in sight.options:
        if not isinstance(move, known):
            kinds.setdefault(move.tag, []).append(move)
    for tag, moves in kinds.items():
        yield list_moves(sight.rules, begin_line(words.listed(words.deeds([tag]))) or _("Something else"), moves, step)


def _list_passes(sight: Sight) -> list[Action]:
    passes = [move for move in sight.options if isinstance(move, Pass)]
    return [Action(_("Pass"), [engine.notation.write(sight.rules, move)]) for move in passes]


QUESTIONS: Final = {TakeTurn.tag: take_turn}
