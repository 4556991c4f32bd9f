"""Worksheets: what is not translated yet, in parts that each say all that a translator needs to know.

`python -m deploy.catalogs.worksheets write fi play FOLDER` writes parts into a folder, and beside them `README.md` with
the rules and the language's glossary. A translator answers `fi-play-01.json` by a file `fi-play-01.answers.json`: an
object with the translation of each message by its `id`, a list of the forms where the message has a plural.
`python -m deploy.catalogs.worksheets read fi FOLDER` puts what is right into the catalogs and says what is not; it can
be run again and again.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import polib
from django.conf import settings

from deploy.catalogs import checks, files, glossaries, owners, surroundings
from deploy.catalogs.files import Entries
from deploy.catalogs.messages import MessageKey, SourceMessage
from deploy.catalogs.owners import TRANSLATED, Found
from deploy.catalogs.plurals import find_rule

SIZE: Final = 100
"""Messages in a part."""
SIMILAR: Final = 0.75
"""From this likeness on, an English message helps to translate another, 1 being the same."""
CLEAR: Final = 7
"""The most words of a message that needs the code around it to be understood."""
ANSWERS: Final = ".answers.json"
Listed = Mapping[MessageKey, list[SourceMessage]]
RULES: Final = """# Translating Night Mail into {language}

Night Mail is a server for playing Ticket to Ride by email and on the web, a move or so a day. Each `{language}-*.json`
is a part of what has to be translated. Answer it by a file of the same name that ends in `{answers}`: an object with a
translation for each `id`, in JSON:

    {{"0a1b2c3d4e": "translation", "1b2c3d4e5f": ["form for {numbers}]}}

- Each message is whole. Word it as a native speaker would who plays such games; nothing demands the order or number of
  words of the English. Say "you" to one person, as friends at a table do (the glossary says how). Nobody's gender is
  known.
- Placeholders such as `%(name)s` and `{{line}}` stay as they are, tags such as `<b>`, too, and `#` and `@`, for which
  the page puts in numbers. Put them where the sentence needs them. `samples` shows sentences with their values.
- Orders in quotes (“yes”, “draw deck”) stay English words; put them into the quotation marks of the language.
- `plural`: the message counts. Give a list with a form for each of `forms`, in this order. A form for a single number
  may leave the number out.
- `context` and `note` say what a short message means; `where` says where it shows, `code` is around it there. What
  stands in a sentence of its own begins with a capital letter, what is put into another does not: do as the English.
- Keep blanks and line breaks at both ends, and the punctuation at the end. Buttons and headings are short.
- `terms`: what the glossary below says about words of the game. `similar`: what is translated already.
- Names of cities, of people and of the site (Night Mail) stay as they are.
"""


def identify(key: MessageKey) -> str:
    """Return a message's id, which is the same as long as its English and its context are."""
    return hashlib.sha256(f"{key.context}\x04{key.text}".encode()).hexdigest()[:10]


def list_open(sources: Found, catalog: str, entries: Entries) -> Listed:
    """Return the messages of a catalog that have no translation yet, by their first file in it, neighbors together."""
    listed = {
        key: sorted(messages, key=lambda message: owners.choose_place(message) != place)
        for place in owners.list_places()
        if place.catalog == catalog
        for key, messages in sources.get(place, {}).items()
        if not (key in entries and entries[key].translated())
    }
    return dict(sorted(listed.items(), key=lambda item: (item[1][0].file, item[1][0].line)))


def describe(
    language: str, key: MessageKey, listed: list[SourceMessage], samples: Mapping[str, list[str]]
) -> dict[str, Any]:
    """Return what a translator has to know about a message; what it has none of is left out."""
    plural = next((message.plural for message in listed if message.plural), "")
    english = plural or key.text
    about = {
        "id": identify(key),
        "english": key.text,
        "plural": plural,
        "forms": [f"n = {number}" for number in find_rule(language).numbers] if plural else [],
        "context": key.context,
        "note": " ".join(dict.fromkeys(message.comment for message in listed if message.comment)),
        "where": surroundings.describe_places(listed),
        "code": "" if len(english.split()) > CLEAR else surroundings.quote_code(listed[0]),
        "samples": samples.get(identify(key), []),
        "terms": {word: term.words for word, term in glossaries.find_terms(language, english).items()},
    }
    return {name: value for name, value in about.items() if value}


def write(language: str, catalog: str, folder: Path, size: int, samples: Mapping[str, list[str]]) -> int:
    """Write the parts, and return how many there are."""
    entries = files.read_entries(language)
    listed = list_open(owners.sort_by_owner(owners.read_sources()[0]), catalog, entries)
    translated_entries = {key.text: entry for key, entry in entries.items() if entry.translated()}
    messages = [describe(language, key, places, samples) for key, places in listed.items()]
    for message in messages:
        if similar := get_close_matches(message["english"], translated_entries, n=2, cutoff=SIMILAR):
            message["similar"] = {english: checks.list_forms(translated_entries[english]) for english in similar}
    parts = [messages[begin : begin + size] for begin in range(0, len(messages), size)]
    folder.mkdir(parents=True, exist_ok=True)
    for number, part in enumerate(parts, start=1):
        file = folder / f"{language}-{catalog}-{number:02}.json"
        file.write_text(json.dumps(part, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(_explain(language), encoding="utf-8")
    return len(parts)


def _explain(language: str) -> str:
    glossary = glossaries.document(language)
    numbers = '", "form for '.join(find_rule(language).numbers) + '"'
    rules = RULES.format(language=language, answers=ANSWERS, numbers=numbers)
    return rules + ("\n" + glossary.read_text(encoding="utf-8") if glossary.is_file() else "")


def read(language: str, folder: Path) -> Iterator[str]:
    """Put the answers of a folder into the catalogs, and yield what is wrong or doubtful about them.

    What is wrong is not taken; what is doubtful is.
    """
    sources = owners.sort_by_owner(owners.read_sources()[0])
    messages = {
        identify(key): (key, listed)
        for place, places in sources.items()
        if place.catalog in TRANSLATED
        for key, listed in places.items()
    }
    translated: list[polib.POEntry] = []
    for file, identity, answer in _read_answers(folder, language):
        if identity not in messages:
            yield f"{file} {identity}: WRONG: there is no such message, or its English has changed since"
            continue
        entry = _build_entry(*messages[identity], answer)
        faults = list(checks.find_entry_faults(entry, checks.count_forms(language)))
        yield from (f"{file} {identity}: WRONG: {fault}" for fault in faults)
        yield from (f"{file} {identity}: look again: {doubt}" for doubt in checks.find_doubts(language, entry))
        if not faults:
            translated.append(entry)
    files.update(language, sources, translated)
    yield f"taken: {len(translated)}"


def _read_answers(folder: Path, language: str) -> Iterator[tuple[str, str, Any]]:
    """Yield the answers that are not empty, each with its file's name and the message's id."""
    for file in sorted(folder.glob(f"{language}-*{ANSWERS}")):
        for identity, answer in json.loads(file.read_text(encoding="utf-8")).items():
            if answer:
                yield file.name, identity, answer


def _build_entry(key: MessageKey, listed: list[SourceMessage], answer: str | list[str]) -> polib.POEntry:
    plural = next((message.plural for message in listed if message.plural), "")
    entry = polib.POEntry(msgid=key.text, msgctxt=key.context or None)
    forms = [answer] if isinstance(answer, str) else answer
    if plural:
        entry.msgid_plural, entry.msgstr_plural = plural, dict(enumerate(forms))
    else:
        entry.msgstr = forms[0]
    return entry


def main() -> None:
    """Write worksheets, or read answers."""
    parser = argparse.ArgumentParser(prog="python -m deploy.catalogs.worksheets", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True)
    writing, reading = acts.add_parser("write"), acts.add_parser("read")
    for act in (writing, reading):
        act.add_argument("language")
    writing.add_argument("catalog", choices=TRANSLATED)
    for act in (writing, reading):
        act.add_argument("folder", type=Path)
    writing.add_argument("--size", type=int, default=SIZE, help="messages in a part")
    writing.add_argument("--samples", type=Path, help="sentences as tests saw them (tests/languages/samples.py)")
    options = parser.parse_args()
    settings.configure()
    if options.act == "write":
        samples = json.loads(options.samples.read_text(encoding="utf-8")) if options.samples else {}
        print(f"{write(options.language, options.catalog, options.folder, options.size, samples)} parts")
    else:
        print(*read(options.language, options.folder), sep="\n")


if __name__ == "__main__":
    main()
