"""What is wrong with a translation, as far as that can be seen without knowing the language."""

import re
from collections.abc import Iterator
from typing import Final

import polib

KEPT: Final = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}|</?\w+|(?<!\w)[#@](?!\w)|“[a-z][a-z ]*”")
"""What a translation keeps as it is: placeholders, tags, numbers that a page puts in, and orders in quotes."""
COUNTS: Final = frozenset({"%(n)d", "%(n)s", "%(count)d", "%(count)s"})
"""A form for a single number need not print it."""
FORMS: Final = re.compile(r"nplurals=(\d+)")


def find_faults(catalog: polib.POFile) -> Iterator[str]:
    """Yield what is wrong, each with the message that it is about. What is not translated yet is not wrong."""
    forms = FORMS.search(catalog.metadata.get("Plural-Forms", ""))
    expected = int(forms[1]) if forms else 0
    for entry in catalog:
        yield from (f"{entry.msgid!r}: {why}" for why in _check_entry(entry, expected))


def _check_entry(entry: polib.POEntry, expected: int) -> Iterator[str]:
    if entry.fuzzy:
        yield "it is marked as fuzzy: nobody has said that it is right"
    if entry.msgid_plural and len(entry.msgstr_plural) != expected:
        yield f"it has {len(entry.msgstr_plural)} forms, and the language {expected}"
    for form in filter(None, entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]):
        yield from _check_form(entry, form)


def _check_form(entry: polib.POEntry, form: str) -> Iterator[str]:
    optional = COUNTS if entry.msgid_plural else frozenset()
    if different := (set(KEPT.findall(entry.msgid_plural or entry.msgid)) ^ set(KEPT.findall(form))) - optional:
        yield f"{form!r} differs in {', '.join(sorted(different))}"
    if _edges(entry.msgid) != _edges(form):
        yield f"{form!r} begins or ends with other white space"


def _edges(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()
