"""A drawing as pixels: each of its elements is a stamp, drawn once and then placed again and again.

Most of a position was in an earlier one already: the map, open tracks, a seat's trains on a track, cities, names. resvg
draws each element alone, on transparent ground and cut to its size; a picture is its stamps, from the bottom up, which
is what resvg itself does with the elements of a whole picture. No system font is needed, since names are paths.

It holds the interpreter lock meanwhile: this is work for a worker.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final, NamedTuple

import resvg_py
from PIL import Image

TAG: Final = re.compile(r"<(/?)\w+[^>]*?(/?)>")
TOLD: Final = re.compile(r"<(title|desc)>.*?</\1>", re.DOTALL)
FORM: Final = re.compile(r'viewBox="0 0 (\S+) (\S+)"')
RULE: Final = re.compile(r"([^{}]+)\{([^}]*)\}")
ID: Final = re.compile(r'\bid="([\w-]+)"')
CLASSES: Final = re.compile(r'class="([^"]*)"')
USED: Final = re.compile(r'href="#([\w-]+)"|url\(#([\w-]+)\)')
STYLE, SIGNS = "<style>", ("<defs>", "<clipPath")
NIGHT: Final = "@media"
"""What follows in a style sheet is for windows, which may be dark; resvg has none."""
COARSE: Final = 8
"""The pixels to each of the small picture by which an element is found."""
TILE: Final = 96
"""The width and height of a stamp in pixels; larger elements are cut up, since the line of a ticket crosses the map."""
KEPT: Final = 1500
"""How many elements are cached, of about 30 kB each: those of three boards in emails."""
GROUNDS: Final = 8
"""How many lowest elements, the maps, are cached, of at most 4 MB each."""


class PixelBox(NamedTuple):
    """A part of a picture, in pixels from its upper left corner."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True)
class Definitions:
    """The style sheet and the signs of a drawing, of which an element is given only what it uses."""

    rules: Sequence[tuple[frozenset[str], str]]
    signs: Mapping[str, str]

    def needed(self, element: str) -> str:
        """Return the style and the signs that this element uses."""
        signs = self._signs_of(element)
        classes = {name for names in CLASSES.findall(element + "".join(signs.values())) for name in names.split()}
        style = "".join(rule for selectors, rule in self.rules if selectors & classes)
        return f"<style>{style}</style><defs>{''.join(signs.values())}</defs>"

    def _signs_of(self, element: str) -> dict[str, str]:
        """Return the signs that the element refers to, and those that they refer to, by id."""
        signs: dict[str, str] = {}
        names = _ids_used(element)
        while names := [name for name in names if name in self.signs and name not in signs]:
            signs |= {name: self.signs[name] for name in names}
            names = [further for name in names for further in _ids_used(self.signs[name])]
        return signs


@dataclass(frozen=True)
class Plate:
    """What all elements of a drawing share: its style and signs, its form in units, its size in pixels."""

    head: str
    form: tuple[float, float]
    size: tuple[int, int]

    def drawn(self, element: str, place: PixelBox, pixels: tuple[int, int]) -> Image.Image:
        """Draw one element, as far as it is in this place, in so many pixels."""
        across, down = self.form[0] / self.size[0], self.form[1] / self.size[1]
        box = (
            place.left * across,
            place.top * down,
            (place.right - place.left) * across,
            (place.bottom - place.top) * down,
        )
        return _draw(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels[0]}" height="{pixels[1]}" '
            f'viewBox="{" ".join(map(str, box))}" preserveAspectRatio="none">'
            f"{_definitions(self.head).needed(element)}{element}</svg>"
        )


def picture(svg: str, wide: int) -> Image.Image:
    """Draw an SVG of this package at this width in pixels. Raises ValueError for anything else."""
    plate, elements = _read(svg, wide)
    drawn = _ground(plate, elements[0]).copy()
    for element in elements[1:]:
        for stamp, corner in _stamps(plate, element):
            drawn.alpha_composite(stamp, corner)
    return drawn.convert("RGB")


def form(svg: str) -> tuple[float, float]:
    """Return the width and height of a picture, in units. Raises ValueError if it has none."""
    if (view_box := FORM.search(svg)) is None:
        raise ValueError("This is no picture of a position: it has no viewBox.")
    wide, high = (float(group) for group in view_box.groups())
    return wide, high


def _read(svg: str, wide: int) -> tuple[Plate, list[str]]:
    """Return a picture's plate, and its elements from the bottom up."""
    units = form(svg)
    elements = list(_children(TOLD.sub("", svg)))
    head = "".join(element for element in elements if element.startswith((STYLE, *SIGNS)))
    size = wide, ceil(units[1] * wide / units[0])
    drawn = [element for element in elements if not element.startswith((STYLE, *SIGNS))]
    if not drawn:
        raise ValueError("This is no picture of a position: nothing is drawn in it.")
    return Plate(head, units, size), drawn


def _children(svg: str) -> Iterator[str]:
    """Yield the elements inside the outermost one, in order."""
    depth, begin = 0, 0
    for tag in TAG.finditer(svg):
        closes, is_empty = tag.groups()
        if depth == 1 and not closes:
            begin = tag.start()
        depth += 0 if is_empty else -1 if closes else 1
        if depth == 1 and (closes or is_empty):
            yield svg[begin : tag.end()]


@lru_cache(maxsize=GROUNDS)
def _definitions(head: str) -> Definitions:
    style = "".join(element for element in _children(f"<svg>{head}</svg>") if element.startswith(STYLE))
    rules = RULE.findall(style.removeprefix(STYLE).partition(NIGHT)[0])
    signs = {match[1]: sign for sign in _list_signs(head) if (match := ID.search(sign))}
    styles = [(frozenset(name.strip(" .") for name in names.split(",")), f"{names}{{{rule}}}") for names, rule in rules]
    return Definitions(styles, signs)


def _list_signs(head: str) -> Iterator[str]:
    for element in _children(f"<svg>{head}</svg>"):
        if element.startswith("<defs>"):
            yield from _children(element)
        elif not element.startswith(STYLE):
            yield element


def _ids_used(markup: str) -> list[str]:
    return list(dict.fromkeys(name or other for name, other in USED.findall(markup)))


@lru_cache(maxsize=GROUNDS)
def _ground(plate: Plate, element: str) -> Image.Image:
    """Draw the lowest element, which covers the whole picture."""
    return plate.drawn(element, PixelBox(0, 0, *plate.size), plate.size)


@lru_cache(maxsize=KEPT)
def _stamps(plate: Plate, element: str) -> Sequence[tuple[Image.Image, tuple[int, int]]]:
    """Return an element's stamps, each with the place of its upper left corner."""
    if (place := _find(plate, element)) is None:
        return ()
    whole = plate.drawn(element, place, (place.right - place.left, place.bottom - place.top))
    corners = product(range(0, whole.width, TILE), range(0, whole.height, TILE))
    tiles = (PixelBox(x, y, min(x + TILE, whole.width), min(y + TILE, whole.height)) for x, y in corners)
    inked = [(tile, box) for tile in tiles if (box := whole.crop(tile).getbbox())]
    return [_cut(whole, tile, PixelBox(*box), place) for tile, box in inked]


def _cut(whole: Image.Image, tile: PixelBox, box: PixelBox, at: PixelBox) -> tuple[Image.Image, tuple[int, int]]:
    """Return the part of a tile that is not empty, and where it belongs in the picture."""
    left, top = tile.left + box.left, tile.top + box.top
    stamp = whole.crop((left, top, tile.left + box.right, tile.top + box.bottom))
    return stamp, (at.left + left, at.top + top)


def _find(plate: Plate, element: str) -> PixelBox | None:
    """Return where an element is, by a small picture of it; None if it is nowhere to be seen."""
    wide, high = (ceil(pixels / COARSE) for pixels in plate.size)
    box = plate.drawn(element, PixelBox(0, 0, wide * COARSE, high * COARSE), (wide, high)).getbbox()
    if box is None:
        return None
    left, top, right, bottom = box
    return PixelBox(
        max(0, (left - 1) * COARSE),
        max(0, (top - 1) * COARSE),
        min(plate.size[0], (right + 1) * COARSE),
        min(plate.size[1], (bottom + 1) * COARSE),
    )


def _draw(svg: str) -> Image.Image:
    drawn = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    with Image.open(io.BytesIO(bytes(drawn))) as picture:
        return picture.convert("RGBA")
