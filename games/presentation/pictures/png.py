"""A picture as PNG, for emails, link previews and native apps, which cannot show SVG.

`raster` draws it. Then it is reduced to a palette, which takes a quarter of the bytes: the colors of its own style
sheet, in which a seat's first train has its place beside the sea and the land, and two that lie between them. If that
is still too much for an email, it gets fewer colors, chosen from the picture.
"""

import io
import re
from functools import lru_cache
from itertools import chain
from math import sqrt
from typing import Final

from PIL import Image

from games.presentation.pictures import raster

PIXELS: Final = {"table": 700_000, "email": 650_000, "thumbnail": 100_000}
"""The pixels of a picture, whatever its shape: an email's is shown 600 wide on high-resolution screens, with 100 kB."""
LARGEST: Final = {"email": 100_000}
"""The most bytes of a picture, for sizes that have a limit because of emails."""
FEWER: Final = 48, 32
"""The numbers of colors to try then; fewer save a sixth of the bytes, and are visible only at edges."""
LEVEL: Final = 6
"""The level of zlib: the highest would take eight times as long to save 5 % more."""
SAMPLED: Final = 4
"""Fewer colors are chosen from every fourth pixel of every fourth row."""
ROUNDS: Final = 2
"""The rounds of k-means after choosing the colors that cover most."""
MOST_COLORS: Final = 256
COLOR: Final = re.compile(r"#([0-9A-Fa-f]{6})\b")
LAND: Final = re.compile(r"\.land\{fill:#(\w{6})")
NAME: Final = re.compile(r"\.name\{fill:#(\w{6})")

Color = tuple[int, ...]


def png(svg: str, size: str) -> bytes:
    """Draw an SVG of `games.presentation.pictures` in one of its sizes. Raises ValueError for invalid SVG."""
    picture = raster.picture(svg, _width(svg, size))
    packed = _pack(picture, _palette(svg.partition("</style>")[0].partition(raster.NIGHT)[0]))
    limit = LARGEST.get(size, len(packed))
    for colors in FEWER:
        if len(packed) <= limit:
            break
        packed = _pack(picture, _choose_palette(picture, colors))
    return packed


def _width(svg: str, size: str) -> int:
    wide, high = raster.form(svg)
    return round(sqrt(PIXELS[size] * wide / high))


def _pack(picture: Image.Image, palette: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(buffer, "PNG", compress_level=LEVEL)
    return buffer.getvalue()


@lru_cache(maxsize=4)
def _palette(style: str) -> Image.Image:
    """Return the palette of a picture: all colors of its style sheet, and those at the edges of names."""
    colors = list(dict.fromkeys(map(_color, COLOR.findall(style))))
    every = [*colors, *_list_edges_of_names(style)][:MOST_COLORS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*chain.from_iterable(every), *every[0] * (MOST_COLORS - len(every))])
    return palette


def _list_edges_of_names(style: str) -> list[Color]:
    """Return the colors between the names and the land, without which letters are ragged."""
    land, name = LAND.search(style), NAME.search(style)
    return [_blend(_color(land[1]), _color(name[1]), share) for share in (1 / 3, 2 / 3)] if land and name else []


def _color(digits: str) -> Color:
    return tuple(bytes.fromhex(digits))


def _blend(ground: Color, color: Color, share: float) -> Color:
    return tuple(round(below * (1 - share) + above * share) for below, above in zip(ground, color, strict=True))


def _choose_palette(picture: Image.Image, colors: int) -> Image.Image:
    sample = picture.resize((picture.width // SAMPLED, picture.height // SAMPLED), Image.Resampling.NEAREST)
    return sample.quantize(colors, method=Image.Quantize.MAXCOVERAGE, kmeans=ROUNDS)
