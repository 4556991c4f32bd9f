"""Glossaries (docs/languages): one for each language with frozen answers, and all of them check the same words."""

import pytest

from deploy.catalogs import glossaries
from deploy.catalogs.glossaries import Term
from tests.languages.test_replies_are_frozen import FROZEN

MOST_LINES = 120


def list_checked(language: str) -> list[Term]:
    return [term for term in glossaries.read_terms(language) if term.stems]


def test_each_language_with_answers_has_one() -> None:
    assert {file.stem for file in glossaries.FOLDER.iterdir()} == set(FROZEN)


@pytest.mark.parametrize("language", FROZEN)
class TestGlossaries:
    def test_the_same_words_are_checked_in_each_language(self, language: str) -> None:
        words = {word for term in list_checked(language) for word in term.english}
        assert words == {word for term in list_checked("da") for word in term.english}

    def test_a_term_has_each_of_its_stems(self, language: str) -> None:
        for term in list_checked(language):
            assert [stem for stem in term.stems if stem not in term.words.lower()] == [], term.words

    def test_no_word_stands_twice(self, language: str) -> None:
        words = [word for term in glossaries.read_terms(language) for word in term.english]
        assert sorted(words) == sorted(set(words))

    def test_it_is_short_and_names_a_source_for_each_word(self, language: str) -> None:
        lines = glossaries.document(language).read_text(encoding="utf-8").splitlines()
        assert len(lines) <= MOST_LINES
        rows = [[cell.strip() for cell in line.split("|")] for line in lines if line.startswith("|")]
        assert [row for row in rows if len(row) != 6 or not row[4]] == []
