"""Text as paths: a picture looks the same wherever it is shown, with no font at hand.

`*.json` hold the outlines and widths of the letters of a font, in thousandths of its size, y down; they were made once
by `python -m games.pictures.lettering.convert` (see there where the fonts come from).
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
UNKNOWN: Final = "□"
"""What is drawn for a letter that the font does not have."""


@dataclass(frozen=True)
class Lettering:
    """The letters of one font."""

    glyphs: dict[str, tuple[int, str]]
    """By letter its width, and its outline as path commands relative to where it begins on the baseline."""

    def width(self, text: str, size: float) -> float:
        """How long a text gets, in units, in letters of this size."""
        return sum(self._glyph(letter)[0] for letter in text) * size / 1000

    def outline(self, text: str) -> str:
        """The path of a text that begins at the origin, in thousandths of its size."""
        pen, found = 0, []
        for letter in text:
            width, outline = self._glyph(letter)
            if outline:
                found.append(f"M{pen} 0{outline}")
            pen += width
        return "".join(found)

    def _glyph(self, letter: str) -> tuple[int, str]:
        return self.glyphs.get(letter) or self.glyphs[UNKNOWN]


@cache
def lettering(name: str) -> Lettering:
    """The letters kept under this name: `names` or `titles`."""
    kept: dict[str, Any] = json.loads((HERE / f"{name}.json").read_text())
    return Lettering({letter: (width, outline) for letter, (width, outline) in kept.items()})
