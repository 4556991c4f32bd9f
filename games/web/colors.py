"""The pictures' colors as a style sheet for pages: `python -m games.web.colors` regenerates `colors.css`.

A picture embedded in a page has no style of its own, since the content policy forbids that. These rules apply only to
SVG elements, so that they match no other class of a page by chance; they name no ancestor, since an element placed by
`use` has none. Each color is a custom property, `--map-sea`, `--c-red` for a card, `--s-1-mark` for a mark on a
seat's color; parts of pages that are not pictures use the same ones. `light-dark()` is guarded by `@supports`.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from games.presentation.pictures.palette import DAY, NIGHT, by_property, list_colors, style

FILE: Final = Path(__file__).parent.parent / "static" / "web" / "colors.css"
FALLBACK: Final = re.compile(r",#[0-9A-F]{6}\)")
"""The fallbacks of colors whose property is undefined; in this file all properties are defined."""
SELECTOR: Final = re.compile(r"(?:^|(?<=[},]))\.")
NAMESPACE: Final = '@namespace s url("http://www.w3.org/2000/svg");\n'
HEAD: Final = "/* Made by `python -m games.web.colors` from games/presentation/pictures/palette.py. */\n"


def _list_properties() -> Iterator[str]:
    """Yield the colors by day, and then those by day and by night for browsers that support `light-dark()`."""
    day, night = dict(list_colors(DAY)), dict(list_colors(NIGHT))
    both = {name: f"light-dark({color},{night[name]})" for name, color in day.items() if color != night[name]}
    yield f":root{{\n{_write_properties(day)}}}\n"
    yield f"@supports (color:light-dark(#000,#fff)){{:root{{\n{_write_properties(both)}}}}}\n"


def _write_properties(colors: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{color};\n" for name, color in colors.items())


def sheet() -> str:
    """Return the whole style sheet."""
    rules = SELECTOR.sub(r"s|*.", FALLBACK.sub(")", style(by_property()))).replace("}", "}\n")
    return f"{HEAD}{NAMESPACE}{''.join(_list_properties())}{rules}"


if __name__ == "__main__":
    FILE.write_text(sheet())
