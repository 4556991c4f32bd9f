"""Text as paths: a picture looks the same wherever it is shown, without any font.

`*.json` contain the outlines and widths of a font's letters, in thousandths of its size, y down; they were generated
by `python -m games.presentation.pictures.workshop.letters` (which says where the fonts come from).
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from engine.codec import Json

HERE: Final = Path(__file__).parent
UNKNOWN: Final = "□"
"""The sign for a letter that the font does not have."""


@dataclass(frozen=True)
class Lettering:
    """The letters of one font."""

    glyphs: dict[str, tuple[int, str]]
    """The width of each letter, and its outline as path commands relative to its starting point on the baseline."""

    def width(self, text: str, size: float) -> float:
        """Return the width of a text, in units, in letters of this size."""
        return sum(self._glyph(letter)[0] for letter in text) * size / 1000

    def outline(self, text: str) -> str:
        """Return the path of a text that begins at the origin, in thousandths of its size."""
        pen, commands = 0, []
        for letter in text:
            width, outline = self._glyph(letter)
            if outline:
                commands.append(f"M{pen} 0{outline}")
            pen += width
        return "".join(commands)

    def _glyph(self, letter: str) -> tuple[int, str]:
        return self.glyphs.get(letter) or self.glyphs[UNKNOWN]


@cache
def lettering(name: str) -> Lettering:
    """Return the letters stored under this name: `names` or `titles`."""
    glyphs: Json = json.loads((HERE / f"{name}.json").read_text())
    return Lettering({letter: (width, outline) for letter, (width, outline) in glyphs.items()})
