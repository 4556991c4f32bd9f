"""What to collect: the cards that a route lacks of those that bring the nearest ticket on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import GRAY, Route, RouteFact
from engine.cards import KINDS
from engine.parts.network import routes_in
from games import words
from games.prospects import standing
from games.prospects.cards import LOCO
from games.prospects.viewpoint import Viewpoint, hand
from games.prospects.ways import Land

ONE_COLOR: Final = ""
"""Instead of a color, where any will do and none is held."""


@dataclass(frozen=True)
class Shortage:
    """What a route lacks to be paid for: so many cards of a color, and so many locomotives."""

    route: Route
    color: str
    cards: int
    locomotives: int

    @property
    def total(self) -> int:
        """How many cards."""
        return self.cards + self.locomotives


def told(seen: Viewpoint, land: Land) -> str:
    """As "3 more blue for Denver – Omaha": what is nearest to being paid for; "" where nothing is lacking."""
    near = standing.nearest(standing.of_held(seen, land))
    if near is None or near.missing is None:
        return ""
    held = hand(seen)
    lacks = [_least(land, route, held) for route in routes_in(near.missing.routes & land.at.near)]
    least = min((one for one in lacks if one.total), key=lambda one: one.total, default=None)
    if least is None:
        return ""
    ends = land.board.routes[least.route].ends
    name = _(" – ").join(land.board.cities[end].name for end in ends)
    return _("%(cards)s for %(route)s") % {"cards": words.all_of(list(_more(least))), "route": name}


def _least(land: Land, route: Route, held: Mapping[str, int]) -> Shortage:
    """Of this route and the tracks beside it the one that lacks least."""
    a, b = land.board.routes[route].ends
    tracks = (beside for other, _length, beside in land.at.graph[a] if other == b and land.at.open >> beside & 1)
    return min((_shortage(land.board.routes[track], track, held) for track in tracks), key=lambda one: one.total)


def _shortage(fact: RouteFact, route: Route, held: Mapping[str, int]) -> Shortage:
    colors = KINDS[:-1] if fact.color == GRAY else KINDS[fact.color : fact.color + 1]
    color = max(colors, key=lambda kind: held.get(kind, 0))
    wheels, own = held.get(LOCO, 0) - fact.ferry_locomotives, held.get(color, 0)
    cards = max(0, fact.length - fact.ferry_locomotives - own - max(0, wheels))
    return Shortage(route, color if own or len(colors) == 1 else ONE_COLOR, cards, max(0, -wheels))


def _more(lack: Shortage) -> Iterator[str]:
    if lack.cards and lack.color == ONE_COLOR:
        yield ngettext("%(n)d more card", "%(n)d more cards of one color", lack.cards) % {"n": lack.cards}
    elif lack.cards:
        yield _("%(n)d more %(card)s") % {"n": lack.cards, "card": words.card(lack.color)}
    if lack.locomotives:
        yield ngettext("%(n)d more locomotive", "%(n)d more locomotives", lack.locomotives) % {"n": lack.locomotives}
