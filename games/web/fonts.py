"""Make the fonts of the pages: Barlow Semi Condensed 400 and 600, and Source Serif 4 from 400 to 600.

    npm pack @fontsource/barlow-semi-condensed@5.3.0 @fontsource-variable/source-serif-4@5.3.1    (and unpack both)
    python -m games.web.fonts barlow/package/files serif/package/files

Each is cut down to the letters of European languages and to the features in use. `latin` is enough for most pages; a
browser fetches `latin-ext` only if a name needs it. Both families are under the SIL Open Font License 1.1, which is
stored with them. This needs fonttools and brotli, from the development requirements.
"""

import argparse
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE: Final = Path(__file__).parent.parent / "static" / "web" / "fonts"
FEATURES: Final = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"]
"""The OpenType features that are kept: kerning, accents, and figures of equal width."""
LATIN: Final = {
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *(ord(sign) for sign in "ıŒœ–—‘’‚“”„•…‹›€−×·→←"),
}
LATIN_EXT: Final = {*range(0x100, 0x180), 0x1E9E} - LATIN
BARLOW: Final = "barlow-semi-condensed-{part}-{weight}-normal.woff2"
SERIF: Final = "source-serif-4-{part}-wght-normal.woff2"


def cut(source: Path, letters: set[int], weights: tuple[int, int] | None) -> TTFont:
    """Return the font with only these letters, and, if it is variable, only these weights."""
    font = TTFont(source)
    if weights:
        font = instancer.instantiateVariableFont(font, {"wght": weights})
    options = Options(layout_features=FEATURES, hinting=False, desubroutinize=True)
    options.flavor = "woff2"
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = "woff2"
    return font


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("barlow", type=Path)
    parser.add_argument("serif", type=Path)
    arguments = parser.parse_args()
    HERE.mkdir(parents=True, exist_ok=True)
    for part, letters in (("latin", LATIN), ("latin-ext", LATIN_EXT)):
        for weight in (400, 600):
            source = arguments.barlow / BARLOW.format(part=part, weight=weight)
            cut(source, letters, None).save(HERE / f"barlow-{weight}-{part}.woff2")
        cut(arguments.serif / SERIF.format(part=part), letters, (400, 600)).save(HERE / f"serif-{part}.woff2")


if __name__ == "__main__":
    main()
