"""Glossaries of docs/languages: tables of the game's words. Some have stems, of which a translation has one."""

import re
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.languages.test_replies_are_frozen import FROZEN

GLOSSARIES: Final = Path(__file__).parents[2] / "docs" / "languages"
MOST_LINES: Final = 120
ROW: Final = re.compile(r"^\| (?P<english>[^|]+) \| (?P<term>[^|]+) \| (?P<stems>[^|]*)\| (?P<source>[^|]+) \|$", re.M)


class Term(NamedTuple):
    """A row of a glossary that has stems. `words` are English, and a message may add -s."""

    words: tuple[str, ...]
    term: str
    stems: tuple[str, ...]


def read_terms(language: str) -> list[Term]:
    """Return the rows that have stems."""
    text = (GLOSSARIES / f"{language}.md").read_text(encoding="utf-8")
    rows = [row for row in ROW.finditer(text) if row["english"] != "English" and row["stems"].strip(" -")]
    return [Term(_split(row["english"]), row["term"], _split(row["stems"])) for row in rows]


def _split(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(","))


def test_each_language_with_answers_has_a_glossary() -> None:
    assert {file.stem for file in GLOSSARIES.glob("*.md")} == set(FROZEN)


@pytest.mark.parametrize("language", FROZEN)
class TestGlossaries:
    def test_the_same_words_have_stems_in_each_language(self, language: str) -> None:
        words = [term.words for term in read_terms(language)]
        assert sorted(words) == sorted(term.words for term in read_terms("da"))
        assert len(words) == len(set(words)) > 25

    def test_each_stem_is_of_its_term(self, language: str) -> None:
        for term in read_terms(language):
            assert all(stem == stem.lower() and stem for stem in term.stems)
            assert all(stem in term.term.lower() for stem in term.stems), term

    def test_every_row_can_be_read(self, language: str) -> None:
        lines = (GLOSSARIES / f"{language}.md").read_text(encoding="utf-8").splitlines()
        assert len(lines) <= MOST_LINES
        table = [line for line in lines if line.startswith("|") and not line.startswith("|---")]
        assert [line for line in table if not ROW.match(line)] == []
        assert not [line for line in lines if len(line) > MOST_LINES and not line.startswith("|")]
