"""The glossaries of translators: a document for each language, with its words of the game (docs/languages/).

The first column has the English, several words divided by commas; the second what it is in the language; the third
parts of words, of which a translation has one. Where English words overlap, the longest counts: "city" does not in
"city marker".
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parents[2] / "docs" / "languages"
ROW: Final = re.compile(r"^\| (?P<english>[^|]+) \| (?P<words>[^|]+) \|(?P<stems>[^|]*)\|", re.MULTILINE)
NOT_WORDS: Final = re.compile(r"%\(\w+\)[a-z]|\{\w*\}|“[^”]*”|</?\w[^>]*>")
"""What has a term in it and stays as it is."""
REMARK: Final = re.compile(r"\([^)]*\)")
DIVIDERS: Final = re.compile(r"[,;]")
SHORTEST: Final = 3
"""Letters of a word that says something about a message."""


class Term(NamedTuple):
    """A row of a glossary; without stems, nothing is checked."""

    english: tuple[str, ...]
    words: str
    stems: tuple[str, ...]


def document(language: str) -> Path:
    """Return a language's glossary."""
    return FOLDER / f"{language}.md"


@cache
def read_terms(language: str) -> list[Term]:
    """Return the rows of a glossary; none without a glossary."""
    file = document(language)
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return [
        Term(tuple(_split(row["english"])), row["words"], tuple(_split(row["stems"])))
        for row in ROW.finditer(text)
        if row["english"] != "English" and not row["english"].startswith("-")
    ]


def _split(words: str) -> Iterator[str]:
    for word in DIVIDERS.split(REMARK.sub("", words)):
        if len(stripped := word.strip().removeprefix("to ")) >= SHORTEST:
            yield stripped


def find_terms(language: str, english: str) -> Mapping[str, Term]:
    """Return the terms in an English message, by the words that it has; of overlapping ones the longest."""
    text = NOT_WORDS.sub(" ", english)
    words = {word: term for term in read_terms(language) for word in term.english}
    terms = {}
    for word in sorted(words, key=len, reverse=True):
        text, count = re.subn(rf"(?<!\w){re.escape(word)}s?(?!\w)", " ", text, flags=re.IGNORECASE)
        if count:
            terms[word] = words[word]
    return terms


def list_missing(language: str, english: str, translation: str) -> Mapping[str, Term]:
    """Return the checked terms of an English message that its translation has none of the stems of."""
    text = translation.casefold()
    return {
        word: term
        for word, term in find_terms(language, english).items()
        if term.stems and not any(stem.casefold() in text for stem in term.stems)
    }
