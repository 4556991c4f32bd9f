"""Refusals as text for people, beside the codes for programs."""

import pytest

from engine.errors import IllegalMove
from games.errors import Refused, Unprocessable
from games.presentation.words.chosen_text import template
from games.presentation.words.problems import KINDS
from games.refusals import explain, explained


def sentence(refusal: Refused) -> str:
    return explained(refusal).detail


def test_lengths_and_instants_are_words() -> None:
    bounds = {"shortest": "PT12H", "longest": "P14D"}
    assert (
        sentence(Unprocessable("time_per_move_out_of_range", **bounds))
        == "The time per move is from 12 hours to 14 days."
    )
    assert sentence(Unprocessable("vacation_too_short", days=1)) == "A vacation lasts at least 1 day."
    until = "2026-03-02T12:00:00.000000Z"
    assert sentence(Refused("seat_reserved", until=until)).endswith("until 2026-03-02 12:00 UTC.")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 minute"), (61, "2 minutes"), (3600, "1 hour"), (4 * 3600 + 1, "5 hours"), (24 * 3600, "1 day")],
)
def test_a_wait_is_told_in_words_and_never_too_short(seconds: float, words: str) -> None:
    refusal = Refused("already_nudged")
    refusal.wait = seconds
    assert sentence(refusal) == f"That works once a day in each game. You can try again in {words}."


def test_no_sentence_has_what_only_programs_see() -> None:
    for kind in KINDS.values():
        assert "Retry-After" not in f"{kind.title} {template(kind.detail)}"


@pytest.mark.parametrize(
    ("color", "told"), [("red", "No red card lies face up."), ("locomotive", "No locomotive lies face up.")]
)
def test_a_refusal_names_a_card_in_its_sentence(color: str, told: str) -> None:
    assert explain(IllegalMove("color_not_in_market", rule="B5", color=color)) == told
