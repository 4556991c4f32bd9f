"""Extract the outlines of a font's letters.

    npm pack @fontsource/barlow-semi-condensed@5.3.0 @fontsource/source-serif-4@5.3.1      (and unpack both)
    make="python -m games.presentation.pictures.workshop.letters"
    $make names.json files/barlow-semi-condensed-latin{,-ext}-600-normal.woff2
    $make titles.json files/source-serif-4-latin-700-normal.woff2

Barlow Semi Condensed and Source Serif 4 are under the SIL Open Font License 1.1, which is stored with the result. This
needs fonttools and brotli, from the development requirements.
"""

import argparse
import json
from pathlib import Path
from typing import Final

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from games.presentation.pictures.lettering import HERE, UNKNOWN

SCALE: Final = 1000
BOX: Final = (500, "m60 0v-700h380v700zm60 -60h260v-580h-260z")
"""The width and outline of UNKNOWN, for a font without it."""
LETTERS: Final = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2018, 0x2019, 0x2026, 0x25A1]


class RelativePen(BasePen):  # type: ignore[misc]  # fontTools has no types
    """A pen that writes an outline as relative commands in whole numbers, y down."""

    def __init__(self, glyphs: object, units: int) -> None:
        super().__init__(glyphs)
        self._scale = SCALE / units
        self._at = self._start = (0, 0)
        self.commands: list[str] = []

    def _step(self, command: str, *points: tuple[float, float]) -> None:
        whole = [(round(x * self._scale), -round(y * self._scale)) for x, y in points]
        numbers = [f"{x - self._at[0]} {y - self._at[1]}" for x, y in whole]
        self.commands.append(command + " ".join(numbers))
        self._at = whole[-1]

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._step("m", pt)
        self._start = self._at

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._step("l", pt)

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._step("c", *points)

    def _qCurveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._step("q", *points)

    def _closePath(self) -> None:  # noqa: N802
        self.commands.append("z")
        self._at = self._start


def taken(file: Path) -> dict[str, tuple[int, str]]:
    """Return the width and outline of each letter in the font."""
    font = TTFont(file)
    glyphs, units, names = font.getGlyphSet(), font["head"].unitsPerEm, font.getBestCmap()
    outlines = {}
    for letter in LETTERS:
        if letter in names:
            glyph, pen = glyphs[names[letter]], RelativePen(glyphs, units)
            glyph.draw(pen)
            outlines[chr(letter)] = (round(glyph.width * SCALE / units), "".join(pen.commands))
    return outlines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", help="the file to write, in this folder")
    parser.add_argument("fonts", type=Path, nargs="+")
    arguments = parser.parse_args()
    outlines: dict[str, tuple[int, str]] = {UNKNOWN: BOX}
    for font in arguments.fonts:
        outlines |= taken(font)
    rows = ",\n".join(f"{json.dumps(letter)}:{json.dumps(glyph)}" for letter, glyph in sorted(outlines.items()))
    (HERE / arguments.target).write_text("{" + rows + "}\n")


if __name__ == "__main__":
    main()
