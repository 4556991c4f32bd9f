"""Boards as data: cities, routes with track numbers, tickets with numbers. One module a board.

Outside the engine a city is known by its slug, a route by its cities' slugs in alphabetical order and the number of
its track where it has parallels ("denver-omaha", "dallas-houston-2"), a ticket by its number. Inside they are ints:
places in the board's tuples. Only slugs and numbers are ever stored.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, NamedTuple, NewType, TypeAlias

City = NewType("City", int)
Route = NewType("Route", int)
Ticket = NewType("Ticket", int)
Routes: TypeAlias = Annotated[int, "routes"]
"""A set of routes: one number with a bit for each route of the board."""
GRAY = -1


Attributes = Mapping[str, object]
"""What a city, a route or a ticket has beside what all have, by name: "ferry": 1, "tunnel": True. Usually nothing."""
NONE: Attributes = MappingProxyType({})


class CityFact(NamedTuple):
    """A city: slug, name as printed, and where it lies on earth in degrees."""

    slug: str
    name: str
    latitude: float
    longitude: float
    attributes: Attributes = NONE


class RouteFact(NamedTuple):
    """A track between two cities. `color` is a kind of train card or GRAY; `group` names its parallels or is ""."""

    slug: str
    ends: tuple[City, City]
    length: int
    color: int
    group: str
    attributes: Attributes = NONE

    @property
    def ferry_locomotives(self) -> int:
        """How many locomotives a ferry takes at least (W8); 0 for no ferry."""
        count = self.attributes.get("ferry")
        return count if isinstance(count, int) else 0


class Goal(NamedTuple):
    """Two cities, and what a ticket scores where they are connected."""

    ends: tuple[City, City]
    points: int


class TicketFact(NamedTuple):
    """A ticket: its number, its two cities, its value, and the cards it takes where tickets are paid in cards.

    Where it has further goals ("also"), the best one that is reached counts, and where none is it loses its value.
    """

    number: int
    ends: tuple[City, City]
    points: int
    cards: tuple[int, ...] = ()
    attributes: Attributes = NONE

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Each two cities that complete it when they are connected, with what it scores then (B19)."""
        further = self.attributes.get("also")
        return (Goal(self.ends, self.points), *(further if isinstance(further, tuple) else ()))


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
        """Each city of the board by its slug."""
        return {city.slug: City(index) for index, city in enumerate(self.cities)}

    @cached_property
    def route_of(self) -> Mapping[str, Route]:
        """Each route of the board by its slug."""
        return {route.slug: Route(index) for index, route in enumerate(self.routes)}

    @cached_property
    def ticket_of(self) -> Mapping[int, Ticket]:
        """Each ticket of the board by its number."""
        return {ticket.number: Ticket(index) for index, ticket in enumerate(self.tickets)}

    @cached_property
    def parallels(self) -> tuple[int, ...]:
        """For each route the set of its parallel tracks, itself left out, as a bit mask of route numbers."""
        return tuple(self._parallels(index) for index in range(len(self.routes)))

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256 over all facts as hex. Optional fields are appended only if a fact has them."""
        facts = [
            self.name,
            [_list_fields(city[:-1], city.attributes) for city in self.cities],
            [_list_fields((*route[:-1], route.ferry_locomotives), _without_ferry(route)) for route in self.routes],
            [_list_fields(ticket[:-1], ticket.attributes) for ticket in self.tickets],
            sorted(self.route_points.items()),
        ]
        if self.big_cities:
            facts.append(sorted(self.big_cities.items()))
        return hashlib.sha256(json.dumps(facts, ensure_ascii=True).encode()).hexdigest()

    def _parallels(self, index: int) -> int:
        group = self.routes[index].group
        return sum(1 << i for i, other in enumerate(self.routes) if group and other.group == group and i != index)


def _list_fields(fields: tuple[object, ...], attributes: Attributes) -> Sequence[object]:
    """Return a fact for the digest: what all have in its place, then its attributes if there are any."""
    return [*fields, sorted(attributes.items())] if attributes else fields


def _without_ferry(route: RouteFact) -> Attributes:
    """Return a route's attributes but for the locomotives of a ferry, which have a place of their own in the digest."""
    return {name: value for name, value in route.attributes.items() if name != "ferry"}
