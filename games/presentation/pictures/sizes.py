"""The three sizes of a board's picture, each a way to draw spaces, trains, cities and names.

`TABLE` is for a window, from about 900 pixels; `EMAIL` for 600 pixels, with large names of the relevant cities;
`THUMBNAIL` for about 200 pixels: lines and dots.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin
from typing import Final

from engine.boards import GRAY, RouteFact
from engine.cards import KINDS
from games.presentation.pictures.geometry import Geometry, Name, Point, Space, Track
from games.presentation.pictures.lettering import lettering
from games.presentation.pictures.scene import Ring, Scene
from games.presentation.pictures.shape import CAPITALS, CITY, RING
from games.presentation.pictures.svg import centered, element, line, number, text, used, used_from
from games.presentation.pictures.traits import shown

HALO: Final = 3.4
NAMES: Final = "names"
"""The id of the layer with all cities' names, in a page and in the file of a board's ground."""
LETTER: Final = 14.0
"""The size of letters in a ring around a city."""
FLAG: Final = 9.0
"""The radius of a smaller ring, beside a marker."""
BESIDE: Final = 4.0
"""The distance between letters and the ends of their ring."""
DOT: Final = 2.2
COUPLING: Final = 6.0
CASING: Final = 16.4
DASHES: Final = ("none", "3 9", "14 5", "6 4", "22 4", "2 5")
"""The patterns of seats' lines, for trains too small for a mark."""


@dataclass(frozen=True)
class Detailed:
    """A picture with spaces, trains and signs.

    `large`: only the names of relevant cities, but large. `key`: with an explanation below, for a picture that
    is shown alone.
    """

    large: bool
    key: bool

    def open(self, route: RouteFact, track: Track) -> str:
        """Draw the spaces of an open track.

        A ferry has as many wheels as it takes locomotives, spread along it. The signs of the track's attributes are
        drawn on each space.
        """
        kind = "gray" if route.color == GRAY else KINDS[route.color]
        shape = "boat" if route.ferry_locomotives else "slot"
        wheels = _spread(route.ferry_locomotives, len(track.spaces))
        spaces = "".join(
            used("wheel" if index in wheels else f"{shape}-{kind}", *space) for index, space in enumerate(track.spaces)
        )
        return spaces + "".join(used(f"trait-{name}", *space) for name in shown(route) for space in track.spaces)

    def claimed(self, seat: int, track: Track) -> str:
        """Draw a train on every space, an engine on the last; `seat` counts from 1."""
        along = line(run(track.spaces))
        casing = element("path", class_="casing-line", d=along, stroke_width=CASING)
        coupling = element("path", class_="coupling", d=along, stroke_width=COUPLING)
        *cars, engine = track.spaces
        trains = "".join(used(f"train-{seat}", *space) for space in cars)
        return casing + coupling + trains + used(f"engine-{seat}", engine.x, engine.y, _angle_ahead(track.spaces))

    def city(self, at: Point, marker: int | None, ring: Ring | None) -> str:
        """Draw a city; with a seat's marker, or with the ring of the tickets that name it."""
        if marker is not None:
            return used(f"marker-{marker}", *at) + (_draw_ring(ring, at.x + 12, at.y - 12, FLAG) if ring else "")
        return _draw_ring(ring, *at, RING - 3) if ring else _draw_plain_city(at)

    def tickets(self, at: Geometry, scene: Scene) -> Iterator[str]:
        """Draw a line for each unfinished ticket."""
        for ticket in scene.tickets:
            if not ticket.arrived:
                yield element("path", class_="ticket", d=line(at.cities[end].at for end in ticket.ends))

    def names(self, at: Geometry, scene: Scene, ground: str) -> Iterator[str]:
        """Draw the names of the cities; all of them from the file of the board's ground, if there is one."""
        if self.large:
            highlighted = _cities_that_matter(at, scene)
            yield from (lettered(city.large) for slug, city in at.cities.items() if slug in highlighted)
        elif ground:
            yield used_from(ground, NAMES, NAMES)
        else:
            yield element("g", *(lettered(city.name) for city in at.cities.values()), id=NAMES)


@dataclass(frozen=True)
class Paged(Detailed):
    """A picture within a page, whose style sheet shows all names or the relevant ones, depending on the room.

    Each small name has its city as its origin, so that the page can enlarge it there.
    """

    def names(self, at: Geometry, scene: Scene, ground: str) -> Iterator[str]:
        """Draw all names small, and the relevant ones large."""
        highlighted = _cities_that_matter(at, scene)
        yield element("g", *_place_names(at, ground), class_=NAMES)
        large = [used_from(ground, large_name(slug)) for slug in at.cities if slug in highlighted]
        yield element("g", *large, class_="names-large")


@dataclass(frozen=True)
class Sketched:
    """A picture of lines and dots, without names."""

    key: bool = False

    def open(self, route: RouteFact, track: Track) -> str:
        """Draw nothing, since the rail is already drawn."""
        return ""

    def claimed(self, seat: int, track: Track) -> str:
        """Draw a thick line with the pattern of the seat."""
        along = line(track.rail)
        edge = element("path", class_=f"s-{seat}-edge", d=along, stroke_width=13)
        filled = element("path", class_=f"s-{seat}-track", d=along, stroke_width=9.5)
        pattern = element("path", class_=f"s-{seat}-line", d=along, stroke_width=3, stroke_dasharray=DASHES[seat - 1])
        return edge + filled + pattern

    def city(self, at: Point, marker: int | None, ring: Ring | None) -> str:
        """Draw a dot; with a marker a bigger one in the seat's color."""
        kind = "dot" if marker is None else f"s-{marker}"
        return element("circle", class_=kind, cx=at.x, cy=at.y, r=CITY if marker is None else RING)

    def tickets(self, at: Geometry, scene: Scene) -> Iterator[str]:
        return iter(())

    def names(self, at: Geometry, scene: Scene, ground: str) -> Iterator[str]:
        return iter(())


Size = Detailed | Sketched

TABLE: Final = Detailed(large=False, key=False)
ALONE: Final = Detailed(large=False, key=True)
PAGE: Final = Paged(large=False, key=False)
EMAIL: Final = Detailed(large=True, key=False)
THUMBNAIL: Final = Sketched()


def _spread(some: int, places: int) -> set[int]:
    """Return some of these places, spread as evenly as possible."""
    return {(2 * number + 1) * places // (2 * some) for number in range(some)}


def run(spaces: Sequence[Space]) -> list[tuple[float, float]]:
    """Return the line through the middles of spaces; a short one through a single space."""
    if len(spaces) > 1:
        return [(space.x, space.y) for space in spaces]
    (only,) = spaces
    dx, dy = 6 * cos(radians(only.angle)), 6 * sin(radians(only.angle))
    return [(only.x - dx, only.y - dy), (only.x + dx, only.y + dy)]


def _angle_ahead(spaces: Sequence[Space]) -> float:
    """Return the angle of the last space in the direction of travel, so that the engine's nose points forward."""
    angle = spaces[-1].angle
    if len(spaces) == 1:
        return angle
    (ax, ay), (bx, by) = ((space.x, space.y) for space in spaces[-2:])
    forward = (bx - ax) * cos(radians(angle)) + (by - ay) * sin(radians(angle))
    return angle if forward >= 0 else angle + 180


def _draw_ring(ring: Ring, x: float, y: float, radius: float) -> str:
    """Draw a circle around one letter; around several, a shape as wide as needed."""
    letters, size = lettering("names"), LETTER * radius / (RING - 3)
    kind, letter = ("there", "there-letter") if ring.arrived else ("ring", "letter")
    half = max(radius, letters.width(ring.letters, size) / 2 + BESIDE)
    disc = element("circle", class_=kind, cx=x, cy=y, r=radius)
    if half > radius:
        disc = element("rect", class_=kind, x=x - half, y=y - radius, width=2 * half, height=2 * radius, rx=radius)
    return disc + (centered(letters, ring.letters, x, y + size * CAPITALS / 2, size, letter) if ring.letters else "")


@cache
def _draw_plain_city(at: Point) -> str:
    ring = element("circle", class_="city", cx=at.x, cy=at.y, r=CITY)
    return ring + element("circle", class_="dot", cx=at.x, cy=at.y, r=DOT)


def _cities_that_matter(at: Geometry, scene: Scene) -> set[str]:
    """Return the relevant cities: of tickets and on their ways, of highlighted and last tracks, and of the question."""
    ends = {end for slug in {*scene.lit, *scene.last} for end in _cities_of_track(at, slug)}
    return (
        {end for ticket in scene.tickets for end in ticket.ends}
        | ends
        | ({*scene.named, *scene.along} & set(at.cities))
    )


def _cities_of_track(at: Geometry, track: str) -> Iterator[str]:
    """Yield the cities in a track's slug, which may be followed by the number of a parallel."""
    for city in at.cities:
        rest = track.removeprefix(f"{city}-")
        if rest != track:
            others = [other for other in at.cities if f"{rest}-".startswith(f"{other}-")]
            yield from (city, *others) if others else ()


def _place_names(at: Geometry, ground: str) -> Iterator[str]:
    """Yield all cities' names, each in a group whose origin is its city."""
    for slug, city in at.cities.items():
        x, y = number(city.at.x), number(city.at.y)
        back = f'x="{number(-city.at.x)}" y="{number(-city.at.y)}"'
        yield f'<g transform="translate({x} {y})"><use href="{ground}#{small_name(slug)}" {back}/></g>'


def small_name(city: str) -> str:
    """Return the id of a city's name in the file of a board's ground."""
    return f"name-{city}"


def large_name(city: str) -> str:
    """Return the id of a city's large name in the file of a board's ground."""
    return f"large-{city}"


@cache
def lettered(name: Name) -> str:
    """Draw a city's name at its position."""
    letters, rows = lettering("names"), zip(name.lines, name.starts, strict=True)
    lines = [text(letters, words, *start, name.size, "name") for words, start in rows]
    return element("g", *lines, stroke_width=HALO * 1000 / name.size)
