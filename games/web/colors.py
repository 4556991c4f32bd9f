"""The pictures' colors as a style sheet for pages: `python -m games.web.colors` writes `colors.css` anew.

A picture within a page brings no style of its own, for the content policy forbids that. These rules are for elements of
SVG alone, so that no other class of a page meets them by chance; they name no ancestor, for what `use` places has none.
Parts of pages that are no pictures use the custom properties: `--c-red` and
`--c-red-mark` for a card of a color, `--s-1` and `--s-1-mark` for a seat.
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from games.pictures.palette import DAY, NIGHT, Ink, Palette, style

FILE: Final = Path(__file__).parent.parent / "static" / "web" / "colors.css"
SELECTOR: Final = re.compile(r"(?:^|(?<=[},]))\.")
NAMESPACE: Final = '@namespace s url("http://www.w3.org/2000/svg");\n'
HEAD: Final = "/* Made by `python -m games.web.colors` from games/pictures/palette.py. */\n"


def by_day_or_night() -> Palette:
    """A palette in which each color is the one by day and the one by night."""
    return Palette(**{one.name: _both(getattr(DAY, one.name), getattr(NIGHT, one.name)) for one in fields(Palette)})


def _both(day: Any, night: Any) -> Any:
    if isinstance(day, str):
        return day if day == night else f"light-dark({day},{night})"
    if isinstance(day, Ink):
        return Ink(*(_both(getattr(day, one.name), getattr(night, one.name)) for one in fields(Ink)))
    if isinstance(day, tuple):
        return tuple(_both(*pair) for pair in zip(day, night, strict=True))
    return {name: _both(ink, night[name]) for name, ink in day.items()}


def _properties(palette: Palette) -> Iterator[str]:
    inks = [(f"c-{name}", ink) for name, ink in palette.cards.items()]
    inks += [(f"s-{number}", ink) for number, ink in enumerate(palette.seats, 1)]
    for name, ink in inks:
        yield f"--{name}:{ink.fill};--{name}-mark:{ink.mark};--{name}-edge:{ink.edge};\n"


def sheet() -> str:
    """The whole file."""
    palette = by_day_or_night()
    rules = SELECTOR.sub(r"s|*.", style(palette)).replace("}", "}\n")
    return f"{HEAD}{NAMESPACE}:root{{\n{''.join(_properties(palette))}}}\n{rules}"


if __name__ == "__main__":
    FILE.write_text(sheet())
