"""The pictures' colors as a style sheet for pages: `python -m games.web.colors` writes `colors.css` again.

A picture within a page brings no style of its own, for the content policy forbids that. These rules are for SVG
elements alone, so that no other class of a page meets them by chance; they name no ancestor, for an element placed by
`use` has none. Parts of pages that are not pictures use the custom properties: `--c-red` and `--c-red-mark` for a card
of a color, `--s-1` and `--s-1-mark` for a seat.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from games.pictures.palette import Palette, by_day_or_night, style

FILE: Final = Path(__file__).parent.parent / "static" / "web" / "colors.css"
SELECTOR: Final = re.compile(r"(?:^|(?<=[},]))\.")
NAMESPACE: Final = '@namespace s url("http://www.w3.org/2000/svg");\n'
HEAD: Final = "/* Made by `python -m games.web.colors` from games/pictures/palette.py. */\n"


def _list_properties(palette: Palette) -> Iterator[str]:
    inks = [(f"c-{name}", ink) for name, ink in palette.cards.items()]
    inks += [(f"s-{number}", ink) for number, ink in enumerate(palette.seats, 1)]
    for name, ink in inks:
        yield f"--{name}:{ink.fill};--{name}-mark:{ink.mark};--{name}-edge:{ink.edge};\n"


def sheet() -> str:
    """Return the whole style sheet."""
    palette = by_day_or_night()
    rules = SELECTOR.sub(r"s|*.", style(palette)).replace("}", "}\n")
    return f"{HEAD}{NAMESPACE}:root{{\n{''.join(_list_properties(palette))}}}\n{rules}"


if __name__ == "__main__":
    FILE.write_text(sheet())
