"""What is wrong with a translation, as far as that can be seen without knowing the language."""

import re
from collections.abc import Iterator
from typing import Final

import polib

from deploy.catalogs import glossaries
from deploy.catalogs.plurals import find_rule

MARKS: Final = re.compile(r"%\(\w+\)[a-z]|%[sd%]|\{\w*\}|</?\w+|(?<!\w)[#@](?!\w)")
"""What a translation keeps as it is: placeholders, tags, and numbers that a page puts in."""
ORDERS: Final = re.compile(r"“([a-z][a-z ]*)”")
"""Orders in quotes, which stay English; their quotation marks are those of the language."""
CHOICES: Final = frozenset({"something for the admins alone"})
"""What stands in such quotes and is a choice of a form, which is translated."""
QUOTES: Final = '“”„"‚‘’«»‹›'
COUNTS: Final = frozenset({"%(n)d", "%(n)s", "%(count)d", "%(count)s"})
"""A form for a single number need not print it."""
FORMS: Final = re.compile(r"nplurals=(\d+)")
ENDS: Final = ".?!:…"
LOOSE: Final = {"fr": re.compile(r"« | [»:;?!](?!\w)")}
"""Marks that a line could break away from their word, in languages that put a blank between: it must not break."""
LONGEST_NAME: Final = 2
"""The most words that may be the same in both languages, as names are."""


def find_faults(catalog: polib.POFile) -> Iterator[str]:
    """Yield what is wrong, each with the message that it is about. What is not translated yet is not wrong."""
    forms = FORMS.search(catalog.metadata.get("Plural-Forms", ""))
    for entry in catalog:
        yield from (f"{entry.msgid!r}: {why}" for why in find_entry_faults(entry, int(forms[1]) if forms else 0))


def find_entry_faults(entry: polib.POEntry, expected: int) -> Iterator[str]:
    """Yield what is wrong with a translation into a language that has so many forms of a plural."""
    if entry.fuzzy:
        yield "it is marked as fuzzy: nobody has said that it is right"
    if entry.msgid_plural and len(entry.msgstr_plural) != expected:
        yield f"it has {len(entry.msgstr_plural)} forms, and the language {expected}"
    if entry.msgid_plural and any(entry.msgstr_plural.values()) and not all(entry.msgstr_plural.values()):
        yield "only some of its forms are translated"
    for form in filter(None, list_forms(entry)):
        yield from _check_form(entry, form)


def list_forms(entry: polib.POEntry) -> list[str]:
    """Return the translation of a message: one, or one for each form of the plural."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def _check_form(entry: polib.POEntry, form: str) -> Iterator[str]:
    optional = COUNTS if entry.msgid_plural else frozenset()
    english = entry.msgid_plural or entry.msgid
    if different := (set(MARKS.findall(english)) ^ set(MARKS.findall(form))) - optional:
        yield f"{form!r} differs in {', '.join(sorted(different))}"
    for order in set(ORDERS.findall(english)) - CHOICES:
        if not re.search(rf"[{QUOTES}]\s?{re.escape(order)}\s?[{QUOTES}]", form):
            yield f"{form!r} has not the order “{order}” in quotes"
    if _edges(entry.msgid) != _edges(form):
        yield f"{form!r} begins or ends with other white space"


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def find_doubts(language: str, entry: polib.POEntry) -> Iterator[str]:
    """Yield what may well be right, but is worth another look."""
    english = entry.msgid_plural or entry.msgid
    for form in filter(None, list_forms(entry)):
        for word, term in glossaries.list_missing(language, english, form).items():
            yield f"{form!r} has no word of the glossary for “{word}”: {', '.join(term.stems)}"
        if _end(entry.msgid) != _end(form):
            yield f"{form!r} ends with other punctuation"
        if has_loose_mark(language, form):
            yield f"{form!r} has a mark after a blank that breaks"
        if (
            form in (entry.msgid, entry.msgid_plural)
            and len(re.findall(r"[^\W\d_]+", MARKS.sub("", form))) > LONGEST_NAME
        ):
            yield f"{form!r} is English"


def has_loose_mark(language: str, form: str) -> bool:
    """Return whether a line may begin or end with a mark that belongs to the word beside it."""
    return language in LOOSE and bool(LOOSE[language].search(form))


def _end(text: str) -> str:
    last = text.rstrip()[-1:]
    return last if last in ENDS else ""


def count_forms(language: str) -> int:
    """Return the number of forms that a plural has in a language."""
    return len(find_rule(language).numbers)
