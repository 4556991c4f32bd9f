"""Boards as data: cities, routes with track numbers, tickets with numbers. One module a board.

Outside the engine a city is known by its slug, a route by its cities' slugs in alphabetical order and the number of
its track where it has parallels ("denver-omaha", "dallas-houston-2"), a ticket by its number. Inside they are ints:
places in the board's tuples. Only slugs and numbers are ever stored.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, NewType

City = NewType("City", int)
Route = NewType("Route", int)
Ticket = NewType("Ticket", int)
GRAY = -1


class CityFact(NamedTuple):
    """A city: slug, name as printed, and where it lies on earth in degrees."""

    slug: str
    name: str
    latitude: float
    longitude: float


class RouteFact(NamedTuple):
    """A track between two cities. `color` is a kind of train card or GRAY; `group` names its parallels or is ""."""

    slug: str
    ends: tuple[City, City]
    length: int
    color: int
    group: str
    ferry_locomotives: int


class TicketFact(NamedTuple):
    """A ticket: its number, its two cities, its value, and the cards it takes where tickets are paid in cards."""

    number: int
    ends: tuple[City, City]
    points: int
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Board:
    """A board's facts with look-ups. `digest` pins them: a running game refuses a board that has changed.

    `big_cities` holds the bonus for most completed tickets that name a city, where there are such bonuses (C1).
    """

    name: str
    cities: tuple[CityFact, ...]
    routes: tuple[RouteFact, ...]
    tickets: tuple[TicketFact, ...]
    route_points: Mapping[int, int]
    big_cities: Mapping[City, int] = field(default_factory=dict)

    @cached_property
    def city_of(self) -> Mapping[str, City]:
        """Cities by slug."""
        return {city.slug: City(index) for index, city in enumerate(self.cities)}

    @cached_property
    def route_of(self) -> Mapping[str, Route]:
        """Routes by slug."""
        return {route.slug: Route(index) for index, route in enumerate(self.routes)}

    @cached_property
    def ticket_of(self) -> Mapping[int, Ticket]:
        """Tickets by number."""
        return {ticket.number: Ticket(index) for index, ticket in enumerate(self.tickets)}

    @cached_property
    def parallels(self) -> tuple[int, ...]:
        """For each route the set of its parallel tracks, itself left out, as a bit mask of route numbers."""
        return tuple(self._parallels(index) for index in range(len(self.routes)))

    @cached_property
    def digest(self) -> str:
        """SHA-256 over all facts as hex."""
        facts = [self.name, self.cities, self.routes, self.tickets, sorted(self.route_points.items())]
        if self.big_cities:
            facts.append(sorted(self.big_cities.items()))
        return hashlib.sha256(json.dumps(facts, ensure_ascii=True).encode()).hexdigest()

    def _parallels(self, index: int) -> int:
        group = self.routes[index].group
        return sum(1 << i for i, other in enumerate(self.routes) if group and other.group == group and i != index)
