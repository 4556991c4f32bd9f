"""The picture of a board as one viewer may see it: the same scene in the same size is always the same SVG.

From the bottom: sea and land; lines of unfinished tickets; pills under tracks that are highlighted or were just
claimed; rails; open spaces; trains; cities with markers and tickets' rings; pieces; names; the frame. The parts of a
board that never change are drawn once and cached; a position adds to them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from math import hypot
from typing import Final
from xml.sax.saxutils import quoteattr

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.boards import Board, CityFact, RouteFact
from games.presentation.pictures import captions, key, traits
from games.presentation.pictures.geometry import Geometry, Point, Track, geometry
from games.presentation.pictures.pieces import pieces
from games.presentation.pictures.scene import Ring, Scene, Spotlight
from games.presentation.pictures.shape import FRAME, RING
from games.presentation.pictures.signs import definitions
from games.presentation.pictures.sizes import Size, run
from games.presentation.pictures.svg import element, line, number, short_line, styled, text_element, used, used_from
from games.presentation.words import title as translated_title

PILL, PILL_INSIDE = 25.0, 20.5
NAMED: Final = 17.0
"""The radius of a ring around a city that a question is about."""
LAND, RAILS = "land", "rails"
"""The ids of layers in the file of a board's ground, besides names."""
TOUCH: Final = 15.0
"""The width of a track for touch, along its spaces. No two tracks are nearer than that, so none covers another."""
NEEDLESS: Final = 0.5
"""A point of a track for touch that lies no farther from the line between its neighbors makes no difference."""
CITY_TOUCH: Final = 22.0
"""The radius of a city for touch."""
WAVES: Final = ((25.0, 1.3), (17.0, 1.3), (9.5, 1.2))
"""The lines along a coast: the width of each pair of strokes, and the thickness of the line that remains."""


@dataclass(frozen=True)
class Drawing:
    """A board while it is being drawn.

    `routes` and `cities` are the addresses that tracks and cities link to, in a page; `ground` is the address of the
    file with the board's ground (`games.presentation.pictures.ground`), "" if the picture contains it.
    """

    board: Board
    at: Geometry
    scene: Scene
    size: Size
    routes: Mapping[str, str] = field(default_factory=dict)
    cities: Mapping[str, str] = field(default_factory=dict)
    ground: str = ""

    @cached_property
    def parts(self) -> "DrawnOnce":
        """Return the drawings that are the same in every position."""
        return parts(self.board, self.size, get_language() or "")


@dataclass(frozen=True)
class DrawnOnce:
    """The SVG of a board's tracks and cities, in one size and language: each drawn once, when first needed.

    A table is viewed more often than anything else, and most of its tracks have not changed.
    """

    board: Board
    size: Size
    open: dict[str, str] = field(default_factory=dict)
    claimed: dict[tuple[str, int], str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    touched: dict[str, str] = field(default_factory=dict)
    cities: dict[tuple[str, int | None, Ring | None], str] = field(default_factory=dict)

    def title(self, route: RouteFact) -> str:
        """Return a track's description."""
        if route.slug not in self.titles:
            self.titles[route.slug] = captions.track(self.board, route)
        return self.titles[route.slug]

    def open_track(self, route: RouteFact, track: Track) -> str:
        """Return the title and the spaces of an unclaimed track."""
        if route.slug not in self.open:
            self.open[route.slug] = text_element("title", self.title(route)) + self.size.open(route, track)
        return self.open[route.slug]

    def trains(self, route: RouteFact, track: Track, seat: int) -> str:
        """Return a seat's trains on a track; `seat` counts from 1."""
        if (route.slug, seat) not in self.claimed:
            self.claimed[route.slug, seat] = self.size.claimed(seat, track)
        return self.claimed[route.slug, seat]

    def touch(self, route: RouteFact, track: Track) -> str:
        """Return the part of a track that reacts to touch."""
        if route.slug not in self.touched:
            self.touched[route.slug] = element(
                "path", class_="touch", stroke_width=TOUCH, d=line(_straighten(run(track.spaces)))
            )
        return self.touched[route.slug]

    def city(self, city: CityFact, at: Point, marker: int | None, ring: Ring | None) -> str:
        """Return a city with its marker or ring; `marker` counts from 1."""
        city_state = city.slug, marker, ring
        if city_state in self.cities:
            return self.cities[city_state]
        signs = text_element("title", city.name) + self.size.city(at, marker, ring)
        drawn = element("g", signs, id=f"city-{city.slug}")
        if ring is None or len(ring.letters) == 1:  # rings with several letters are too many to cache
            self.cities[city_state] = drawn
        return drawn


def _straighten(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return a line without the points that its neighbors make needless."""
    corners = [*points[:1]]
    for (x, y), (to_x, to_y) in pairwise(points[1:]):
        from_x, from_y = corners[-1]
        across = (to_x - from_x) * (y - from_y) - (to_y - from_y) * (x - from_x)
        if abs(across) > NEEDLESS * hypot(to_x - from_x, to_y - from_y):
            corners.append((x, y))
    return [*corners, *points[1:][-1:]]


@lru_cache(maxsize=200)
def parts(board: Board, size: Size, _language: str) -> DrawnOnce:
    """Return the drawings of a board in one size. `_language` is that of the titles, a part of the cache key."""
    return DrawnOnce(board, size)


def drawn(board: Board, scene: Scene, size: Size, style: str, ground: str = "") -> str:
    """Draw a board as SVG, with this style sheet; or for a page, with its ground from the file at `ground`.

    Raises NoPicture for a board whose geometry was never computed.
    """
    drawing = Drawing(board.map, geometry(board), scene, size, ground=ground)
    wide, high = drawing.at.size
    strip = key.strip(board, wide, high) if size.key else key.NOTHING
    return element(
        "svg",
        text_element("title", _("Board: %(name)s") % {"name": translated_title(board.name)}),
        text_element("desc", captions.position(board, scene)),
        styled(style),
        definitions(_signs_used(board, scene)),
        *layers(drawing),
        strip.drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {number(high + strip.height)}",
        role="img",
    )


def _signs_used(board: Board, scene: Scene) -> set[str]:
    """Return the ids of the signs of pieces and attributes on this picture."""
    return {piece.sign for piece in scene.pieces} | {f"trait-{name}" for name in traits.on(board)}


def layers(drawing: Drawing) -> Iterator[str]:
    """Yield the layers of a board's picture, from the bottom up."""
    board, at, ground = drawing.board, drawing.at, drawing.ground
    yield _clip_to_sheet(at.size, used_from(ground, LAND) if ground else land(board))
    yield from _draw_below_tracks(drawing)
    yield used_from(ground, RAILS) if ground else rails(board)
    yield from _draw_tracks(drawing)
    yield from _draw_cities(drawing)
    yield from _draw_pieces(drawing)
    yield from drawing.size.names(at, drawing.scene, ground)
    yield _draw_frame(at.size)


@cache
def land(board: Board) -> str:
    """Draw sea, coast, lakes, rivers and borders."""
    at = geometry(board)
    wide, high = at.size
    coast = element("defs", element("path", id="coast", d=at.land["land"]))
    sea = element("rect", class_="sea", width=wide, height=high)
    inner = [element("path", class_=name, d=at.land[name]) for name in ("lakes", "rivers", "states", "borders")]
    return "".join([coast, sea, *_draw_waves(), _draw_coast("land"), *inner, _draw_coast("coast")])


def _clip_to_sheet(size: tuple[int, int], drawn: str) -> str:
    """Clip a drawing to the sheet, since a window may show the space beside it.

    The clip path is set here because WebKit ignores one inside the elements that `use` includes from another file.
    """
    wide, high = size
    sheet = element("clipPath", element("rect", width=wide, height=high), id="sheet")
    return sheet + element("g", drawn, clip_path="url(#sheet)")


def _draw_coast(kind: str) -> str:
    return element("use", href="#coast", class_=kind)


def _draw_waves() -> Iterator[str]:
    """Draw waves as in an engraving: wide strokes in the color of the lines, and narrower ones of the sea over them."""
    for wide, thick in WAVES:
        yield element("use", href="#coast", class_="wave", stroke_width=wide)
        yield element("use", href="#coast", class_="calm", stroke_width=wide - thick)


@cache
def rails(board: Board) -> str:
    """Draw all rails as two paths: those on land, and the dashed ones of ferries."""
    at, routes = geometry(board), board.routes
    on_land = "".join(short_line(at.tracks[route.slug].rail) for route in routes if not route.ferry_locomotives)
    by_water = "".join(short_line(at.tracks[route.slug].rail) for route in routes if route.ferry_locomotives)
    dashed = element("path", class_="rail", stroke_dasharray="5 4", d=by_water) if by_water else ""
    return element("path", class_="rail", d=on_land) + dashed


def _draw_below_tracks(drawing: Drawing) -> Iterator[str]:
    """Draw everything between land and tracks: lines of unfinished tickets, and pills."""
    scene, at = drawing.scene, drawing.at
    yield from drawing.size.tickets(at, scene)
    if scene.spotlight is not None:
        yield from _draw_spotlight(at, scene.spotlight)
    for slug in scene.lit:
        yield _draw_pill("lit", at.tracks[slug])
    for slug in scene.last:
        yield _draw_pill("last", at.tracks[slug])
    for slug in scene.named:
        yield element("circle", class_="lit", cx=at.cities[slug].at.x, cy=at.cities[slug].at.y, r=NAMED, stroke_width=5)


def _draw_spotlight(at: Geometry, spotlight: Spotlight) -> Iterator[str]:
    """Draw pills in the color of the seat; those of missing routes are dashed."""
    for slug in (*spotlight.routes, *spotlight.missing):
        along, missing = line(run(at.tracks[slug].spaces)), slug in spotlight.missing
        dashes = {"stroke_dasharray": "5 7"} if missing else {}
        yield element("path", class_=f"s-{spotlight.seat + 1}-track shown", stroke_width=PILL, d=along, **dashes)
        yield element("path", class_="last-inside", stroke_width=PILL_INSIDE, d=along)


def _draw_pill(kind: str, track: Track) -> str:
    along = line(run(track.spaces))
    outside = element("path", class_=kind, stroke_width=PILL, d=along)
    return outside + element("path", class_=f"{kind}-inside", stroke_width=PILL_INSIDE, d=along)


def _draw_tracks(drawing: Drawing) -> Iterator[str]:
    """Draw the open tracks first, so that no space covers a train; tracks closed to everyone are bare rail."""
    scene = drawing.scene
    routes = [(route, drawing.at.tracks[route.slug]) for route in drawing.board.routes]
    for route, track in routes:
        if route.slug not in scene.claimed and route.slug not in scene.closed:
            yield _draw_open_track(drawing, route, track)
    for route, track in routes:
        if route.slug in scene.claimed:
            yield _draw_claimed_track(drawing, route, track)


def _draw_open_track(drawing: Drawing, route: RouteFact, track: Track) -> str:
    lit = drawing.scene.lit
    state = ("open legal" if route.slug in lit else "open") + _fading(drawing.scene, route)
    drawn = _wrap_track(route, state, drawing.parts.open_track(route, track))
    if route.slug not in drawing.routes:
        return drawn
    return _wrap_in_link(drawing.routes[route.slug], drawn + drawing.parts.touch(route, track))


def _fading(scene: Scene, route: RouteFact) -> str:
    """Return the state of a track beside those that are shown alone."""
    alone = scene.spotlight
    return "" if alone is None or route.slug in alone.routes or route.slug in alone.missing else " aside"


def _wrap_track(route: RouteFact, state: str, drawn: str) -> str:
    """Wrap a track's drawing in its group; neither a route's id nor a track's states need escaping."""
    return f'<g id="r-{route.slug}" class="{state}">{drawn}</g>'


def _wrap_in_link(href: str, drawn: str) -> str:
    """Wrap a drawing in a link for touch and mouse; the page's lists have what can be done, for keyboards, too."""
    return f'<a href={quoteattr(href)} class="pick" tabindex="-1">{drawn}</a>'


def _draw_claimed_track(drawing: Drawing, route: RouteFact, track: Track) -> str:
    scene = drawing.scene
    seat = scene.claimed[route.slug]
    state = f"claimed seat-{seat + 1}" + (" last-move" if route.slug in scene.last else "") + _fading(scene, route)
    words = captions.claimed(drawing.parts.title(route), captions.player(scene.players, seat))
    drawn = _wrap_track(route, state, text_element("title", words) + drawing.parts.trains(route, track, seat + 1))
    if route.slug not in drawing.routes:
        return drawn
    return _wrap_in_link(drawing.routes[route.slug], drawn + drawing.parts.touch(route, track))


def _draw_cities(drawing: Drawing) -> Iterator[str]:
    scene = drawing.scene
    rings = scene.rings()
    for fact in drawing.board.cities:
        marker = scene.markers.get(fact.slug)
        at = drawing.at.cities[fact.slug].at
        drawn = drawing.parts.city(fact, at, None if marker is None else marker + 1, rings.get(fact.slug))
        if fact.slug in drawing.cities:
            radius = RING if drawing.routes else CITY_TOUCH  # a route's first space lies within the larger one
            drawn = _wrap_in_link(drawing.cities[fact.slug], drawn + _draw_city_touch(at, radius))
        yield drawn


@lru_cache(maxsize=1 << 10)
def _draw_city_touch(at: Point, radius: float) -> str:
    """Draw the part of a city that reacts to touch."""
    return element("circle", class_="touch", cx=at.x, cy=at.y, r=radius)


def _draw_pieces(drawing: Drawing) -> Iterator[str]:
    players = drawing.scene.players
    for piece_in_city in drawing.scene.pieces:
        piece, at = pieces()[piece_in_city.kind], drawing.at.cities[piece_in_city.city].at
        sign = used(piece_in_city.sign, at.x + piece.beside[0], at.y + piece.beside[1])
        title = captions.piece(
            str(piece.title), None if piece_in_city.seat is None else captions.player(players, piece_in_city.seat)
        )
        yield element("g", text_element("title", title), sign, class_=f"piece {piece_in_city.kind}")


@cache
def _draw_frame(size: tuple[int, int]) -> str:
    """Draw a broad band with a line on each side of it."""
    wide, high = size
    band = f"M0 0H{wide}V{high}H0zM{FRAME:g} {FRAME:g}V{high - FRAME:g}H{wide - FRAME:g}V{FRAME:g}z"
    return (
        element("path", class_="paper", fill_rule="evenodd", d=band)
        + element("rect", class_="frame", x=3.5, y=3.5, width=wide - 7, height=high - 7, stroke_width=1)
        + element(
            "rect", class_="frame", x=FRAME, y=FRAME, width=wide - 2 * FRAME, height=high - 2 * FRAME, stroke_width=2
        )
    )
