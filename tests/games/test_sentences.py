"""What a seat did has whole sentences for its player and for others, which a translator can word freely."""

import ast
import gc
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.utils.functional import Promise

import engine
from engine.logged_events import LoggedCardTaken, LoggedEvent
from games.presentation import words
from games.presentation.words import draws
from games.presentation.words.claims import scored_there
from games.presentation.words.running_text import ToldOf, together_by_player
from games.presentation.words.sentences import BetweenTwo, Clause, Sentence, Tellable
from tests import catalogs

T = TypeVar("T")
BOARD = engine.ruleset("usa@1").board
ADA, BOB = 0, 1
SURGERY = {
    *("capitalize", "endswith", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "rpartition", "rstrip"),
    *("split", "startswith", "strip", "title", "upper"),
}
OF_IDS = {
    ("lists.py", "partition"),
    ("lists.py", "split"),
    ("proposed_changes.py", "partition"),
    ("rulings.py", "partition"),
    ("vocabulary.py", "rpartition"),
}
"""The codes of languages, patterns of lists, the ids of prompts and the slugs of routes are no texts."""
TOOK_RED: LoggedCardTaken = {"type": "card_taken", "seat": ADA, "place": 1, "card": "red"}


class Facts(dict[str, int]):
    """Facts of which a message may use any; they remember which it used."""

    def __missing__(self, fact: str) -> int:
        self[fact] = 7
        return 7


def placeholders(message: Promise) -> set[str]:
    """Return the names of the facts that a message needs."""
    facts = Facts()
    assert "7" in str(message % facts) or not facts
    return set(facts)


def name(seat: int) -> str:
    return ("Ada", "Bob", "Cleo")[seat]


def text(event: Any, reader: int | None) -> str:
    spoken = words.tell_to(reader, event, name, BOARD)
    return spoken.text if spoken else ""


def find_all(kind: type[T]) -> list[T]:
    """Return all sentences of a kind that the loaded modules contain, frozen by the test runner or not."""
    gc.unfreeze()
    return [found for found in gc.get_objects() if isinstance(found, kind)]


def test_every_sentence_is_whole_for_its_player_and_for_others() -> None:
    sentences = find_all(Sentence)
    assert len(sentences) > 40
    for sentence in sentences:
        facts = placeholders(sentence.you)
        assert placeholders(sentence.name) == facts | {"name"}
        assert sentence.then is None or placeholders(sentence.then) == facts | {"before"}


def test_no_sentence_is_cut_searched_or_capitalized() -> None:
    """Which words a translated text begins or ends with, nobody knows but its translator."""
    calls = {
        (file.name, node.func.attr)
        for file in Path(words.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert {call for call in calls if call[1] in SURGERY} == OF_IDS


def test_every_sentence_about_two_has_one_for_each_of_them() -> None:
    for sentence in find_all(BetweenTwo):
        assert placeholders(sentence.you) | {"name"} == placeholders(sentence.name)
        assert placeholders(sentence.to_you) | {"other"} == placeholders(sentence.name)


@pytest.mark.parametrize(
    ("reader", "told"),
    [(ADA, "You robbed Bob of 3 red."), (BOB, "Ada robbed you of 3 red."), (2, "Ada robbed Bob of 3 red.")],
)
def test_the_robber_the_robbed_and_others_read_of_a_robbery(reader: int, told: str) -> None:
    robbed: Any = {
        "type": "train_robbed",
        "seat": ADA,
        "victim": BOB,
        "color": "red",
        "cards": 3,
        "locomotives": 0,
    }
    assert text(robbed, reader) == told


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"type": "turn_skipped", "seat": ADA}, "Your turn was skipped."),
        ({"type": "seat_returned", "seat": ADA}, "You are back."),
        ({"type": "last_round_began", "seat": ADA}, "Everybody has one more turn, and you play last."),
        ({"type": "seat_left", "seat": ADA, "how": "resigned"}, "You resigned."),
        (
            {"type": "seat_left", "seat": ADA, "how": "absent"},
            "You are absent; turns are skipped until you are back.",
        ),
        (
            {"type": "first_tickets_settled", "kept": [2, 3, 2]},
            "All have chosen their tickets: you (2), Bob (3), Cleo (2).",
        ),
    ],
)
def test_a_reader_is_you(event: LoggedEvent, told: str) -> None:
    assert text(event, ADA) == told


def test_another_language_may_put_a_name_anywhere_and_you_into_the_verb(tmp_path: Path) -> None:
    messages = {
        "%(name)s took %(card)s from the face-up cards": "Avokorteista otti %(card)s %(name)s",
        "You took %(card)s from the face-up cards": "Otit avokorteista %(card)s",
        "%(name)s drew %(count)d ticket\0%(name)s drew %(count)d tickets": (
            "%(count)d lipun nosti %(name)s\0%(count)d lippua nosti %(name)s"
        ),
        "%(before)s and drew %(count)d ticket\0%(before)s and drew %(count)d tickets": (
            "%(before)s ja nosti %(count)d lipun\0%(before)s ja nosti %(count)d lippua"
        ),
    }
    drew: Any = {"type": "tickets_drawn", "seat": ADA, "offer_count": 3}
    with catalogs.spoken(tmp_path, messages):
        assert text(TOOK_RED, ADA) == "Otit avokorteista red."
        assert text(TOOK_RED, BOB) == "Avokorteista otti red Ada."
        assert text({**drew, "offer_count": 1}, BOB) == "1 lipun nosti Ada."
        told = [words.tell_to(BOB, event, name, BOARD) for event in (TOOK_RED, drew)]
        (turn,) = together_by_player(ToldOf("Ada", (spoken,)) for spoken in told if spoken)
        assert turn.line == "Avokorteista otti red Ada ja nosti 3 lippua."
        assert turn.html == "Avokorteista otti red <strong>Ada</strong> ja nosti 3 lippua."


@pytest.mark.parametrize(("points", "told"), [(1, "1 bod Ada"), (3, "3 body Ada"), (7, "7 bodů Ada")])
def test_another_language_may_have_three_forms_of_a_plural(tmp_path: Path, points: int, told: str) -> None:
    plurals = "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;"
    scored = {
        "%(name)s scored %(n)d point for a marker there\0%(name)s scored %(n)d points for a marker there": (
            "%(n)d bod %(name)s\0%(n)d body %(name)s\0%(n)d bodů %(name)s"
        )
    }
    with catalogs.spoken(tmp_path, scored, plurals):
        event: Any = {"type": "points_scored", "seat": ADA, "points": points, "reason": "marker", "subject": ""}
        spoken = scored_there(event).speak(BOB, name)
        assert spoken.clause == told


def test_english_comes_back_after_another_language(tmp_path: Path) -> None:
    with catalogs.spoken(tmp_path, {}):
        pass
    assert text(TOOK_RED, ADA) == "You took red from the face-up cards."


def test_two_cards_are_told_to_whoever_drew_them() -> None:
    two: Tellable = draws.tell_two(TOOK_RED, {"type": "card_drawn", "seat": ADA})
    told = [two.speak(reader, name) for reader in (ADA, BOB)]
    assert [clause.clause for clause in told if isinstance(clause, Clause)] == [
        "You took red from the face-up cards and drew a card from the deck",
        "Ada took red from the face-up cards and drew a card from the deck",
    ]
