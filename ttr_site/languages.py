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
UNREAD: Final = frozenset({"da", "de", "es", "fi", "fr", "it", "nb", "nl", "sv"})
"""Those whose translation only its translator has read: kept and checked like the others, and not offered yet."""
CHECKED: Final = frozenset({"en"})
"""Those that a native speaker has read through; pages in others say so and ask for help."""
COMPILED: Final = "LC_MESSAGES/django.mo"


def list_offered(folders: list[Path]) -> list[tuple[str, str]]:
    """Return the languages that are offered: read through, and complete enough for all catalogs to be compiled."""
    return [
        LISTED[0],
        *(other for other in LISTED[1:] if other[0] not in UNREAD and _is_compiled(other[0], folders)),
    ]


def _is_compiled(code: str, folders: list[Path]) -> bool:
    return all((folder / code / COMPILED).is_file() for folder in folders)
