"""Which of several payments for a route to suggest: the one that costs the viewer's tickets least."""

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.boards import GRAY, TicketFact
from engine.cards import KINDS
from engine.parts.claims import ClaimRoute
from engine.parts.network import routes_in
from games.presentation.prospects.ways import Land


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
    move: ClaimRoute, own_hand: Mapping[str, int], needed: Mapping[str, int], cost: int
) -> tuple[int, int, int, int]:
    """Return a sort key for payments of `cost` cards.

    The fewest locomotives come first, then the fewest cards that a ticket needs, then the color of which most are held.
    """
    kind, spent = KINDS[move.color], cost - move.locomotives
    held = own_hand.get(kind, 0)
    spare = max(0, held - needed.get(kind, 0))
    return move.locomotives, max(0, spent - spare), -held, move.color
