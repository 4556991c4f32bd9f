"""Draws a board as one viewer may see it: the same scene in the same size is always the same SVG.

From the bottom: sea and land; lines of tickets under way; pills under tracks that are lit or were just claimed; rails;
open spaces; trains; cities with markers and tickets' rings; names; pieces; the frame. What never changes of a board is
drawn once and kept; a position adds to it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.boards import Board, RouteFact
from games.pictures import captions, key
from games.pictures.geometry import Geometry, Track, geometry
from games.pictures.pieces import pieces
from games.pictures.scene import Scene
from games.pictures.shape import FRAME
from games.pictures.signs import definitions
from games.pictures.sizes import Size, run
from games.pictures.svg import element, line, number, said, styled, used

PILL, PILL_INSIDE = 25.0, 20.5
TOUCH: Final = 22.0
"""How broad a track is to a finger."""
KEPT: Final = 2048
"""How many tracks are kept as they were drawn: all of several boards, in a few states and languages."""
WAVES: Final = ((25.0, 1.3), (17.0, 1.3), (9.5, 1.2))
"""The lines along a coast: how wide each pair of strokes is, and how thick the line is that they leave."""


@dataclass(frozen=True)
class Drawing:
    """A board that is being drawn. `routes` and `cities` say where tracks and cities lead, on a page."""

    board: Board
    at: Geometry
    scene: Scene
    size: Size
    routes: Mapping[str, str] = field(default_factory=dict)
    cities: Mapping[str, str] = field(default_factory=dict)


def drawn(board: Board, scene: Scene, size: Size, style: str) -> str:
    """The picture of a board as SVG, with this style sheet.

    Raises NoPicture for a board whose geometry was never worked out.
    """
    drawing = Drawing(board, geometry(board), scene, size)
    wide, high = drawing.at.size
    strip = key.strip(board, wide, high) if size.key else key.NOTHING
    return element(
        "svg",
        said("title", _("Board: %(name)s") % {"name": board.name}),
        said("desc", captions.position(board, scene)),
        styled(style),
        definitions(),
        *layers(drawing),
        strip.drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {number(high + strip.height)}",
        role="img",
    )


def layers(drawing: Drawing) -> Iterator[str]:
    """Everything on the board, from the bottom up."""
    yield land(drawing.board)
    yield from _below(drawing)
    yield rails(drawing.board)
    yield from _tracks(drawing)
    yield from _cities(drawing)
    yield from drawing.size.names(drawing.at, drawing.scene)
    yield from _pieces(drawing)
    yield _frame(drawing.at.size)


@cache
def land(board: Board) -> str:
    """Sea, coast, lakes, rivers and borders: nothing of them beyond the sheet, where a window has room beside it."""
    at = geometry(board)
    wide, high = at.size
    sheet = element("clipPath", element("rect", width=wide, height=high), id="sheet")
    coast = element("defs", element("path", id="coast", d=at.land["land"]), sheet)
    sea = element("rect", class_="sea", width=wide, height=high)
    inner = [element("path", class_=name, d=at.land[name]) for name in ("lakes", "rivers", "states", "borders")]
    on_it = [sea, *_waves(), _coast("land"), *inner, _coast("coast")]
    return coast + element("g", *on_it, clip_path="url(#sheet)")


def _coast(kind: str) -> str:
    return element("use", href="#coast", class_=kind)


def _waves() -> Iterator[str]:
    """As in an engraving: wide strokes in the color of the lines, and narrower ones of the sea upon them."""
    for wide, thick in WAVES:
        yield element("use", href="#coast", class_="wave", stroke_width=wide)
        yield element("use", href="#coast", class_="calm", stroke_width=wide - thick)


@cache
def rails(board: Board) -> str:
    """All rails as two paths: those on land, and the dashed ones of ferries."""
    at, routes = geometry(board), board.routes
    on_land = "".join(line(at.tracks[route.slug].rail) for route in routes if not route.ferry_locomotives)
    by_water = "".join(line(at.tracks[route.slug].rail) for route in routes if route.ferry_locomotives)
    dashed = element("path", class_="rail", stroke_dasharray="5 4", d=by_water) if by_water else ""
    return element("path", class_="rail", d=on_land) + dashed


def _below(drawing: Drawing) -> Iterator[str]:
    """What lies between land and tracks: lines of tickets under way, and pills."""
    scene, at = drawing.scene, drawing.at
    yield from drawing.size.tickets(at, scene)
    for slug in scene.lit:
        yield _pill("lit", at.tracks[slug])
    for slug in scene.last:
        yield _pill("last", at.tracks[slug])


def _pill(kind: str, track: Track) -> str:
    along = line(run(track.spaces))
    outside = element("path", class_=kind, stroke_width=PILL, d=along)
    return outside + element("path", class_=f"{kind}-inside", stroke_width=PILL_INSIDE, d=along)


def _tracks(drawing: Drawing) -> Iterator[str]:
    """The open tracks first, so that no space lies on a train; those that are closed to all are bare rail."""
    scene = drawing.scene
    routes = [(route, drawing.at.tracks[route.slug]) for route in drawing.board.routes]
    for route, track in routes:
        if route.slug not in scene.claimed and route.slug not in scene.closed:
            yield _open(drawing, route, track)
    for route, track in routes:
        if route.slug in scene.claimed:
            yield _claimed(drawing, route, track)


def _open(drawing: Drawing, route: RouteFact, track: Track) -> str:
    lit = drawing.scene.lit
    state = "open legal" if route.slug in lit else "open dim" if lit and drawing.size.fades else "open"
    drawn = _spaces(drawing.board, route.slug, drawing.size, state, get_language())
    if route.slug not in drawing.routes:
        return drawn
    return _link(drawing.routes[route.slug], drawn + _touched(track))


@lru_cache(maxsize=KEPT)
def _spaces(board: Board, slug: str, size: Size, state: str, language: str | None) -> str:
    """An open track, with its title in this language, which is the one in use."""
    route = board.routes[board.route_of[slug]]
    title = said("title", captions.track(board, route))
    return element("g", title, size.open(route, geometry(board).tracks[slug]), id=f"r-{slug}", class_=state)


@lru_cache(maxsize=KEPT)
def _touched(track: Track) -> str:
    return element("path", class_="touch", stroke_width=TOUCH, d=line(track.rail))


def _link(href: str, drawn: str) -> str:
    """A link for fingers and mice; the keyboard finds it in the page's lists."""
    return element("a", drawn, href=href, class_="pick", tabindex="-1")


def _claimed(drawing: Drawing, route: RouteFact, track: Track) -> str:
    scene = drawing.scene
    seat = scene.claimed[route.slug]
    state = f"claimed seat-{seat + 1}" + (" last-move" if route.slug in scene.last else "")
    title = said("title", captions.claimed(drawing.board, route, captions.player(scene.players, seat)))
    return element("g", title, drawing.size.claimed(seat + 1, track), id=f"r-{route.slug}", class_=state)


def _cities(drawing: Drawing) -> Iterator[str]:
    scene = drawing.scene
    tickets = {end: ticket for ticket in scene.tickets for end in ticket.ends}
    for fact in drawing.board.cities:
        marker = scene.markers.get(fact.slug)
        at = drawing.at.cities[fact.slug].at
        signs = drawing.size.city(at, None if marker is None else marker + 1, tickets.get(fact.slug))
        drawn = element("g", said("title", fact.name), signs, id=f"city-{fact.slug}")
        if fact.slug in drawing.cities:
            touch = element("circle", class_="touch", cx=at.x, cy=at.y, r=TOUCH)
            drawn = _link(drawing.cities[fact.slug], drawn + touch)
        yield drawn


def _pieces(drawing: Drawing) -> Iterator[str]:
    for name, city in drawing.scene.pieces:
        piece, at = pieces()[name], drawing.at.cities[city].at
        sign = used(f"piece-{name}", at.x + piece.beside[0], at.y + piece.beside[1])
        yield element("g", said("title", str(piece.title)), sign, class_=f"piece {name}")


@cache
def _frame(size: tuple[int, int]) -> str:
    """A broad band with a line on each side of it."""
    wide, high = size
    band = f"M0 0H{wide}V{high}H0zM{FRAME:g} {FRAME:g}V{high - FRAME:g}H{wide - FRAME:g}V{FRAME:g}z"
    return (
        element("path", class_="paper", fill_rule="evenodd", d=band)
        + element("rect", class_="frame", x=3.5, y=3.5, width=wide - 7, height=high - 7, stroke_width=1)
        + element(
            "rect", class_="frame", x=FRAME, y=FRAME, width=wide - 2 * FRAME, height=high - 2 * FRAME, stroke_width=2
        )
    )
