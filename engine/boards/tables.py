"""A reader of boards from text tables: one item per line, columns separated by bars."""

from collections.abc import Iterable, Iterator, Mapping

from engine.boards import GRAY, NONE, Attributes, Board, City, CityFact, Goal, RouteFact, TicketFact
from engine.cards import KINDS


def board_from_tables(
    name: str, cities: str, routes: str, tickets: str, route_points: Mapping[int, int], big_cities: str = ""
) -> Board:
    """Return the board that these tables describe.

    Cities: slug, name, latitude, longitude, attributes. Routes: two cities, length (of each track, if they differ),
    colors of its tracks, each followed by its attributes: "gray/3" is a ferry with three locomotives, "black/tunnel" a
    tunnel. Tickets: number, two cities, points, the cards they take (where tickets are paid in cards), further goals,
    such as "bern-paris=8", and attributes. Big cities: a city, its bonus. Trailing columns may be left out. Attributes
    are words ("capital") or words with a number ("country=3").

    Raises ValueError for a ticket with two goals of the same value.
    """
    city_facts = tuple(_city(*row) for row in _rows(cities))
    index = {city.slug: City(place) for place, city in enumerate(city_facts)}
    return Board(
        name=name,
        cities=city_facts,
        routes=tuple(track for row in _rows(routes) for track in _tracks(row, index)),
        tickets=tuple(_ticket(row, index) for row in _rows(tickets)),
        route_points=route_points,
        big_cities={index[city]: int(points) for city, points in _rows(big_cities)},
    )


def _rows(table: str) -> Iterator[list[str]]:
    for line in table.strip().splitlines():
        yield [column.strip() for column in line.split("|")]


def _city(slug: str, name: str, latitude: str, longitude: str, attributes: str = "") -> CityFact:
    return CityFact(slug, name, float(latitude), float(longitude), _attributes(attributes.split()))


def _attributes(words: Iterable[str]) -> Attributes:
    """Parse attributes: words, each alone or with a number; a bare number is a ferry's locomotives."""
    assignments = [(f"ferry={word}" if word.isdigit() else word).partition("=") for word in words]
    return {name: int(number) if number else True for name, _, number in assignments} or NONE


def _tracks(row: list[str], index: Mapping[str, City]) -> Iterator[RouteFact]:
    a, b, lengths, colors = row
    pair = f"{a}-{b}"
    tracks = colors.split()
    each = lengths.split() if " " in lengths else [lengths] * len(tracks)
    for number, (length, color) in enumerate(zip(each, tracks, strict=True), 1):
        slug, group = (pair, "") if len(tracks) == 1 else (f"{pair}-{number}", pair)
        kind, *attributes = color.split("/")
        yield RouteFact(slug, (index[a], index[b]), int(length), _kind(kind), group, _attributes(attributes))


def _ticket(row: list[str], index: Mapping[str, City]) -> TicketFact:
    number, a, b, points, cards, also, words = (*row, "", "", "")[:7]
    goals = tuple(_goal(text, index) for text in also.split())
    values = [int(points), *(goal.points for goal in goals)]
    if len(set(values)) < len(values):
        raise ValueError(f"ticket {number}: two goals have the same value")
    takes = tuple(_kind(color) for color in cards.split())
    attributes = {**_attributes(words.split()), **({"also": goals} if goals else {})} or NONE
    return TicketFact(int(number), (index[a], index[b]), int(points), takes, attributes)


def _goal(text: str, index: Mapping[str, City]) -> Goal:
    ends, points = text.split("=")
    a, b = ends.split("-")
    return Goal((index[a], index[b]), int(points))


def _kind(color: str) -> int:
    return GRAY if color == "gray" else KINDS.index(color)
