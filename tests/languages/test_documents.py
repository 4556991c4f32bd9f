"""Translated documents: each is one of the English ones, paragraph by paragraph, with the same rules and pictures."""

import re
from pathlib import Path
from typing import Final

import pytest

from games.web.manual.addresses import DOCS
from games.web.manual.document_pages import CITED
from ttr_site.languages import LISTED, is_read

CODES: Final = [language.code for language in LISTED[1:]]
TRANSLATED: Final = sorted(path for code in CODES for path in (DOCS / code).rglob("*.md"))
KINDS: Final = re.compile(r"^(#+ |!\[|\||- |\d+\. |```)")
"""What a block of Markdown begins with, unless it is a paragraph."""
SAME: Final = re.compile(r"\]\(([^)]*)\)|`([^`]*)`")
"""Addresses of links and pictures, and code."""


def list_blocks(path: Path) -> list[str]:
    return re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip())


def outline(path: Path) -> list[tuple[str, list[str]]]:
    """Return for each block what it is, and which rules it cites."""
    return [
        (found[1] if (found := KINDS.match(block)) else "", sorted(CITED.findall(block))) for block in list_blocks(path)
    ]


def list_addresses_and_code(path: Path) -> list[tuple[str, str]]:
    """Return what must be the same, sorted; where a line ends within code makes no difference."""
    found = SAME.findall(path.read_text(encoding="utf-8"))
    return sorted((address, " ".join(code.split())) for address, code in found)


def english_of(path: Path) -> Path:
    return DOCS / Path(*path.relative_to(DOCS).parts[1:])


@pytest.mark.parametrize("path", TRANSLATED, ids=[path.relative_to(DOCS).as_posix() for path in TRANSLATED])
class TestTranslated:
    def test_it_has_the_blocks_of_the_english_one_and_cites_its_rules(self, path: Path) -> None:
        assert outline(path) == outline(english_of(path))

    def test_pictures_links_and_code_are_the_same(self, path: Path) -> None:
        assert list_addresses_and_code(path) == list_addresses_and_code(english_of(path))

    def test_it_is_translated(self, path: Path) -> None:
        theirs, ours = (set(list_blocks(each)) for each in (path, english_of(path)))
        assert not [block for block in theirs & ours if re.search(r"[a-z]{3,} [a-z]{3,} [a-z]{3,}", block)]


def test_every_language_that_is_offered_explains_every_game() -> None:
    rules = sorted(path.name for path in (DOCS / "rules").glob("*.md"))
    offered = [language.code for language in LISTED[1:] if is_read(language)]
    explained = {code: sorted(path.name for path in (DOCS / code / "rules").glob("*.md")) for code in offered}
    assert explained == dict.fromkeys(offered, rules)
