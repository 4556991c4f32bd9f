"""Catalogs as files: gettext's, one for each language, catalog and app."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import polib
from django.utils.translation import to_locale

from deploy.catalogs.messages import MessageKey, SourceMessage
from deploy.catalogs.owners import CatalogPlace, Found, list_places
from ttr_site.languages import COMPILED, LISTED

USUAL_PLURAL: Final = "nplurals=2; plural=(n != 1);"
FRENCH_PLURAL: Final = "nplurals=2; plural=(n > 1);"
NEEDED: Final = {"play": 1.0, "site": 0.95}
"""The part of a catalog that must be translated before a language is offered."""
WIDTH: Final = 120


def source_file(place: CatalogPlace, language: str) -> Path:
    """Return where translators write."""
    return place.folder / to_locale(language) / "LC_MESSAGES" / "django.po"


def compiled_file(place: CatalogPlace, language: str) -> Path:
    """Return where Django reads."""
    return place.folder / to_locale(language) / COMPILED


def build_catalog(place: CatalogPlace, language: str, found: Found) -> polib.POFile:
    """Return a catalog with all its messages, with the translations that there are, in the order of the sources."""
    file = source_file(place, language)
    before = polib.pofile(str(file)) if file.is_file() else polib.POFile()
    translated = {MessageKey(entry.msgid, entry.msgctxt or ""): entry for entry in before}
    catalog = polib.POFile(wrapwidth=WIDTH)
    catalog.metadata = before.metadata or _write_metadata(language)
    for key, places in found.get(place, {}).items():
        catalog.append(_build_entry(key, places, translated.get(key)))
    return catalog


def _write_metadata(language: str) -> dict[str, str]:
    return {
        "Language": to_locale(language),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": FRENCH_PLURAL if language == "fr" else USUAL_PLURAL,
    }


def _build_entry(key: MessageKey, places: Iterable[SourceMessage], before: polib.POEntry | None) -> polib.POEntry:
    messages = list(places)
    plural = next((message.plural for message in messages if message.plural), "")
    entry = polib.POEntry(
        msgid=key.text,
        msgctxt=key.context or None,
        comment="\n".join(dict.fromkeys(message.comment for message in messages if message.comment)),
        occurrences=[(file, "") for file in dict.fromkeys(message.file for message in messages)],
        flags=before.flags if before else [],
    )
    if plural:
        entry.msgid_plural, entry.msgstr_plural = plural, (before and before.msgstr_plural) or {0: "", 1: ""}
    elif before:
        entry.msgstr = before.msgstr
    return entry


def update(language: str, found: Found) -> None:
    """Write the catalogs of a language anew: new messages are empty, and those that nothing shows any more are gone."""
    for place in list_places():
        file = source_file(place, language)
        file.parent.mkdir(parents=True, exist_ok=True)
        build_catalog(place, language, found).save(str(file))


def is_complete(catalog: str, sources: Iterable[polib.POFile]) -> bool:
    """Check whether enough of a catalog, of all apps together, is translated."""
    entries = [entry for source in sources for entry in source]
    return sum(map(polib.POEntry.translated, entries)) >= NEEDED[catalog] * len(entries)


def compile_all() -> None:
    """Compile the catalogs of all listed languages that are complete, and say which are not."""
    for language, name in LISTED[1:]:
        if not compile_language(language):
            print(f"{name} is not offered: its catalogs are not complete.")


def compile_language(language: str) -> bool:
    """Compile a language's catalogs if it is complete, remove what was compiled before if not, and return which."""
    sources = {place: polib.pofile(str(source_file(place, language))) for place in list_places()}
    is_offered = all(
        is_complete(catalog, [source for place, source in sources.items() if place.catalog == catalog])
        for catalog in NEEDED
    )
    for place, source in sources.items():
        file = compiled_file(place, language)
        if is_offered:
            source.save_as_mofile(str(file))
        else:
            file.unlink(missing_ok=True)
    return is_offered
