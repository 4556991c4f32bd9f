"""The site's icons as PNG, for browsers that install it: the moon of `icon.svg`, drawn by resvg.

The files are stored beside it. After a change: `make pictures`.
"""

from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
import resvg_py
from PIL import Image

FOLDER: Final = Path(__file__).resolve().parents[2] / "games" / "static" / "web"
MOON: Final = "M13.4 5.2a11 11 0 1 0 13.4 13.4A9 9 0 0 1 13.4 5.2z"
NIGHT, LAMP, WHITE = "#141b2b", "#f2bd5c", "#fff"
ROUND: Final = f'<rect width="32" height="32" rx="6" fill="{NIGHT}"/><path d="{MOON}" fill="{LAMP}"/>'
WHOLE: Final = (
    f'<rect width="32" height="32" fill="{NIGHT}"/>'
    f'<path transform="translate(16 16) scale(.74) translate(-16 -16)" d="{MOON}" fill="{LAMP}"/>'
)
"""The whole icon, with the moon within the middle four fifths, which no system cuts off."""
ALONE: Final = f'<path d="{MOON}" fill="{WHITE}"/>'
"""The moon alone, for a status bar, which shows only the shape."""
ICONS: Final = {
    "icon-192.png": (ROUND, 192),
    "icon-512.png": (ROUND, 512),
    "icon-maskable.png": (WHOLE, 512),
    "badge.png": (ALONE, 96),
}


def drawn(name: str) -> bytes:
    """Return an icon by name, with a palette: a browser loads one with each page, and its few colors take little."""
    inside, wide = ICONS[name]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{inside}</svg>'
    icon = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=wide, skip_system_fonts=True))))
    colors, places = np.unique(np.asarray(icon).reshape(-1, 4), axis=0, return_inverse=True)
    few = Image.fromarray(places.reshape(icon.size).astype(np.uint8))
    few.putpalette(colors.tobytes(), "RGBA")
    few.save(png := BytesIO(), "PNG", optimize=True)
    return png.getvalue()


def write() -> None:
    """Write all icons into their folder."""
    for name in ICONS:
        (FOLDER / name).write_bytes(drawn(name))


if __name__ == "__main__":
    write()
