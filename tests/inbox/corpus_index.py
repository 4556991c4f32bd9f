"""The corpus of replies: emails as mail programs write them, and the text expected from each."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "corpus"
QUOTED: Final = frozenset(
    {
        "draw deck",
        "resign",
        "3",
        "claim calgary-helena blue 4",
        "YOUR MOVES",
        "Ada, it is your turn.",
        "2. Take two from the deck",
    }
)
"""Lines that occur in every quote, each an order or similar to one."""


@dataclass(frozen=True)
class Shape:
    """An email of the corpus; its name begins with the folder of the project whose fixture it is."""

    name: str
    fields: dict[str, Any]

    @property
    def raw(self) -> bytes:
        return (FOLDER / f"{self.name}.eml").read_bytes()


def shapes() -> list[Shape]:
    """Return all shapes by name: our own, then the published fixtures."""
    return [*_shapes(FOLDER), *(shape for folder in sources() for shape in _shapes(folder))]


def sources() -> list[Path]:
    """Return the folders of published fixtures, one for each project."""
    return sorted(path for path in FOLDER.iterdir() if path.is_dir())


def _shapes(folder: Path) -> list[Shape]:
    index = tomllib.loads((folder / "index.toml").read_text())
    place = folder.relative_to(FOLDER)
    return [Shape((place / name).as_posix(), fields) for name, fields in sorted(index.items())]
