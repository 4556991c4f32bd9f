"""The languages that are offered besides English, and what in a text is English."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Final

import polib
from django.conf import settings

import engine
from deploy.catalogs.files import source_file
from deploy.catalogs.owners import TRANSLATED, list_places
from ttr_site.languages import LISTED, is_read

OFFERED: Final = [language.code for language in LISTED[1:] if is_read(language)]
QUOTED: Final = re.compile(r"“[^“”„]*”|„[^“”„]*[“”]|«[^«»]*»|»[^«»]*«|”[^”]*”|‘[^’]*’")
"""Orders, which may be English ones."""
WORD: Final = re.compile(r"\b[^\W\d_]{3,}\b")
PLACEHOLDER: Final = re.compile(r"%\(\w+\)[sd]|\{\w+\}|<[^>]*>")
GLUED_COLON: Final = re.compile(r"(?:^|[\w)”»]):(?:\s|$)", re.MULTILINE)
"""A colon that comes right after a word, which is a mistake in French."""
ADDRESS: Final = re.compile(r"https?://\S+|\S+@\S+")
PEOPLE: Final = frozenset({"Player", "Watcher"})
SAID: Final = ("aria-label", "title", "placeholder", "alt")
"""Attributes that are read out or shown."""
SILENT: Final = ("script", "style")


def assert_compiled() -> None:
    """Fail if a language that is offered on a site is not offered to the tests."""
    missing = set(OFFERED) - set(dict(settings.LANGUAGES))
    assert not missing, f"{sorted(missing)}: translate what `make messages` says is missing; make .local/catalogs"


def find_english(language: str, text: str) -> list[str]:
    """Return what stands around each word outside quotation marks that is in an English message, and in none of these.

    Names of cities do not count, nor do those of people in tests.
    """
    plain = ADDRESS.sub("", QUOTED.sub("“”", text))
    english = _list_english(language)
    hits = [hit for hit in WORD.finditer(plain) if hit[0] in english]
    return [plain[max(0, hit.start() - 40) : hit.end() + 40] for hit in hits]


def find_glued_colons(language: str, text: str) -> list[str]:
    """Return what stands before each colon that French would part from it. One that stands alone is only read out."""
    hits = GLUED_COLON.finditer(QUOTED.sub("« »", text)) if language == "fr" and text.strip() != ":" else ()
    return [text[max(0, hit.start() - 40) : hit.end()] for hit in hits]


@cache
def _list_english(language: str) -> frozenset[str]:
    entries = [
        entry
        for place in list_places()
        if place.catalog in TRANSLATED
        for entry in polib.pofile(str(source_file(place, language)))
    ]
    english = {word for entry in entries for word in _words(entry.msgid)}
    theirs = {
        word for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values()) for word in _words(text)
    }
    cities = {word for rules in engine.RULESETS.values() for city in rules.board.cities for word in _words(city.name)}
    return frozenset(english - theirs - cities - PEOPLE)


def _words(text: str) -> list[str]:
    return WORD.findall(PLACEHOLDER.sub(" ", QUOTED.sub(" ", text)))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SILENT
        self.texts += [value or "" for name, value in attrs if name in SAID]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)


def list_texts(html: str) -> Iterator[str]:
    """Yield what a page shows or has read out."""
    reader = _Reader()
    reader.feed(html)
    yield from (text for text in reader.texts if text.strip())
