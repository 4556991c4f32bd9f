"""Worksheets: a translator who sees only a part of the messages has all that it takes, and mistakes are not taken."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import polib
import pytest

from deploy.catalogs import files, glossaries, owners, surroundings, worksheets
from deploy.catalogs.files import source_file
from deploy.catalogs.messages import MessageKey, SourceMessage
from deploy.catalogs.owners import CatalogPlace

WORDS = "games/presentation/words/"
COUNTED = MessageKey("%(name)s drew %(n)d ticket")
REFUSED = MessageKey("Write {line}, or reply “help”.")
RED = MessageKey("red", "a card")
MESSAGES = [
    SourceMessage(COUNTED, "%(name)s drew %(n)d tickets", "of the log", f"{WORDS}draws.py", 9),
    SourceMessage(RED, "", "", f"{WORDS}colors.py", 9),
    SourceMessage(REFUSED, "", "", f"{WORDS}table.py", 9),
    SourceMessage(MessageKey("Leaderboard"), "", "", "games/web/home.py", 9),
]
DREW, WRITE = worksheets.identify(COUNTED), worksheets.identify(REFUSED)


@pytest.fixture(autouse=True)
def catalogs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Have catalogs in a folder of their own, with a few messages."""
    monkeypatch.setattr(owners, "ROOT", tmp_path / "catalogs")
    monkeypatch.setattr(owners, "read_sources", lambda: (MESSAGES, []))
    return tmp_path


def write(folder: Path, samples: Mapping[str, list[str]] = MappingProxyType({})) -> dict[str, Any]:
    """Write worksheets, and return all their messages by their ids."""
    worksheets.write("da", "play", folder, 2, samples)
    return {
        message["id"]: message for file in folder.glob("da-play-??.json") for message in json.loads(file.read_text())
    }


def answer(folder: Path, **answers: Any) -> list[str]:
    """Answer, and return what is said about it."""
    folder.mkdir(exist_ok=True)
    (folder / "da-play-01.answers.json").write_text(json.dumps(answers))
    return list(worksheets.read("da", folder))


def translations(catalog: str = "play") -> dict[str, list[str]]:
    entries = polib.pofile(str(source_file(CatalogPlace(catalog, "games"), "da")))
    return {entry.msgid: list(entry.msgstr_plural.values()) or [entry.msgstr] for entry in entries}


def test_a_part_says_all_about_a_message(catalogs: Path) -> None:
    messages = write(catalogs / "sheets", samples={DREW: ["Ada drew 2 tickets"]})
    assert len(messages) == 3
    drew = messages[DREW]
    assert (drew["english"], drew["plural"]) == (COUNTED.text, MESSAGES[0].plural)
    assert drew["forms"] == ["n = 1", "n = 0, 2, 3, ..."]
    assert drew["samples"] == ["Ada drew 2 tickets"]
    assert drew["note"] == "of the log"
    assert drew["where"].endswith("(games/presentation/words/draws.py)")
    assert "rutekort" in drew["terms"]["ticket"]
    assert messages[worksheets.identify(RED)]["context"] == "a card"
    assert sorted(file.name for file in (catalogs / "sheets").iterdir()) == [
        "README.md",
        "da-play-01.json",
        "da-play-02.json",
    ]
    assert "## Address and style" in (catalogs / "sheets" / "README.md").read_text()


def test_what_is_right_is_taken_and_no_longer_asked_for(catalogs: Path) -> None:
    drew = ["%(name)s trak et rutekort", "%(name)s trak %(n)d rutekort"]
    assert answer(catalogs / "sheets", **{DREW: drew}) == ["taken: 1"]
    assert translations()[COUNTED.text] == drew
    assert DREW not in write(catalogs / "sheets")


@pytest.mark.parametrize(
    "wrong",
    [
        {DREW: ["%(name)s trak et rutekort"]},
        {DREW: ["%(name)s trak et rutekort", ""]},
        {DREW: ["%(navn)s trak et rutekort", "%(name)s trak %(n)d rutekort"]},
        {WRITE: "Skriv {line}, eller svar »hjælp«."},
        {WRITE: "Skriv, eller svar »help«."},
        {WRITE: "Skriv {line}, eller svar »help«. "},
        {"0123456789": "rød"},
    ],
)
def test_what_is_wrong_is_not_taken(catalogs: Path, wrong: dict[str, Any]) -> None:
    told = answer(catalogs / "sheets", **wrong)
    assert "WRONG" in told[0]
    assert told[-1] == "taken: 0"
    assert not any(any(forms) for forms in translations().values())


@pytest.mark.parametrize(
    ("identity", "doubtful"),
    [
        (DREW, ["%(name)s trak en billet", "%(name)s trak %(n)d billetter"]),
        (WRITE, "Skriv {line}, eller svar »help«"),
        (WRITE, REFUSED.text),
    ],
)
def test_what_is_doubtful_is_taken_and_told(catalogs: Path, identity: str, doubtful: Any) -> None:
    told = answer(catalogs / "sheets", **{identity: doubtful})
    assert "look again" in told[0]
    assert told[-1] == "taken: 1"


def test_quotation_marks_are_those_of_the_language(catalogs: Path) -> None:
    assert answer(catalogs / "sheets", **{WRITE: "Skriv {line}, eller svar »help«."}) == ["taken: 1"]


def test_a_translation_moves_with_its_message(catalogs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(catalogs / "sheets", **{worksheets.identify(RED): "rød"})
    moved = [MESSAGES[1]._replace(file="games/web/home.py")]
    monkeypatch.setattr(owners, "read_sources", lambda: (moved, []))
    files.update("da", owners.sort_by_owner(moved))
    assert translations("site") == {"red": ["rød"]}


def test_every_place_that_is_described_is_there() -> None:
    root = glossaries.FOLDER.parents[1]
    assert [path for path, _words in surroundings.SHOWN if not [*root.glob(f"{path}*")]] == []


@pytest.mark.parametrize("language", sorted(file.stem for file in glossaries.FOLDER.iterdir()))
def test_every_glossary_is_read(language: str) -> None:
    terms = glossaries.read_terms(language)
    assert len(terms) > 50
    assert sum(bool(term.stems) for term in terms) > 15
    assert glossaries.find_terms(language, "You claimed a route")["route"].stems


def test_the_longest_term_counts() -> None:
    assert list(glossaries.find_terms("da", "“draw deck”: a city marker for %(ticket)s")) == ["city marker"]
