"""A language for tests, made from English: letters with accents, two fifths longer, in brackets.

On a page, English without brackets cannot be translated, a bracket that is missing was cut off, and what does not fit
will not fit in German.
"""

import re
from pathlib import Path
from typing import Final

import polib
from django.utils.translation import to_locale

from deploy.catalogs.checks import MARKS, ORDERS
from deploy.catalogs.messages import SourceMessage
from deploy.catalogs.owners import TRANSLATED, Found
from ttr_site.languages import COMPILED

CODE: Final = "en-xa"
"""The name of this language in CLDR."""
ACCENTS: Final = str.maketrans("aceinouyACEINOUY", "âćęïñöüÿÂĆĘÏÑÖÜŸ")
PROTECTED: Final = re.compile(rf"({'|'.join((MARKS.pattern, ORDERS.pattern.replace('(', '(?:')))}|<[^>]*>|&\w+;|\|)")
LONGER: Final = 0.4
FILLING: Final = "lorem ipsum dolor sit amet consectetur adipiscing elit "


def translate(text: str, longer: float = LONGER) -> str:
    """Return a text in the language, longer by this part of it."""
    pieces = PROTECTED.split(text)
    changed = "".join(piece if PROTECTED.fullmatch(piece) else piece.translate(ACCENTS) for piece in pieces if piece)
    begin = changed[: len(changed) - len(changed.lstrip())]
    end = changed[len(changed.rstrip()) :]
    length = round(len(text) * longer)
    more = (FILLING * (length // len(FILLING) + 1))[:length].strip()
    return f"{begin}[{changed.strip()}{f' {more}' if more else ''}]{end}"


def write(folder: Path, found: Found, code: str = CODE, longer: float = LONGER) -> None:
    """Write the language's compiled catalog, a single one, into a folder for LOCALE_PATHS."""
    catalog = polib.POFile()
    catalog.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    for place, messages in found.items():
        if place.catalog in TRANSLATED:
            catalog.extend(_build_entry(listed, longer) for listed in messages.values())
    file = folder / to_locale(code) / COMPILED
    file.parent.mkdir(parents=True, exist_ok=True)
    catalog.save_as_mofile(str(file))


def _build_entry(listed: list[SourceMessage], longer: float) -> polib.POEntry:
    key, plural = listed[0].key, next((message.plural for message in listed if message.plural), "")
    entry = polib.POEntry(msgid=key.text, msgctxt=key.context or None)
    if plural:
        entry.msgid_plural = plural
        entry.msgstr_plural = {0: translate(key.text, longer), 1: translate(plural, longer)}
    else:
        entry.msgstr = translate(key.text, longer)
    return entry
