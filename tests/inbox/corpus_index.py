"""The corpus of replies: emails as mail programs make them, and what must be understood of each."""

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
"""What every quote says: each would be an order, or looks like one."""


@dataclass(frozen=True)
class Shape:
    """An email of the corpus."""

    name: str
    fields: dict[str, Any]

    @property
    def raw(self) -> bytes:
        return (FOLDER / f"{self.name}.eml").read_bytes()


def shapes() -> list[Shape]:
    """All of them, by name."""
    index = tomllib.loads((FOLDER / "index.toml").read_text())
    return [Shape(name, fields) for name, fields in sorted(index.items())]
