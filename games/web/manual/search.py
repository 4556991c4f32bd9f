"""A search in the guides for programmers: the sections that have all the words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from games.web.manual.addresses import GUIDES, address
from games.web.manual.document_pages import find_anchor, text_of

HEADING: Final = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)
CODE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
MARKS: Final = re.compile(r"\]\([^)]*\)|[\[`*]+")
"""What Markdown has besides the words."""
PARAGRAPH: Final = re.compile(r"\n\n|\n[-|] ?")
"""What parts paragraphs, items of lists and rows of tables."""
MOST: Final = 20
"""How many sections are shown."""


@dataclass(frozen=True)
class GuideSection:
    """A part of a guide under one heading."""

    guide: str
    heading: str
    address: str
    paragraphs: tuple[str, ...]

    @cached_property
    def words(self) -> str:
        """Return everything that can be looked for."""
        return " ".join((self.guide, self.heading, *self.paragraphs)).casefold()


@dataclass(frozen=True)
class FoundSection:
    """A section that was found, and its paragraph that has most of the words."""

    section: GuideSection
    paragraph: str


def find_sections(typed: str) -> list[FoundSection]:
    """Return the sections that have all these words, those first that have them in their heading."""
    words = frozenset(typed.casefold().split())
    hits = [section for section in _list_sections() if words and all(word in section.words for word in words)]
    hits.sort(key=lambda section: -_count(words, section.heading))
    return [FoundSection(hit, _choose(hit.paragraphs, words)) for hit in hits[:MOST]]


def _choose(paragraphs: tuple[str, ...], words: frozenset[str]) -> str:
    """Return the paragraph that has most of the words; "" if there is none."""
    return max(paragraphs, key=lambda text: _count(words, text), default="")


def _count(words: frozenset[str], text: str) -> int:
    return sum(word in text.casefold() for word in words)


@cache
def _list_sections() -> tuple[GuideSection, ...]:
    return tuple(section for name in GUIDES for section in _part(f"{name}.md"))


def _part(file: str) -> Iterator[GuideSection]:
    title, *rest = HEADING.split(CODE.sub(_hide_comments, text_of(file)))[1:]
    for heading, text in zip([title, *rest[1::2]], rest[::2], strict=True):
        where = address(file if heading == title else f"{file}#{find_anchor(heading)}")
        yield GuideSection(title, _plain(heading), where, tuple(filter(None, map(_plain, PARAGRAPH.split(text)))))


def _hide_comments(code: re.Match[str]) -> str:
    """Return a block of code in which no comment can be taken for a heading."""
    return code[0].replace("\n#", "\n")


def _plain(text: str) -> str:
    return " ".join(MARKS.sub("", text).replace("|", " ").split())
