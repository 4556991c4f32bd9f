"""Boards as data: cities, routes with track numbers, and numbered tickets, one module for each board.

Outside the engine a city is known by its slug, a route by its cities' slugs in alphabetical order and the number of its
track where it has parallels ("denver-omaha", "dallas-houston-2"), a ticket by its number. Inside they are ints: indexes
into the board's tuples. Only slugs and numbers are ever stored.
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
"""A set of routes as a bit mask, with a bit for each route of the board."""
GRAY = -1


Attributes = Mapping[str, object]
"""Further properties of a city, a route or a ticket, by name ("ferry": 1, "tunnel": True); usually empty."""
NONE: Attributes = MappingProxyType({})


class CityFact(NamedTuple):
    """A city: slug, name as printed, and latitude and longitude in degrees."""

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
        """Return the least number of locomotives that a ferry takes (W8); 0 if the route is not a ferry."""
        count = self.attributes.get("ferry")
        return count if isinstance(count, int) else 0


class Goal(NamedTuple):
    """Two cities, and what a ticket scores where they are connected."""

    ends: tuple[City, City]
    points: int


class TicketFact(NamedTuple):
    """A ticket: its number, its two cities, its value, and the cards it takes where tickets are paid in cards.

    If the ticket has further goals ("also"), the best one that is reached counts; if none is, it loses its value.
    """

    number: int
    ends: tuple[City, City]
    points: int
    cards: tuple[int, ...] = ()
    attributes: Attributes = NONE

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Return the pairs of cities that complete the ticket when connected, each with its score (B19)."""
        first, further = Goal(self.ends, self.points), self.attributes.get("also")
        return (first, *further) if isinstance(further, tuple) else (first,)

    def beyond(self, points: int | None = None) -> "tuple[TicketFact, ...]":
        """Return the goals that score more than these points (None: all), each as a ticket with this goal alone."""
        if points is None and "also" not in self.attributes:
            return (self,)
        attributes = {name: value for name, value in self.attributes.items() if name != "also"} or NONE
        return tuple(
            self._replace(ends=goal.ends, points=goal.points, attributes=attributes)
            for goal in self.goals
            if points is None or goal.points > points
        )


@dataclass(frozen=True, eq=False)
class Board:
    """A board's facts and the look-ups on them. `digest` pins them: a running game refuses a board that has changed.

    `big_cities` gives for each big city the bonus for the most completed tickets that name it (C1); usually empty.
    `shares` is the board whose cities and routes these are, if it is another: its pictures serve for both.
    """

    name: str
    cities: tuple[CityFact, ...]
    routes: tuple[RouteFact, ...]
    tickets: tuple[TicketFact, ...]
    route_points: Mapping[int, int]
    big_cities: Mapping[City, int] = field(default_factory=dict)
    shares: "Board | None" = None

    @cached_property
    def map(self) -> "Board":
        """The board that has this one's map: cities and routes, and whatever is worked out from them."""
        return self.shares or self

    @cached_property
    def city_of(self) -> Mapping[str, City]:
        """Return the cities of the board by slug."""
        return {city.slug: City(index) for index, city in enumerate(self.cities)}

    @cached_property
    def route_of(self) -> Mapping[str, Route]:
        """Return the routes of the board by slug."""
        return {route.slug: Route(index) for index, route in enumerate(self.routes)}

    @cached_property
    def ticket_of(self) -> Mapping[int, Ticket]:
        """Return the tickets of the board by number."""
        return {ticket.number: Ticket(index) for index, ticket in enumerate(self.tickets)}

    @cached_property
    def parallels(self) -> tuple[int, ...]:
        """Return for each route the set of its parallel tracks, without the route itself, as a bit mask."""
        return tuple(self._parallels(index) for index in range(len(self.routes)))

    @cached_property
    def routes_at(self) -> tuple[Routes, ...]:
        """Return for each city the set of the routes into it."""
        return tuple(
            sum(1 << route for route, fact in enumerate(self.routes) if city in fact.ends)
            for city in range(len(self.cities))
        )

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256 of all facts as hex. Optional fields are included only where a fact has them."""
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
    """Return a fact for the digest: the fields that every fact has, in order, then its attributes if it has any."""
    return [*fields, sorted(attributes.items())] if attributes else fields


def _without_ferry(route: RouteFact) -> Attributes:
    """Return a route's attributes without a ferry's locomotives, which have their own position in the digest."""
    return {name: value for name, value in route.attributes.items() if name != "ferry"}
