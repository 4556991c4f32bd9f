"""Reads a board from tables of text: one line a thing, columns parted by bars."""

from collections.abc import Iterator, Mapping

from engine.boards import GRAY, Board, City, CityFact, RouteFact, TicketFact
from engine.cards import KINDS


def board_from_tables(
    name: str, cities: str, routes: str, tickets: str, route_points: Mapping[int, int], big_cities: str = ""
) -> Board:
    """A board of these tables.

    Cities: slug, name, latitude, longitude. Routes: two cities, length, colors of its tracks ("gray", and with
    "/3" behind it a ferry with three locomotives). Tickets: number, two cities, points, and where tickets
    are paid in cards the cards they take. Big cities: a city, its bonus.
    """
    city_facts = tuple(CityFact(row[0], row[1], float(row[2]), float(row[3])) for row in _rows(cities))
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


def _tracks(row: list[str], index: Mapping[str, City]) -> Iterator[RouteFact]:
    a, b, length, colors = row
    pair = f"{a}-{b}"
    tracks = colors.split()
    for number, color in enumerate(tracks, 1):
        slug, group = (pair, "") if len(tracks) == 1 else (f"{pair}-{number}", pair)
        kind, _, ferry = color.partition("/")
        yield RouteFact(slug, (index[a], index[b]), int(length), _kind(kind), group, int(ferry or 0))


def _ticket(row: list[str], index: Mapping[str, City]) -> TicketFact:
    number, a, b, points, *cards = row
    colors = " ".join(cards).split()
    return TicketFact(int(number), (index[a], index[b]), int(points), tuple(_kind(color) for color in colors))


def _kind(color: str) -> int:
    return GRAY if color == "gray" else KINDS.index(color)
