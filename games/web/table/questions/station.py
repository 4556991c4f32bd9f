"""Building a station with a turn: where, and for which cards (E6, E7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.boards import City
from engine.parts.stations import EACH, UNBUILT_POINTS, BuildStation
from games.presentation.prospects import cards
from games.presentation.prospects.stations import Stations
from games.presentation.prospects.ways import Land
from games.presentation.words.colors import paid_with
from games.web.table.asked import Offer, Question, TurnChoice
from games.web.table.sight import Sight
from games.web.table.steps import Step

ANYWHERE: Final = "anywhere"
"""The step before a city is chosen."""


@dataclass(frozen=True)
class StationSite:
    """A city for a station: what it is good for there, and the address that chooses it."""

    name: str
    purpose: str
    href: str


@dataclass(frozen=True)
class ChoosingSite:
    """The question's body before a city is chosen: first the cities where a station completes a ticket."""

    template: ClassVar[str] = "web/table/_sites.html"
    hand: Sequence[cards.Chip]
    useful: Sequence[StationSite]
    others: Sequence[StationSite]
    explanation: str


@dataclass(frozen=True)
class StationPayment:
    """A way to pay for the station: its move, its cards, its button."""

    move: str
    cards: Sequence[str]
    button: str
    chosen: bool


@dataclass(frozen=True)
class Building:
    """The question's body for a chosen city."""

    template: ClassVar[str] = "web/table/_station.html"
    hand: Sequence[cards.Chip]
    payments: Sequence[StationPayment]
    explanation: str
    purpose: str


def ask_to_build(sight: Sight, land: Land | None, step: Step) -> Question | None:
    """Ask in which city to build a station, and then for which cards."""
    stations = Stations(sight, land) if land is not None and step.station else None
    if stations is None or not stations.by_city:
        return None
    city = sight.board.city_of.get(step.station)
    if city in stations.by_city:
        return _ask_how_to_pay(stations, sight, city, step)
    return _ask_where(stations, sight) if step.station == ANYWHERE else None


def _ask_where(stations: Stations, sight: Sight) -> Question:
    useful = [_build_site(stations, city) for city in stations.suggested]
    others = [_build_site(stations, city) for city in stations.by_city if city not in stations.suggested]
    body = ChoosingSite(cards.in_hand(sight), useful, others, _explain(sight))
    links = {stations.board.cities[city].slug: _build_href(stations, city) for city in stations.by_city}
    suggested = [stations.board.cities[city].slug for city in stations.suggested]
    return Question(_("Build a station"), _("Where do you build it?"), body, cities=links, cities_named=suggested)


def _build_site(stations: Stations, city: City) -> StationSite:
    return StationSite(stations.board.cities[city].name, stations.purpose(city), _build_href(stations, city))


def _build_href(stations: Stations, city: City) -> str:
    return f"?station={stations.board.cities[city].slug}"


def _ask_how_to_pay(stations: Stations, sight: Sight, city: City, step: Step) -> Question:
    fact, moves = sight.board.cities[city], stations.payments(city)
    notations = [engine.notation.write(sight.rules, move) for move in moves]
    chosen = next((notation for notation in notations if notation in step.refused), notations[0])
    payments = []
    for move, notation in zip(moves, notations, strict=True):
        spent = stations.spent(move)
        button = _("Build it for %(cards)s") % {"cards": paid_with(spent)}
        payments.append(StationPayment(notation, cards.spread(spent), button, notation == chosen))
    body = Building(cards.in_hand(sight), payments, _explain(sight), stations.purpose(city))
    title = _("Build a station in %(city)s?") % {"city": fact.name}
    links = {sight.board.cities[other].slug: _build_href(stations, other) for other in stations.by_city}
    return Question(_("Build a station"), title, body, chosen=fact.slug, cities=links, cities_named=[fact.slug])


def _explain(sight: Sight) -> str:
    """Return what a station does, and what not building it is worth."""
    stations_left = sight.view["seats"][sight.seat or 0]["stations_left"]
    sentences = [
        _("At the end it lets your tickets use one route of another player into its city."),
        ngettext(
            "A station that you keep is worth %(points)d point.",
            "A station that you keep is worth %(points)d points.",
            UNBUILT_POINTS,
        )
        % {"points": UNBUILT_POINTS},
        ngettext("You have %(n)d left.", "You have %(n)d left.", stations_left) % {"n": stations_left},
    ]
    return " ".join(sentences)


def offer_station(sight: Sight) -> Offer | None:
    """Return the button that leads to building a station, with what the next one costs."""
    if not any(isinstance(move, BuildStation) for move in sight.options):
        return None
    cost = 1 + EACH - sight.view["seats"][sight.seat or 0]["stations_left"]
    beside = ngettext("for %(n)d card", "for %(n)d cards of one color", cost) % {"n": cost}
    return Offer(_("Build a station"), beside, f"?station={ANYWHERE}")


TURN_CHOICE: Final = TurnChoice((BuildStation,), f"?station={ANYWHERE}", ask_to_build, offer_station)
