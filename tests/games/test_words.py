"""Every fact, point, question and refusal of every ruleset has its words, in one place."""

from collections.abc import Iterator
from typing import Any

import pytest

import engine
from games import words

SILENT = {
    "game_started",
    "tickets_shuffled",
    "turn_began",
    "second_card_due",
    "start_due",
    "marker_due",
    "alvin_move_due",
}
"""Facts that say nothing to people: what follows from them is told."""


def records() -> Iterator[Any]:
    """Every ruleset, plain and with all its options."""
    for rules in engine.RULESETS.values():
        yield pytest.param(rules, id=rules.id)
        if rules.variants:
            yield pytest.param(rules.with_options(dict.fromkeys(rules.variants, True)), id=f"{rules.id} with options")


@pytest.mark.parametrize("rules", list(records()))
def test_every_fact_is_told(rules: engine.Ruleset) -> None:
    assert {event.tag for event in rules.reducers} - SILENT <= words.SENTENCES.keys()


@pytest.mark.parametrize("rules", list(records()))
def test_every_question_is_asked_in_words(rules: engine.Ruleset) -> None:
    asked = {prompt.tag for prompt in rules.moves}
    assert asked <= words.QUESTIONS.keys()
    assert asked <= words.ASKED.keys()


@pytest.mark.parametrize("rules", list(records()))
def test_rulesets_and_options_have_titles(rules: engine.Ruleset) -> None:
    assert {rules.id, *rules.variants} <= words.TITLES.keys()


def test_c13_nobody_is_said_to_have_emptied_a_deck_that_dealing_emptied() -> None:
    """The fact is the same however the last turns came about, so its sentence says only what always holds."""
    told = words.tell({"type": "last_round_began", "seat": 3}, lambda seat: "ABCD"[seat], engine.ruleset("usa@1").board)
    assert told == "The end is near: everybody has one more turn, and D plays last."


def test_two_modules_never_say_the_same_thing() -> None:
    with pytest.raises(ValueError, match="said twice"):
        words._merged([{"a": 1}, {"a": 2}])
