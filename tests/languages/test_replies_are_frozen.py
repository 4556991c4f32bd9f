"""Answers in the rulebooks' languages, 40 each, as people write them on a phone; written before any code read them.

`later_replies` has 15 more in four languages, polite and hesitant ones, written before they were read by the code that
read the first. Each file has, for each answer, what its writer saw: the options of a turn or of the first tickets, or
the question of an invitation or a proposal; the `text` written; and what was `meant`:

- `choice`: the number of an option;
- `keep`: letters of tickets, as the options name them; the others are returned;
- `accept`: yes or no;
- `order`: to stop emails, for help, to resign, to pause, or for a vacation, then with the date `until`;
- `ask`: a move may be meant, but which one is not certain: nothing is played;
- `talk`: no move is meant: nothing is played.

Nobody changes an answer to suit what reads it: that is why their hashes stand here.
"""

import hashlib
import json
import re
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

REPLIES: Final = Path(__file__).with_name("replies")
LATER_REPLIES: Final = Path(__file__).with_name("later_replies")
WRITTEN_ON: Final = date(2026, 11, 30)
"""The day on which all of them were written, a Monday: dates without a year are read from it."""
ANSWERS_PER_LANGUAGE: Final = 40
LATER_ANSWERS_PER_LANGUAGE: Final = 15
PLAY_NOTHING: Final = frozenset({"ask", "talk"})
ORDERS: Final = frozenset({"help", "stop", "resign", "pause", "vacation"})
LETTER: Final = re.compile(r"\b([A-E])(?:,| \()")
"""The letter of the one ticket that an option returns."""
FROZEN: Final = {
    "da": "6d7b3efc64d938030a16218eb99a68c24400f03f2b969c5d7cbdd83e16a1fba8",
    "de": "92ce26176c997ccf68e5a8f0b19a6ea37053601c29757fd7f972507cad542d62",
    "es": "f1b44378314f161fa3700631a7b2013c6751c34d959d6d6e86a9461d35a87dfa",
    "fi": "d6c027c57363c2601928476b1036fe59dda3c0263f548a7942a4dca16f862631",
    "fr": "631128fdabe82b34bfc62cce731a84c36ac95c04544a2c601b8438a661cd2636",
    "it": "4b913dc8e3b25d9d0e718dd887d92ef482fdf3de51aa272701944acc0adabdb3",
    "nb": "22681f8cb63d52561625706b5bce99bc678c4c1083e18a885367e7820b8e928d",
    "nl": "1f3b8c3d2b97019c8df1be600bfb5366008338924026fe9df0716c09e47bec79",
    "sv": "745a2fa8839104e47634714796638e5fea76703797495a6b40f5dc95e461607f",
}
FROZEN_LATER: Final = {
    "de": "e62399d6e370a9e0b9ab6946e0df7a776cc262dbde9a683c41c2df900c4e61a2",
    "es": "6f7c3b9a1665abdfdc0a49f50af397076a51d760034e355c65292e90c3fba01a",
    "fi": "10acf5f8c8bb81754079e74404d0871040fd4d75fb5e5f6912d47c2b65b181a8",
    "fr": "f9665a5e1bd8e6e1040b39523be33cbefaa2b7c2213efaf8a095bac47496647c",
}

Answer = dict[str, Any]


def read_answers(language: str, folder: Path = REPLIES) -> list[Answer]:
    answers: list[Answer] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return answers


def check_answer(answer: Answer) -> None:
    """Check that an answer has its situation, and one meaning that its writer could have there."""
    shown = {"turn": "options", "first_tickets": "options", "invitation": "question", "proposal": "question"}
    assert set(answer) == {"id", "situation", shown[answer["situation"]], "text", "meant"}
    assert answer["text"].strip()
    check_meaning(answer)


def hash_files(folder: Path) -> dict[str, str]:
    return {file.stem: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.glob("*.json")}


def check_kept(answer: Answer, kept: list[str]) -> None:
    """Check that exactly one option keeps these: the first keeps all, each other all but one."""
    assert answer["situation"] == "first_tickets"
    letters = [letter for option in answer["options"][1:] for letter in LETTER.findall(option)]
    assert letters == [chr(ord("A") + place) for place in range(len(answer["options"]) - 1)]
    assert kept in [letters, *([other for other in letters if other != letter] for letter in letters)]


def check_order(meant: Answer) -> None:
    assert meant["order"] in ORDERS
    assert ("until" in meant) == (meant["order"] == "vacation")
    if "until" in meant:
        assert date.fromisoformat(meant["until"]) > WRITTEN_ON


def check_meaning(answer: Answer) -> None:
    meant: Answer = answer["meant"]
    match meant:
        case {"choice": choice}:
            assert choice in range(1, len(answer["options"]) + 1)
        case {"keep": kept}:
            check_kept(answer, kept)
        case {"accept": bool()}:
            assert "question" in answer
        case {"order": _}:
            check_order(meant)
            return
        case _:
            assert meant in [{kind: True} for kind in PLAY_NOTHING]
    assert len(meant) == 1


def test_each_file_is_frozen() -> None:
    assert hash_files(REPLIES) == FROZEN
    assert hash_files(LATER_REPLIES) == FROZEN_LATER


@pytest.mark.parametrize("language", FROZEN)
class TestAnswers:
    def test_there_are_forty(self, language: str) -> None:
        answers = read_answers(language)
        assert [answer["id"] for answer in answers] == [
            f"{language}{number:02}" for number in range(1, ANSWERS_PER_LANGUAGE + 1)
        ]
        assert len({answer["text"] for answer in answers}) == ANSWERS_PER_LANGUAGE

    def test_each_has_its_situation_and_one_meaning(self, language: str) -> None:
        for answer in read_answers(language):
            check_answer(answer)

    def test_every_kind_of_meaning_occurs(self, language: str) -> None:
        meanings = [answer["meant"] for answer in read_answers(language)]
        assert {kind for meant in meanings for kind in meant} == {
            "choice",
            "keep",
            "accept",
            "order",
            "until",
            *PLAY_NOTHING,
        }
        assert {meant["order"] for meant in meanings if "order" in meant} == ORDERS
        assert {meant["accept"] for meant in meanings if "accept" in meant} == {True, False}
        assert sum(bool(PLAY_NOTHING & set(meant)) for meant in meanings) >= 6


@pytest.mark.parametrize("language", FROZEN_LATER)
def test_later_answers_go_on_where_the_first_end(language: str) -> None:
    answers = read_answers(language, LATER_REPLIES)
    numbers = range(ANSWERS_PER_LANGUAGE + 1, ANSWERS_PER_LANGUAGE + 1 + LATER_ANSWERS_PER_LANGUAGE)
    assert [answer["id"] for answer in answers] == [f"{language}{number}" for number in numbers]
    assert len({answer["text"] for answer in (*answers, *read_answers(language))}) == ANSWERS_PER_LANGUAGE + len(
        answers
    )
    for answer in answers:
        check_answer(answer)
