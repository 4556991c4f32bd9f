"""The card game's moves with large hands and yards, as options and as lines of text."""

from itertools import permutations

import pytest

import engine

from .moves import check_offered
from .yards_table import BOARD, CARD_GAME, yards


def test_for_a_full_hand_and_full_yards_as_well() -> None:
    everything = "purple 3 blue 3 orange 3 white 3 green 3 yellow 3 black 3 red 3 loco 4"
    check_offered(yards(hands={0: everything}).state, 0)
    rows = {0: ["blue 2", "red 1"], 1: ["green 1 loco 2", "white 4", "black 1"]}
    check_offered(yards(hands={0: everything}, in_yards=rows, deck="", in_market="- - loco - -").state, 0)


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("PLACE  Blue 3  LOCO 1", "place blue 3 loco 1"),
        ("place loco 1 blue 3", "place blue 3 loco 1"),
        ("place blue 2 loco 0", "place blue 2"),
        ("place blue 1 locomotive 2", "place blue 1 loco 2"),
        ("place red blue green", "place red blue green"),
        ("complete 17 3", "complete 17 3"),
        ("complete none", "complete none"),
    ],
)
def test_lines(line: str, written: str) -> None:
    assert engine.notation.write(CARD_GAME, engine.notation.parse(CARD_GAME, line)) == written


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("place", "place_what"),
        ("place blue", "place_what"),
        ("place blue 3 loco", "place_what"),
        ("place blue 2 red 2", "place_what"),
        ("place 3 blue", "unknown_card"),
        ("place blue 2 loco x", "not_a_number"),
        ("place blue red pink", "unknown_card"),
        ("complete", "complete_what"),
        ("complete 47", "unknown_ticket"),
        ("complete three", "not_a_number"),
        ("claim denver-omaha blue", "unknown_verb"),
    ],
)
def test_lines_that_are_none(line: str, code: str) -> None:
    with pytest.raises(engine.MalformedMove) as refusal:
        engine.notation.parse(CARD_GAME, line)
    assert refusal.value.code == code
    if code.endswith("_what"):
        alternatives = str(refusal.value.detail["expected"]).split(", or ")
        assert all(engine.notation.parse(CARD_GAME, each) for each in alternatives)


def test_tickets_and_colors_may_be_named_in_any_order() -> None:
    game = yards(hands={0: "blue 1 red 1 green 1"})
    for colors in permutations(("blue", "red", "green")):
        assert engine.notation.parse(CARD_GAME, f"place {' '.join(colors)}") in engine.options(game.state, 0)


def test_the_verbs_are_the_card_games() -> None:
    assert set(CARD_GAME.verbs) == {"draw", "tickets", "keep", "place", "complete", "pass", "resign", "back"}
    assert not BOARD.routes


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("place blue red", "not_three_colors"),
        ("place blue red green white", "not_three_colors"),
        ("place blue red loco", "not_three_colors"),
        ("place blue 1", "not_a_row"),
        ("place loco 3", "not_a_row"),
        ("place loco 3 blue 0", "not_a_row"),
    ],
)
def test_c8_what_is_no_row_and_no_three_is_for_the_rules_to_refuse(line: str, code: str) -> None:
    game = yards(hands={0: "blue 3 red 3 green 3 white 3 loco 3"})
    assert (game.refused(0, line), game.why_not(0, line)["rule"]) == (code, "C8")
    assert game.refused(1, line) == "nothing_to_answer"
