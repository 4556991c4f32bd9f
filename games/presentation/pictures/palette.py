"""The colors of pictures, by day and by night, and the style sheet made of them.

Nothing depends on color alone: every card color has a symbol and every seat a pattern (see `signs`). Contrasts were
measured against the color behind each; a test checks them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Final


@dataclass(frozen=True)
class Ink:
    """A color for filling, and one for drawing on it; `edge` if the filling alone would be invisible on the land."""

    fill: str
    mark: str
    edge: str


@dataclass(frozen=True)
class Palette:
    """All colors of a picture, by day or by night."""

    land: str
    sea: str
    coast: str
    waves: str
    states: str
    borders: str
    rivers: str
    label: str
    halo: str
    rail: str
    brass: str
    lit: str
    lit_inside: str
    last: str
    last_inside: str
    paper: str
    frame: str
    casing: str
    own: str
    cards: Mapping[str, Ink]
    seats: tuple[Ink, ...]


_PROPERTIES: Final = {
    f"map-{field.name.replace('_', '-')}": field.name
    for field in fields(Palette)
    if field.name not in ("cards", "seats")
}
"""The custom properties of colors that belong to neither a card nor a seat, and their names here."""

_DAY_EDGE, _NIGHT_EDGE = "#3A342B", "#0A1019"

DAY: Final = Palette(
    land="#F7F0DF",
    sea="#DDE3DA",
    coast="#7B705B",
    waves="#A9B8AE",
    states="#D6C9AC",
    borders="#B3A584",
    rivers="#C4D0CA",
    label="#1C1814",
    halo="#F7F0DF",
    rail="#8C8068",
    brass="#8A5D10",
    lit="#E29400",
    lit_inside="#FFF3C9",
    last="#211D18",
    last_inside="#FFFDF6",
    paper="#FBF6E9",
    frame="#4A4234",
    casing="#FFFDF6",
    own="#F3E6C2",
    cards={
        "red": Ink("#C2312A", "#FFFFFF", _DAY_EDGE),
        "orange": Ink("#EE8A2C", "#2D1600", _DAY_EDGE),
        "yellow": Ink("#F4CC2E", "#3A2D00", _DAY_EDGE),
        "green": Ink("#5E9E50", "#10220C", _DAY_EDGE),
        "blue": Ink("#3A78BE", "#FFFFFF", _DAY_EDGE),
        "purple": Ink("#93519F", "#FFFFFF", _DAY_EDGE),
        "black": Ink("#37353A", "#FFFFFF", _DAY_EDGE),
        "white": Ink("#FFFFFF", "#4A463F", _DAY_EDGE),
        "gray": Ink("#E6DFCF", "#7C715C", "#8C8068"),
        "locomotive": Ink("#2C3E50", "#F2C661", "#A87B1E"),
    },
    seats=(
        Ink("#B11226", "#FFFFFF", "#211D18"),
        Ink("#17479E", "#FFFFFF", "#211D18"),
        Ink("#138A5E", "#FFFFFF", "#211D18"),
        Ink("#F2C014", "#211D18", "#211D18"),
        Ink("#1D1B20", "#FFFFFF", "#211D18"),
        Ink("#FFFBF0", "#211D18", "#211D18"),
    ),
)

NIGHT: Final = Palette(
    land="#17212F",
    sea="#0A1019",
    coast="#4E6078",
    waves="#26394F",
    states="#283649",
    borders="#3C4E66",
    rivers="#22344A",
    label="#F6EAD0",
    halo="#121B28",
    rail="#5D6C82",
    brass="#E8B85C",
    lit="#FFB938",
    lit_inside="#4A3812",
    last="#FFF3D6",
    last_inside="#0A1019",
    paper="#131C29",
    frame="#6C7C92",
    casing="#0A1019",
    own="#2C2A22",
    cards={
        "red": Ink("#CF4A40", "#FFFFFF", _NIGHT_EDGE),
        "orange": Ink("#E98B35", "#2D1600", _NIGHT_EDGE),
        "yellow": Ink("#EFC93A", "#3A2D00", _NIGHT_EDGE),
        "green": Ink("#67A85A", "#0C1A08", _NIGHT_EDGE),
        "blue": Ink("#4B8AD0", "#FFFFFF", _NIGHT_EDGE),
        "purple": Ink("#A565B3", "#FFFFFF", _NIGHT_EDGE),
        "black": Ink("#05070B", "#D9DEE6", "#8794A8"),
        "white": Ink("#F4F1E8", "#3C3A36", _NIGHT_EDGE),
        "gray": Ink("#47566D", "#A7B4C6", "#5D6C82"),
        "locomotive": Ink("#2C3E50", "#F2C661", "#A87B1E"),
    },
    seats=(
        Ink("#D8364A", "#FFFFFF", "#0A1019"),
        Ink("#3B74D9", "#FFFFFF", "#0A1019"),
        Ink("#1F9A66", "#FFFFFF", "#0A1019"),
        Ink("#F4C628", "#211D18", "#0A1019"),
        Ink("#07090D", "#F6EAD0", "#F6EAD0"),
        Ink("#FFF9EA", "#211D18", "#0A1019"),
    ),
)


def list_colors(palette: Palette) -> Iterator[tuple[str, str]]:
    """Return each color with the name of its custom property: `map-sea`, `c-red`, `s-1-mark`."""
    for name, field in _PROPERTIES.items():
        yield name, getattr(palette, field)
    inks = [(f"c-{name}", ink) for name, ink in palette.cards.items()]
    inks += [(f"s-{number}", ink) for number, ink in enumerate(palette.seats, 1)]
    for name, ink in inks:
        yield from ((name, ink.fill), (f"{name}-mark", ink.mark), (f"{name}-edge", ink.edge))


def by_property() -> Palette:
    """Return a palette of custom properties, which fall back on the colors by day: `var(--map-sea,#DDE3DA)`.

    Without the fallback, a browser that does not support `light-dark()` would draw the elements black.
    """
    colors = {name: f"var(--{name},{color})" for name, color in list_colors(DAY)}

    def ink(name: str) -> Ink:
        return Ink(colors[name], colors[f"{name}-mark"], colors[f"{name}-edge"])

    cards = {name: ink(f"c-{name}") for name in DAY.cards}
    seats = tuple(ink(f"s-{number}") for number in range(1, len(DAY.seats) + 1))
    return Palette(**{field: colors[name] for name, field in _PROPERTIES.items()}, cards=cards, seats=seats)


def _rules(palette: Palette) -> Iterator[str]:
    p = palette
    yield f".sea{{fill:{p.sea}}}.land{{fill:{p.land}}}.lakes{{fill:{p.sea};stroke:{p.waves};stroke-width:.6}}"
    yield f".coast{{fill:none;stroke:{p.coast};stroke-width:.9}}"
    yield f".wave{{fill:none;stroke:{p.waves}}}.calm{{fill:none;stroke:{p.sea}}}"
    for layer, color, width in (("rivers", p.rivers, 1), ("states", p.states, 0.9), ("borders", p.borders, 1.3)):
        yield f".{layer}{{fill:none;stroke:{color};stroke-width:{width}}}"
    yield f".rail{{fill:none;stroke:{p.rail};stroke-width:1.4}}"
    yield f".name{{fill:{p.label};stroke:{p.halo}}}.text{{fill:{p.label}}}.quiet{{fill:{p.frame}}}"
    yield f".city{{fill:{p.last_inside};stroke:{p.label};stroke-width:1.6}}.dot{{fill:{p.label}}}"
    yield f".ring{{fill:{p.last_inside};stroke:{p.brass};stroke-width:2.4}}.letter{{fill:{p.brass}}}"
    yield f".there{{fill:{p.brass};stroke:{p.brass};stroke-width:2.4}}.there-letter{{fill:{p.land}}}"
    yield f".ticket{{fill:none;stroke:{p.brass};stroke-width:2.4;stroke-opacity:.75}}"
    yield f".lit{{fill:none;stroke:{p.lit}}}.lit-inside{{fill:none;stroke:{p.lit_inside}}}"
    yield f".own{{fill:{p.own}}}"
    yield f".last{{fill:none;stroke:{p.last}}}.last-inside{{fill:none;stroke:{p.last_inside}}}"
    yield f".coupling{{fill:none;stroke:{p.last}}}"
    yield f".casing-line{{fill:none;stroke:{p.casing};stroke-linecap:square}}"
    yield f".paper{{fill:{p.paper}}}.frame{{fill:none;stroke:{p.frame}}}.casing{{fill:{p.casing}}}"
    yield f".touch{{fill:none;stroke:{p.land};stroke-opacity:0}}"
    for name, ink in p.cards.items():
        yield from _inks(f"c-{name}", ink, 0.9)
    for number, ink in enumerate(p.seats, 1):
        yield from _inks(f"s-{number}", ink, 1.1)


def _inks(name: str, ink: Ink, edge: float) -> Iterator[str]:
    yield f".{name}{{fill:{ink.fill};stroke:{ink.edge};stroke-width:{edge}}}"
    yield f".{name}-mark{{fill:{ink.mark}}}.{name}-line{{fill:none;stroke:{ink.mark}}}"
    yield f".{name}-track{{fill:none;stroke:{ink.fill}}}.{name}-edge{{fill:none;stroke:{ink.edge}}}"


CONSTANT: Final = (
    ".name{paint-order:stroke;stroke-linejoin:round}"
    ".lit,.lit-inside,.last,.last-inside,.ticket,.touch{stroke-linecap:round;stroke-linejoin:round}"
    ".ticket{stroke-dasharray:.1 6}.wave,.calm,.coast,.rivers,.states,.borders,.rail{stroke-linejoin:round}"
)


def style(palette: Palette) -> str:
    """Return the style sheet of a picture, by day or by night."""
    return CONSTANT + "".join(_rules(palette))


def style_for_both() -> str:
    """Return the style sheet of a picture that is light or dark as its reader's system is."""
    return f"{style(DAY)}@media(prefers-color-scheme:dark){{{''.join(_rules(NIGHT))}}}"
