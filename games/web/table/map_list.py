"""All routes and cities of the map as a list, each with a link to what it says: for keyboards and screen readers."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import RouteFact
from engine.parts.goals import list_cities
from games.presentation.prospects import prices
from games.presentation.prospects.helped_tickets import letters
from games.presentation.prospects.viewpoint import hand, held_tickets
from games.presentation.prospects.ways import Land
from games.presentation.words.lists import listed
from games.presentation.words.vocabulary import attributes, track_color
from games.web.table.asked import Question
from games.web.table.sight import Sight


@dataclass(frozen=True)
class TrackLine:
    """A track: its color and length, and who holds it or what the reader lacks for it."""

    slug: str
    words: str


@dataclass(frozen=True)
class RouteLine:
    """Two cities and the tracks between them."""

    name: str
    tracks: Sequence[TrackLine]


@dataclass(frozen=True)
class CityLine:
    """A city and the letters of the reader's tickets that end there."""

    slug: str
    name: str
    letters: str


@dataclass(frozen=True)
class MapListBody:
    """The panel's body with everything on the map. `cities` is empty without a seat, to which they say nothing."""

    template: ClassVar[str] = "web/table/_map_list.html"
    routes: Sequence[RouteLine]
    cities: Sequence[CityLine]


def build(sight: Sight, land: Land | None) -> Question:
    """List every route and city of the game's board, by name."""
    tracks: defaultdict[str, list[TrackLine]] = defaultdict(list)
    for fact in sight.board.routes:
        a, b = (sight.board.cities[end].name for end in fact.ends)
        tracks[f"{a} – {b}"].append(TrackLine(fact.slug, listed(_describe(sight, land, fact))))
    routes = [RouteLine(name, tracks[name]) for name in sorted(tracks)]
    cities = sorted(_list_cities(sight), key=lambda city: city.name) if sight.you else []
    return Question(_("Map"), _("All routes and cities"), MapListBody(routes, cities))


def _describe(sight: Sight, land: Land | None, fact: RouteFact) -> Iterator[str]:
    yield track_color(fact)
    yield ngettext("%(n)d space", "%(n)d spaces", fact.length) % {"n": fact.length}
    yield from attributes(fact)
    holder, route = sight.view["routes"].get(fact.slug), sight.board.route_of[fact.slug]
    if holder is not None:
        yield _("held by %(name)s") % {"name": sight.you_or_name(holder)}
    elif land is not None and not land.at.open >> route & 1:
        yield _("closed")
    elif sight.you:
        price = prices.find_price(sight.rules.price(fact), hand(sight))
        yield _("you lack %(cards)s") % {"cards": price.missing} if price.missing else _("your cards pay for it")


def _list_cities(sight: Sight) -> Iterator[CityLine]:
    own_tickets = held_tickets(sight)
    lettered = [*zip(letters(len(own_tickets)), map(list_cities, own_tickets), strict=True)]
    for city in sight.board.cities:
        ending = [letter for letter, cities in lettered if city.slug in cities]
        yield CityLine(city.slug, city.name, listed(filter(None, ending)))
