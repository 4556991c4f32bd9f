"""A picture as PNG, for emails, link previews and native apps, which cannot show SVG.

resvg draws it, without any system font, since names are already paths. Then it is reduced to a palette, which takes a
quarter of the bytes; to a smaller palette if that is still too much. The palette is chosen from every fourth
pixel of every fourth row by the largest coverage, so that a rare color (one seat's first train) keeps its place beside
the sea and the land.

The map below a board (coast, lakes, borders) is half of the work and never changes, nor do the names of all cities:
each is drawn once for each board, width and light, and a position is inserted between them.

A picture takes some tenths of a second and holds the interpreter lock meanwhile: this is work for a worker.
"""

import io
import re
from functools import lru_cache
from math import sqrt
from typing import Final

import resvg_py
from PIL import Image

from games.presentation.pictures import sizes

PIXELS: Final = {"table": 700_000, "email": 650_000, "thumbnail": 100_000}
"""The pixels of a picture, whatever its shape: an email's is shown 600 wide on high-resolution screens, with 100 kB."""
FORM: Final = re.compile(r'viewBox="0 0 (\S+) (\S+)"')
MAP: Final = re.compile(r'<clipPath id="sheet">.*?</g>', re.DOTALL)
"""The map as `games.presentation.pictures.board` draws it: the lowest layer."""
TOLD: Final = re.compile(r"<(title|desc)>.*?</\1>", re.DOTALL)
NAMES: Final = re.compile(rf'<g id="{sizes.NAMES}">.*?</g></g>', re.DOTALL)
"""The names of all cities as `sizes` draws them: only the frame is above them, and touches none."""
KEPT: Final = 8
"""How many layers are cached, of at most 4 MB each."""
LARGEST: Final = {"email": 100_000}
"""The most bytes of a picture, for sizes that have a limit because of emails."""
COLORS: Final = 64, 48, 32
"""The numbers of colors to try; fewer save a sixth of the bytes, and are visible only at edges."""
LEVEL: Final = 6
"""The level of zlib: the highest would take six times as long to save 5 % more."""
SAMPLED: Final = 4
ROUNDS: Final = 2
"""The rounds of k-means after the coverage."""


def png(svg: str, size: str) -> bytes:
    """Draw an SVG of `games.presentation.pictures` in one of its sizes. Raises ValueError for invalid SVG."""
    return _pack(layered(svg, _width(svg, size)), size)


def layered(svg: str, wide: int) -> Image.Image:
    """Draw an SVG of this package at this width in pixels; a board's constant layers are drawn only once."""
    land, names = MAP.search(svg), NAMES.search(svg)
    if land is None:
        return _draw(svg, wide).convert("RGB")
    head = TOLD.sub("", svg[: land.start()])
    picture = _draw_layer(f"{head}{land[0]}</svg>", wide).copy()
    picture.alpha_composite(_draw(NAMES.sub("", svg[: land.start()] + svg[land.end() :]), wide))
    if names is not None:
        picture.alpha_composite(_draw_layer(f"{head}{names[0]}</svg>", wide))
    return picture.convert("RGB")


@lru_cache(maxsize=KEPT)
def _draw_layer(svg: str, wide: int) -> Image.Image:
    """Draw a layer that is the same in every position of a board."""
    return _draw(svg, wide)


def _draw(svg: str, wide: int) -> Image.Image:
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=wide, skip_system_fonts=True)
    with Image.open(io.BytesIO(bytes(drawn))) as picture:
        return picture.convert("RGBA")


def _width(svg: str, size: str) -> int:
    if (form := FORM.search(svg)) is None:
        raise ValueError("This is no picture of a position: it has no viewBox.")
    wide, high = (float(group) for group in form.groups())
    return round(sqrt(PIXELS[size] * wide / high))


def _pack(picture: Image.Image, size: str) -> bytes:
    """Pack a picture with as many colors as its limit of bytes allows, or with the fewest."""
    packed = b""
    for colors in COLORS:
        packed = _pack_in_colors(picture, colors)
        if len(packed) <= LARGEST.get(size, len(packed)):
            break
    return packed


def _pack_in_colors(picture: Image.Image, colors: int) -> bytes:
    buffer, palette = io.BytesIO(), _choose_palette(picture, colors)
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(buffer, "PNG", compress_level=LEVEL)
    return buffer.getvalue()


def _choose_palette(picture: Image.Image, colors: int) -> Image.Image:
    sample = picture.resize((picture.width // SAMPLED, picture.height // SAMPLED), Image.Resampling.NEAREST)
    return sample.quantize(colors, method=Image.Quantize.MAXCOVERAGE, kmeans=ROUNDS)
