"""Plans by one tap: lines that the viewer's tickets suggest; and the plan's lines, at the table and on its own page."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from engine.boards import RouteFact
from engine.parts.network import routes_in
from games.errors import Refused
from games.presentation.prospects.claims import slots
from games.presentation.prospects.viewpoint import open_goals
from games.presentation.prospects.ways import Land
from games.table.plans import own_plan as planning
from games.web.table.sight import Sight

LINES, LONGEST = 40, 200
MOST, FEW = 8, 3
"""How many routes are offered at most: on the plan's page, and at the table."""
DRAW: Final = "draw wanted else deck"
LAST: Final = ("draw", "best", "pass")
"""First words of lines that can nearly always be played, so that lines below them have to wait."""


@dataclass(frozen=True)
class Suggestion:
    """One or more lines that can be added to the plan with one tap."""

    line: str
    label: str


@dataclass(frozen=True)
class LaterRoute:
    """A route that cannot be claimed yet: its cities and its spaces."""

    slug: str
    name: str
    spaces: Sequence[str]

    @property
    def href(self) -> str:
        return f"?route={self.slug}"


def for_route(fact: RouteFact) -> list[Suggestion]:
    """Suggest plans about one route. Any of its parallel tracks will do."""
    claim = f"claim {fact.group or fact.slug}"
    return [
        Suggestion(claim, _("Claim this as soon as I can")),
        Suggestion(f"{claim}\n{DRAW}", _("Draw what I need until I can claim it")),
    ]


def routes(sight: Sight, land: Land | None) -> list[LaterRoute]:
    """Return routes that the viewer's tickets lack, to choose from while nothing can be claimed."""
    if land is None:
        return []
    return [LaterRoute(fact.slug, _name_route(sight, fact), slots(fact)) for fact in missing(sight, land)[:FEW]]


def suggestions(sight: Sight) -> Iterator[Suggestion]:
    """Yield lines: claim missing routes when they can be paid, draw the cards they lack, else play like a stand-in."""
    if sight.board.routes:
        for route in missing(sight, Land(sight.rules, sight.view, sight.seat or 0))[:MOST]:
            label = _("Claim %(route)s as soon as I can") % {"route": _name_route(sight, route)}
            yield Suggestion(f"claim {route.group or route.slug}", label)
        yield Suggestion(DRAW, _("Draw what these claims lack, else from the deck"))
    else:
        yield Suggestion("draw deck", _("Draw from the deck"))
    yield Suggestion("best", _("Else play as a stand-in would"))
    yield Suggestion("stop when last round", _("Stop when the last round begins"))


def example(sight: Sight) -> str:
    """Return some lines of a plan, with a route of this board."""
    lines = ["draw red blue else deck", "stop when last round"]
    if sight.board.routes:
        fact = next(iter(missing(sight, Land(sight.rules, sight.view, sight.seat or 0))), sight.board.routes[0])
        lines.insert(0, f"claim {fact.group or fact.slug}")
    return "; ".join(lines)


def missing(sight: Sight, land: Land) -> Sequence[RouteFact]:
    """Return the routes that the viewer's tickets lack, on their shortest ways, longest first.

    If a network must be connected (W5), only routes that touch it can be next, and none before it has begun.
    """
    if land.must_start:
        return ()
    tickets = sight.you["tickets"] if sight.you else []
    lacking = 0
    for ticket in tickets:
        for goal in open_goals(sight.board, ticket):
            gap = land.missing(goal)
            lacking |= gap.routes if gap else 0
    facts = [sight.board.routes[route] for route in routes_in(lacking)]
    touching = [fact for fact in facts if not land.home or set(fact.ends) & set(land.network)]
    return sorted(touching, key=lambda route: -route.length)


def _name_route(sight: Sight, fact: RouteFact) -> str:
    return _(" – ").join(sight.board.cities[end].name for end in fact.ends)


def with_lines(lines: Sequence[str], added: Iterable[str]) -> list[str]:
    """Return the plan with these lines added: claims before the first line that can nearly always be played, all others
    at the end.
    """
    merged = list(lines)
    for line in added:
        if line in merged:
            continue
        fallbacks = [index for index, order in enumerate(merged) if order.startswith(LAST)]
        merged.insert(fallbacks[0] if fallbacks and line.startswith("claim") else len(merged), line)
    return merged


def read(text: str) -> list[str]:
    """Return the plan's lines as typed in a form, one below the other or with semicolons, without empty ones."""
    lines = text.replace(";", "\n").splitlines()
    return [line.strip()[:LONGEST] for line in lines if line.strip()][:LINES]


def kept(sight: Sight) -> Sequence[str]:
    """Return the lines of the viewer's plan, if it is to play for the seat."""
    if sight.player is None or sight.seat is None or not sight.seats[sight.seat].planned:
        return ()
    return orders(sight)


def orders(sight: Sight) -> list[str]:
    """Return the lines of the viewer's plan, even of one that has stopped; none if there is no plan."""
    assert sight.player is not None
    try:
        return list(planning.look(player=sight.player, game_id=sight.game.pk, now=sight.now).plan.orders)
    except Refused:
        return []
