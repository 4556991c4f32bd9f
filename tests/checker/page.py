"""The examples in docs/checking.md, read from the page."""

import json
import re
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
CHECKER: Final = DOCS / "checker.mjs"
PAGE: Final = (DOCS / "checking.md").read_text(encoding="utf-8")


def shown(language: str) -> list[str]:
    """Return the code blocks in this language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def vectors() -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Return the example value for canonical writing, the example entry of a chain, and the example output of a key."""
    value, entry, chance = map(json.loads, shown("json"))
    return value, entry, chance


def lines() -> list[str]:
    """Return the canonical form of the value, and the text that is hashed for the entry."""
    return [block.strip() for block in shown("text")]
