"""Catalogs as files: gettext's, one for each language, catalog and app."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import polib
from django.utils.translation import to_locale

from deploy.catalogs.comments import explain
from deploy.catalogs.messages import MessageKey, SourceMessage
from deploy.catalogs.owners import CatalogPlace, Found, list_places
from deploy.catalogs.plurals import find_rule
from ttr_site.languages import COMPILED, LISTED, is_read

NEEDED: Final = {"play": 1.0, "site": 0.95}
"""The part of a catalog that must be translated before a language is offered."""
WIDTH: Final = 120
Entries = Mapping[MessageKey, polib.POEntry]
"""Messages with their translations, as they stand in catalogs."""


def source_file(place: CatalogPlace, language: str) -> Path:
    """Return where translators write."""
    return place.folder / to_locale(language) / "LC_MESSAGES" / "django.po"


def compiled_file(place: CatalogPlace, language: str) -> Path:
    """Return where Django reads."""
    return place.folder / to_locale(language) / COMPILED


def read_entries(language: str) -> Entries:
    """Return what is in a language's catalogs, whichever of them owned it when it was translated."""
    files = [source_file(place, language) for place in list_places()]
    return {
        MessageKey(entry.msgid, entry.msgctxt or ""): entry
        for file in files
        if file.is_file()
        for entry in polib.pofile(str(file))
    }


def build_catalog(place: CatalogPlace, language: str, found: Found, entries: Entries) -> polib.POFile:
    """Return a catalog with all its messages, with the translations that there are, in the order of the sources."""
    catalog = polib.POFile(wrapwidth=WIDTH)
    file = source_file(place, language)
    before = polib.pofile(str(file)).metadata if file.is_file() else {}
    catalog.metadata = (before or _write_metadata(language)) | {"Plural-Forms": find_rule(language).rule}
    for key, places in found.get(place, {}).items():
        catalog.append(_build_entry(key, places, entries.get(key), len(find_rule(language).numbers)))
    return catalog


def _write_metadata(language: str) -> dict[str, str]:
    return {
        "Language": to_locale(language),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": find_rule(language).rule,
    }


def _build_entry(
    key: MessageKey, places: Iterable[SourceMessage], before: polib.POEntry | None, forms: int
) -> polib.POEntry:
    messages = list(places)
    plural = next((message.plural for message in messages if message.plural), "")
    entry = polib.POEntry(
        msgid=key.text,
        msgctxt=key.context or None,
        comment=explain(messages),
        occurrences=[(file, "") for file in dict.fromkeys(message.file for message in messages)],
        flags=before.flags if before else [],
    )
    if plural:
        entry.msgid_plural = plural
        entry.msgstr_plural = (before and before.msgstr_plural) or dict.fromkeys(range(forms), "")
    elif before:
        entry.msgstr = before.msgstr
    return entry


def update(language: str, found: Found, translated: Iterable[polib.POEntry] = ()) -> None:
    """Write the catalogs of a language anew, with further translations.

    New messages are empty, and those that nothing shows any more are gone.
    """
    entries = {
        **read_entries(language),
        **{MessageKey(entry.msgid, entry.msgctxt or ""): entry for entry in translated},
    }
    catalogs = {place: build_catalog(place, language, found, entries) for place in list_places()}
    for place, catalog in catalogs.items():
        file = source_file(place, language)
        file.parent.mkdir(parents=True, exist_ok=True)
        catalog.save(str(file))


def is_complete(catalog: str, sources: Iterable[polib.POFile]) -> bool:
    """Check whether enough of a catalog, of all apps together, is translated."""
    entries = [entry for source in sources for entry in source]
    return sum(map(polib.POEntry.translated, entries)) >= NEEDED[catalog] * len(entries)


def compile_all() -> None:
    """Compile the catalogs of all listed languages that are read through and complete, and say which are not."""
    for language in LISTED[1:]:
        if not is_read(language):
            print(f"{language.name} is not offered: nobody but its translator has read it through.")
        elif not compile_language(language.code):
            print(f"{language.name} is not offered: its catalogs are not complete.")


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
