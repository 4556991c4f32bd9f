"""What docs/checking.md shows, read from it."""

import json
import re
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
CHECKER: Final = DOCS / "checker.mjs"
PAGE: Final = (DOCS / "checking.md").read_text(encoding="utf-8")


def shown(language: str) -> list[str]:
    """The blocks of code in this language, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def vectors() -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """A value to be written canonically, an entry of a chain, and what a key gives."""
    value, entry, chance = map(json.loads, shown("json"))
    return value, entry, chance


def lines() -> list[str]:
    """How the value is written, and what is hashed of the entry."""
    return [block.strip() for block in shown("text")]
