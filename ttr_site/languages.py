"""The languages that the site may speak. To add one, add its line, and run `make messages` (docs/languages.md)."""

from pathlib import Path
from typing import Final

LISTED: Final[tuple[tuple[str, str], ...]] = (
    ("en", "English"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("nb", "Norsk bokmål"),
    ("nl", "Nederlands"),
    ("sv", "Svenska"),
)
"""Each language's code and its own name for itself. The first is that of the sources, and the default."""
CHECKED: Final = frozenset({"en"})
"""Those that a native speaker has read through; pages in others say so and ask for help."""
COMPILED: Final = "LC_MESSAGES/django.mo"


def list_offered(folders: list[Path]) -> list[tuple[str, str]]:
    """Return the languages that are offered: all catalogs of theirs are complete enough to have been compiled."""
    return [
        LISTED[0],
        *(other for other in LISTED[1:] if all((folder / other[0] / COMPILED).is_file() for folder in folders)),
    ]
