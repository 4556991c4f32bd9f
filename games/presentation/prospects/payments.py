"""Payments for a route: which to suggest, the one that costs the viewer's tickets least; and those of one's own."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.translation import ngettext

import engine
from engine.boards import GRAY, RouteFact, TicketFact
from engine.cards import KINDS
from engine.parts import substitutes
from engine.parts.claims import ClaimRoute
from engine.parts.network import routes_in
from engine.parts.substitutes import ClaimWith
from games.presentation.prospects import cards
from games.presentation.prospects.viewpoint import Viewpoint
from games.presentation.prospects.ways import Land

Claim = ClaimRoute | ClaimWith


def count_needed(land: Land, tickets: Iterable[TicketFact]) -> Counter[str]:
    """Return how many cards of each color the routes on the shortest ways of these tickets take."""
    ways = [missing.routes for ticket in tickets if (missing := land.missing(ticket)) is not None]
    routes = {route for way in ways for route in routes_in(way)}
    needed: Counter[str] = Counter()
    for fact in (land.board.routes[route] for route in sorted(routes)):
        if fact.color != GRAY:
            needed[KINDS[fact.color]] += fact.length
    return needed


def dearness(
    spent: Mapping[str, int], own_hand: Mapping[str, int], needed: Mapping[str, int]
) -> tuple[int, int, int, int, int]:
    """Return a sort key for payments.

    The fewest cards come first, then the fewest locomotives, then the fewest cards that a ticket needs, then the color
    of which most are held.
    """
    colored = {kind: count for kind, count in spent.items() if kind != cards.LOCO}
    spare = {kind: max(0, own_hand.get(kind, 0) - needed.get(kind, 0)) for kind in colored}
    missed = sum(max(0, count - spare[kind]) for kind, count in colored.items())
    main = max(colored, key=lambda kind: colored[kind], default=cards.LOCO)
    return cards.total(spent), spent.get(cards.LOCO, 0), missed, -own_hand.get(main, 0), KINDS.index(main)


def order(spent: Mapping[str, int]) -> dict[str, int]:
    """Return a payment by kind in the order in which it is read: most cards first, which pay, and locomotives last."""
    return dict(sorted(spent.items(), key=lambda counted: (counted[0] == cards.LOCO, -counted[1])))


def key(spent: Mapping[str, int]) -> str:
    """Return what names a payment in an address: "red-2-locomotive-1"."""
    return "-".join(f"{kind}-{count}" for kind, count in spent.items())


def read_own(viewpoint: Viewpoint, slug: str, named: str) -> list[Claim]:
    """Return the claim of a route with the cards that this key names; nothing if they do not pay for it."""
    try:
        move = engine.notation.parse(viewpoint.rules, f"claim {slug} {named.replace('-', ' ')}")
    except engine.MalformedMove:
        return []
    return [move] if isinstance(move, Claim) and move in viewpoint.options else []


def explain_substitutes(rules: engine.Ruleset, fact: RouteFact) -> str:
    """Say which cards may stand for those that a route takes; "" if none."""
    each, most, _rule = substitutes.substitution(rules, fact)
    if not most:
        return ""
    if fact.ferry_locomotives:
        sentence = ngettext(
            "Any %(n)d card can stand for a locomotive that the ferry asks for.",
            "Any %(n)d cards can stand for a locomotive that the ferry asks for.",
            each,
        )
    else:
        sentence = ngettext(
            "Any %(n)d card, of whatever kind, can stand for a card of the color.",
            "Any %(n)d cards, of whatever kinds, can stand for a card of the color.",
            each,
        )
    return sentence % {"n": each}


def spread_over_hand(
    viewpoint: Viewpoint, ways: Iterable[Claim], spent: Mapping[str, int]
) -> list[tuple[cards.Chip, int]]:
    """Return the hand with what a payment spends of it, if any cards may stand for those that the route takes."""
    if not any(isinstance(move, ClaimWith) for move in ways):
        return []
    return [(chip, spent.get(chip.kind, 0)) for chip in cards.in_hand(viewpoint)]
