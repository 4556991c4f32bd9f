"""Rulings and proposals have whole sentences for their reader, for another player, and for several."""

from typing import Any

import pytest

from games.presentation import words
from games.presentation.words.sentences import SentenceOfSeats
from games.table.rulings.disclosure import Learned
from tests.games.test_sentences import find_all, placeholders

ADA, BOB, CLEO = 0, 1, 2


def name(seat: int) -> str:
    return ("Ada", "Bob", "Cleo")[seat]


def rule(reader: int | None, **facts: Any) -> str:
    entry: Any = {"number": 9, "kind": "ruled", "seat": None, "events": [], **facts}
    return words.ruling(entry, name, reader).alone


def test_every_sentence_about_seats_lists_them() -> None:
    sentences = find_all(SentenceOfSeats)
    assert len(sentences) > 4
    for sentence in sentences:
        assert placeholders(sentence.names) == {"names", "n"}
        assert not placeholders(sentence.you) | placeholders(sentence.you_among_others)


@pytest.mark.parametrize(
    ("reader", "told"),
    [
        (ADA, "An admin gave more time to you and Bob."),
        (BOB, "An admin gave more time to Ada and you."),
        (CLEO, "An admin gave more time to Ada and Bob."),
        (None, "An admin gave more time to Ada and Bob."),
    ],
)
def test_a_ruling_about_several_seats(reader: int | None, told: str) -> None:
    assert rule(reader, ruling="extended", deadlines={"4.0": "…", "4.1": "…"}) == told


@pytest.mark.parametrize(
    ("facts", "own", "others"),
    [
        (
            {"ruling": "extended", "agreed": [0, 1], "deadlines": {"4.0": "…"}},
            "By agreement of the table, there is more time for you.",
            "By agreement of the table, there is more time for Ada.",
        ),
        (
            {"ruling": "corrected", "seat": ADA},
            "An admin corrected your points.",
            "An admin corrected the points of Ada.",
        ),
        (
            {"ruling": "replaced", "seat": ADA, "idle": True},
            "An admin gave you the red seat. Its player had not moved in time.",
            "An admin gave the red seat to Ada. Its player had not moved in time.",
        ),
        (
            {"ruling": "replaced", "seat": ADA, "agreed": [1, 2], "stand_in": True, "undoes": 3},
            "The table undoes what it decided. By agreement of the table, a stand-in has taken over the red seat.",
            "The table undoes what it decided. By agreement of the table, a stand-in has taken over the red seat.",
        ),
        (
            {"ruling": "taken_back", "agreed": [ADA], "as_of": 4},
            "You took back your last move.",
            "Ada took back their own last move.",
        ),
        (
            {"ruling": "taken_back", "agreed": [0, 1], "asked_by": ADA, "as_of": 4},
            "You asked, and the table agreed: part of the game is taken back.",
            "Ada asked, and the table agreed: part of the game is taken back.",
        ),
        ({"ruling": "of_later_releases"}, "An admin decided.", "An admin decided."),
    ],
)
def test_a_decision_is_told_to_whom_it_concerns(facts: Any, own: str, others: str) -> None:
    assert rule(ADA, **facts) == own
    assert rule(BOB, **facts) == others


def test_a_decision_leads_to_its_facts_with_a_colon() -> None:
    entry: Any = {"number": 9, "kind": "ruled", "seat": ADA, "ruling": "moved_for"}
    assert words.ruling(entry, name, ADA).before(["You drew from the deck."]) == "An admin moved for you:"
    assert words.ruling(entry, name, ADA).before([]) == "An admin moved for you."


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (
            {"kind": "extended", "prompt": "4.0", "hours": 36},
            ["You ask for 36 hours more.", "Ada asks for 36 hours more."],
        ),
        (
            {"kind": "extended", "prompt": "4.1", "hours": 24},
            ["You propose to give Bob 1 day more.", "Ada proposes to give you 1 day more."],
        ),
        (
            {"kind": "extended", "prompt": None, "hours": 48},
            [
                "You propose to give everyone who is asked now 2 days more.",
                "Ada proposes to give everyone who is asked now 2 days more.",
            ],
        ),
        (
            {"kind": "replaced", "seat": BOB},
            ["You propose to let a stand-in play for Bob.", "Ada proposes to let a stand-in play for you."],
        ),
        (
            {"kind": "ended", "how": "void"},
            [
                "You propose to end the game now, without a result.",
                "Ada proposes to end the game now, without a result.",
            ],
        ),
    ],
)
def test_a_proposal_is_told_to_who_made_it_and_to_whom_it_concerns(order: Any, told: list[str]) -> None:
    assert [words.proposed(ADA, order, None, name, reader) for reader in (ADA, BOB)] == told


@pytest.mark.parametrize(("reader", "told"), [(ADA, "you saw 3 tickets"), (BOB, "Ada saw 3 tickets")])
def test_what_was_seen_is_told_to_who_saw_it(reader: int, told: str) -> None:
    assert words.learned(Learned(ADA, "tickets_drawn", 1, 3), name, reader) == told
    assert (
        words.learned(Learned(None, "of_later_releases", 1, 1), name, reader) == "everybody: of_later_releases, 1 time"
    )
