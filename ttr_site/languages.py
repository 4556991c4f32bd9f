"""The languages that the site may speak. To add one, add its line, and run `make messages` (docs/languages.md)."""

from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple


class ReadBy(StrEnum):
    """Who has read a translation through."""

    TRANSLATOR = "translator"
    """Its translator alone: it is kept and checked like the others, and not offered yet."""
    SECOND = "second reader"
    """Somebody else, too: it is offered, and its pages ask native speakers for help."""
    NATIVE = "native speaker"


class Language(NamedTuple):
    """A language by its code, its own name for itself, and who has read it through."""

    code: str
    name: str
    read_by: ReadBy = ReadBy.TRANSLATOR


LISTED: Final = (
    Language("en", "English", ReadBy.NATIVE),
    Language("da", "Dansk", ReadBy.SECOND),
    Language("de", "Deutsch", ReadBy.SECOND),
    Language("es", "Español", ReadBy.SECOND),
    Language("fi", "Suomi", ReadBy.SECOND),
    Language("fr", "Français", ReadBy.SECOND),
    Language("it", "Italiano", ReadBy.SECOND),
    Language("nb", "Norsk bokmål", ReadBy.SECOND),
    Language("nl", "Nederlands", ReadBy.SECOND),
    Language("sv", "Svenska", ReadBy.SECOND),
)
"""The first is that of the sources, and the default."""
COMPILED: Final = "LC_MESSAGES/django.mo"


def list_offered(folders: list[Path]) -> list[tuple[str, str]]:
    """Return code and name of the languages that are read through, and complete enough for all catalogs to be compiled.

    The first of LISTED, which needs no catalog, is always among them.
    """
    default, *others = LISTED
    offered = [default, *(other for other in others if is_read(other) and _is_compiled(other.code, folders))]
    return [(language.code, language.name) for language in offered]


def is_read(language: Language) -> bool:
    """Check whether anybody besides its translator has read it through."""
    return language.read_by != ReadBy.TRANSLATOR


def list_checked() -> frozenset[str]:
    """Return the codes of the languages that a native speaker has read through."""
    return frozenset(language.code for language in LISTED if language.read_by == ReadBy.NATIVE)


def _is_compiled(code: str, folders: list[Path]) -> bool:
    return all((folder / code / COMPILED).is_file() for folder in folders)
