"""A picture as PNG, for whatever shows no SVG: emails, link previews, native apps.

resvg draws it, without any font of the system: names are paths already. Then it is brought down to a palette, which
takes a quarter of the bytes. The palette is chosen from every third pixel of every third row by the largest coverage,
so that a rare color (one seat's first train) keeps its place beside the sea and the land.

A picture takes some tenths of a second and keeps the interpreter to itself meanwhile: this is work for a worker.
"""

import io
import re
from math import sqrt
from typing import Final

import resvg_py
from PIL import Image

PIXELS: Final = {"table": 1_000_000, "email": 650_000, "thumbnail": 100_000}
"""How many a picture has, whatever its form: an email's is shown at 600 wide on fine screens, and has 100 kB."""
FORM: Final = re.compile(r'viewBox="0 0 (\S+) (\S+)"')
COLORS: Final = 64
SAMPLED: Final = 3
ROUNDS: Final = 2
"""Of k-means, after the coverage."""


def png(svg: str, size: str) -> bytes:
    """Draw an SVG of `games.pictures` in one of its sizes. Raises ValueError for what is no SVG."""
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=_width(svg, size), skip_system_fonts=True)
    with Image.open(io.BytesIO(bytes(drawn))) as picture:
        return _packed(picture.convert("RGB"))


def _width(svg: str, size: str) -> int:
    if (form := FORM.search(svg)) is None:
        raise ValueError("This is no picture of a position: it has no viewBox.")
    wide, high = (float(each) for each in form.groups())
    return round(sqrt(PIXELS[size] * wide / high))


def _packed(picture: Image.Image) -> bytes:
    kept = io.BytesIO()
    picture.quantize(palette=_palette(picture), dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _palette(picture: Image.Image) -> Image.Image:
    sample = picture.resize((picture.width // SAMPLED, picture.height // SAMPLED), Image.Resampling.NEAREST)
    return sample.quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, kmeans=ROUNDS)
