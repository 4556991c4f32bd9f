"""Reads a board from tables of text: one line a thing, columns parted by bars."""

from collections.abc import Iterator, Mapping

from engine.boards import GRAY, Board, City, CityFact, RouteFact, TicketFact
from engine.cards import KINDS


def board_from_tables(name: str, cities: str, routes: str, tickets: str, route_points: Mapping[int, int]) -> Board:
    """A board of these tables.

    Cities: slug, name, latitude, longitude. Routes: two cities, length, colors of its tracks ("gray", and with
    "/3" behind it a ferry with three locomotives). Tickets: number, two cities, points.
    """
    city_facts = tuple(CityFact(row[0], row[1], float(row[2]), float(row[3])) for row in _rows(cities))
    index = {city.slug: City(place) for place, city in enumerate(city_facts)}
    return Board(
        name=name,
        cities=city_facts,
        routes=tuple(track for row in _rows(routes) for track in _tracks(row, index)),
        tickets=tuple(TicketFact(int(row[0]), (index[row[1]], index[row[2]]), int(row[3])) for row in _rows(tickets)),
        route_points=route_points,
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


def _kind(color: str) -> int:
    return GRAY if color == "gray" else KINDS.index(color)
