"""Every event, point, prompt and refusal of every ruleset has its text, in one place."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

import engine
from engine.logged_events import LoggedRowPlaced, LoggedTicketsKept
from games.presentation import words
from games.presentation.words import colors
from tests import catalogs

SILENT = {
    "game_started",
    "tickets_shuffled",
    "turn_began",
    "second_card_due",
    "start_due",
    "marker_due",
    "alvin_move_due",
    "long_tickets_removed",
}
"""Events that have no sentence: their consequences are told instead."""


def records() -> Iterator[Any]:
    """Yield every ruleset, plain and with all its options."""
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


def test_the_api_explains_every_reason_for_points() -> None:
    assert words.SUBJECTS.keys() == words.REASONS.keys()


def test_c13_nobody_is_said_to_have_emptied_a_deck_that_dealing_emptied() -> None:
    """The event is the same whatever caused the last turns, so its sentence states only what always holds."""
    told = words.tell({"type": "last_round_began", "seat": 3}, lambda seat: "ABCD"[seat], engine.ruleset("usa@1").board)
    assert told == "Everybody has one more turn, and D plays last."


def test_what_a_turn_is_for_is_said_once_in_the_order_of_its_moves() -> None:
    assert words.deeds(["take_card", "draw_blind", "claim_route", "pass"]) == ["take cards", "claim a route"]


def test_no_ticket_kept_is_none() -> None:
    event: LoggedTicketsKept = {"type": "tickets_kept", "seat": 0, "kept_count": 0, "returned_count": 3}
    told = words.tell(event, lambda seat: "ABCD"[seat], engine.ruleset("usa@1").board)
    assert told == "A kept none of the tickets."


def test_c8_three_rows_of_a_card_each_are_one_sentence() -> None:
    def row(color: str, seat: int = 0) -> LoggedRowPlaced:
        return {"type": "row_placed", "seat": seat, "color": color, "cards": 1, "locomotives": 0}

    board = engine.ruleset("card_game@1").board
    rows = words.together([row("red"), row("blue"), row("green"), row("white", seat=1)])
    told = [words.tell(placed, lambda seat: "AB"[seat], board) for placed in rows]
    assert told == ["A placed 1 red, 1 blue and 1 green in the rail yard.", "B placed 1 white in the rail yard."]


def test_two_modules_never_say_the_same_thing() -> None:
    with pytest.raises(ValueError, match="said twice"):
        words._merge_tables([{"a": 1}, {"a": 2}])


def test_a_color_is_worded_for_each_role_and_a_number_of_cards_as_one_message(tmp_path: Path) -> None:
    messages = {
        "with or for so many cards\x04%(n)d red\0%(n)d red": "%(n)d roten\0%(n)d roten Karten",
        "so many cards\x04%(n)d red\0%(n)d red": "%(n)d rote\0%(n)d rote Karten",
        "color of a seat\x04red": "Rot",
        "red track": "rotes Gleis",
        "one card, taken or drawn\x04red": "eine rote Karte",
        "two cards, taken or drawn\x04two red": "zwei rote Karten",
    }
    with catalogs.spoken(tmp_path, messages):
        told = [words.counted({"red": 2}), colors.paid_with({"red": 2}), words.seat_color(0), colors.one("red")]
        assert told == ["2 rote Karten", "2 roten Karten", "Rot", "eine rote Karte"]
        assert [words.two("red"), str(colors.TRACKS["red"]), words.card("red")] == [
            "zwei rote Karten",
            "rotes Gleis",
            "red",
        ]


@pytest.mark.parametrize(("number", "listed"), [(0, ""), (1, "Ada"), (2, "Ada and Ben"), (3, "Ada, Ben and Cleo")])
def test_names_are_listed_without_a_comma_before_and(number: int, listed: str) -> None:
    assert words.all_of(["Ada", "Ben", "Cleo"][:number]) == listed


def test_names_are_listed_as_the_readers_language_does(tmp_path: Path) -> None:
    with catalogs.spoken(tmp_path, {}), translation.override("fi"):
        assert words.all_of(["Ada", "Ben", "Cleo"]) == "Ada, Ben ja Cleo"
        assert words.one_of(["A", "B"]) == "A tai B"
