"""The rules by number of one game: of the list of all rules (`docs/rules.md`), only those that this game has.

The list has a chapter for each game, of which the base game's is for all. A rule that begins "In place of B14:"
replaces that one in its game. Where several games share a chapter, a rule for one of them begins with its id.
"""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Final, NamedTuple

from games.presentation.words.capitals import begin_line
from games.web.manual.document_pages import NUMBER, text_of

LIST: Final = "rules.md"
CHAPTER: Final = re.compile(r"^## ([A-Z]): (.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ROW: Final = re.compile(
    r"^\| ([A-Z][1-9][0-9]?) \| (?:`(\w+)@\d+`, )?(?:[Ii]n place of ([^:|]*): )?(.*) \|$", re.MULTILINE
)
HEAD: Final = "| rule | what it says |\n|---|---|\n"


class Chapter(NamedTuple):
    """A chapter of the list: its title, and its rules' numbers, each with its text and what it replaces."""

    title: str
    rules: dict[str, tuple[str, frozenset[str]]]


def list_chapters(file: str) -> Iterator[str]:
    """Yield the chapters whose rules a game's document mentions, with what this game has of each."""
    letters = dict.fromkeys(letter for letter, _ in NUMBER.findall(text_of(file)))
    everything = _read_chapters(PurePath(file).stem)
    chapters = [everything[letter] for letter in letters if letter in everything]
    replaced = {number for chapter in chapters for _, numbers in chapter.rules.values() for number in numbers}
    for chapter in chapters:
        rows = [f"| {number} | {text} |" for number, (text, _) in chapter.rules.items() if number not in replaced]
        yield f"### {chapter.title}\n\n{HEAD}" + "\n".join(rows)


def _read_chapters(game: str) -> dict[str, Chapter]:
    return {letter: _read_chapter(body, game) for letter, body in CHAPTER.findall(text_of(LIST))}


def _read_chapter(body: str, game: str) -> Chapter:
    title, _, table = body.partition("\n")
    rules = {
        number: (begin_line(text), _find_numbers(replaces))
        for number, only, replaces, text in ROW.findall(table)
        if only in ("", game)
    }
    return Chapter(begin_line(title), rules)


def _find_numbers(text: str) -> frozenset[str]:
    return frozenset(letter + place for letter, place in NUMBER.findall(text))
