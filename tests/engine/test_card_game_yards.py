"""C5, C8, C9: rail yards, robbing, and moving cards onto the track."""

import pytest

import engine
from engine.cards import counts, size
from engine.parts.turns import TurnSkipped
from engine.parts.yards import CardsPutOnTrack, PlaceRow, PlaceThree, RowPlaced, TrainRobbed

from .positions import Game, card, hand
from .yards_table import position, stack, tags, yard, yards


def next_turn(game: Game) -> list[engine.Event]:
    """Have the player to move draw tickets and keep none."""
    (prompt,) = game.state.prompts
    game.play(prompt.seat, "tickets")
    return game.play(prompt.seat, "keep none")


def test_c5_the_top_card_of_each_row_moves_on_the_track() -> None:
    game = yards(in_yards={1: ["blue 3", "red 2 loco 1"]})
    events = next_turn(game)
    assert tags(events) == ["tickets_kept", "turn_began", "cards_put_on_track"]
    assert events[-1] == CardsPutOnTrack(1, (card("blue"), card("red")), (card("blue"), card("loco")))
    assert yard(game, 1) == [("blue", 2, 0), ("red", 2, 0)]
    assert stack(game, 1) == {"blue": 1, "locomotive": 1}
    assert game.asked == [(1, "take_turn")]


def test_c5_only_your_own_rows_move() -> None:
    game = yards(3, in_yards={0: ["red 2"], 1: ["blue 3"], 2: ["green 4"]})
    next_turn(game)
    assert yard(game, 0) == [("red", 2, 0)]
    assert yard(game, 2) == [("green", 4, 0)]
    assert stack(game, 0) == stack(game, 2) == {}
    assert len(position(game).on_track) == 3


def test_c5_with_an_empty_yard_nothing_moves() -> None:
    assert tags(next_turn(yards())) == ["tickets_kept", "turn_began"]


def test_c5_it_may_free_a_color_for_the_second_step() -> None:
    game = yards(hands={1: "blue 2"}, in_yards={1: ["blue 1"]})
    next_turn(game)
    assert yard(game, 1) == []
    assert "place blue 2" in game.may(1)


def test_c5_in_every_turn_until_all_has_left() -> None:
    game = yards(in_yards={1: ["blue 2 loco 1"]})
    on_track = []
    for _ in range(4):
        next_turn(game)
        on_track.append(stack(game, 1))
        next_turn(game)
    assert on_track == [{"locomotive": 1}, {"blue": 1, "locomotive": 1}] + 2 * [{"blue": 2, "locomotive": 1}]


def test_c5_p1_a_skipped_turn_skips_the_first_step_too() -> None:
    game = yards(3, in_yards={1: ["blue 3"]})
    game.do(1, engine.MarkAbsent())
    events = next_turn(game)
    assert TurnSkipped(1) in events
    assert yard(game, 1) == [("blue", 3, 0)]
    assert stack(game, 1) == {}


def test_c5_exactly_one_action_a_turn() -> None:
    for line in ("place blue 2", "place blue red green"):
        game = yards(hands={0: "blue 2 red 1 green 1"})
        game.play(0, line)
        assert game.asked == [(1, "take_turn")]


def test_c8_a_row_of_one_color() -> None:
    game = yards(hands={0: "blue 4"})
    assert game.play(0, "place blue 3")[0] == RowPlaced(0, card("blue"), 3, 0)
    assert yard(game, 0) == [("blue", 3, 0)]
    assert hand(game.state, 0) == {"blue": 1}


def test_c8_locomotives_may_be_included_and_leave_first() -> None:
    game = yards(hands={0: "blue 1 loco 2"})
    game.play(0, "place blue 1 loco 2")
    for expected in ({"locomotive": 1}, {"locomotive": 2}, {"blue": 1, "locomotive": 2}):
        next_turn(game)
        assert stack(game, 0) == expected
        next_turn(game)


def test_c8_a_row_keeps_its_color_while_its_locomotives_leave() -> None:
    game = yards(hands={0: "blue 9", 1: "blue 2"}, in_yards={0: ["blue 1 loco 2"]})
    next_turn(game)
    next_turn(game)
    assert yard(game, 0) == [("blue", 1, 1)]
    assert game.refused(0, "place blue 3") == "color_in_own_yard"


@pytest.mark.parametrize(
    "move",
    [
        PlaceRow(card("blue"), 1, 0),
        PlaceRow(card("loco"), 2, 0),
        PlaceRow(card("loco"), 0, 3),
        PlaceRow(card("blue"), 0, 2),
        PlaceRow(card("blue"), -1, 4),
        PlaceRow(card("blue"), 3, -1),
    ],
)
def test_c8_two_or_more_cards_at_least_one_of_them_of_the_color(move: PlaceRow) -> None:
    assert yards(hands={0: "blue 5 loco 5"}).refused_move(0, move) == "not_a_row"


def test_c8_only_cards_that_one_has() -> None:
    game = yards(hands={0: "blue 2 loco 1"})
    missing = {"code": "not_enough_cards", "rule": "C8"}
    assert game.why_not(0, "place blue 3") == {**missing, "need": 3, "have": 2}
    assert game.why_not(0, "place red 2") == {**missing, "need": 2, "have": 0}
    assert game.why_not(0, "place blue 1 loco 2") == {
        "code": "not_enough_locomotives",
        "rule": "C8",
        "need": 2,
        "have": 1,
    }
    assert [line for line in game.may(0) if "place" in line] == [
        "place blue 1 loco 1",
        "place blue 2",
        "place blue 2 loco 1",
    ]


def test_c8_three_cards_of_three_colors_as_three_rows() -> None:
    game = yards(hands={0: "blue 1 red 1 green 2"})
    events = game.play(0, "place red blue green")
    assert tags(events)[:3] == ["row_placed"] * 3
    assert yard(game, 0) == [("blue", 1, 0), ("green", 1, 0), ("red", 1, 0)]
    assert hand(game.state, 0) == {"green": 1}


@pytest.mark.parametrize("names", ["blue red", "blue red green white", "blue red red", "blue red loco", ""])
def test_c8_exactly_three_different_colors_and_no_locomotives(names: str) -> None:
    game = yards(hands={0: "blue 2 red 2 green 2 white 2 loco 2"})
    assert game.refused_move(0, PlaceThree(tuple(map(card, names.split())))) == "not_three_colors"


def test_c8_three_colors_that_one_has() -> None:
    game = yards(hands={0: "blue 2 red 2 loco 2"})
    told = {"code": "not_enough_cards", "rule": "C8", "need": 1, "have": 0}
    assert game.why_not(0, "place blue red green") == told


def test_c8_all_threes_are_offered() -> None:
    game = yards(hands={0: "purple 1 blue 1 orange 1 white 1 loco 1"})
    assert len([move for move in engine.options(game.state, 0) if isinstance(move, PlaceThree)]) == 4


def test_c9_a_color_in_your_own_yard_may_not_be_placed() -> None:
    game = yards(hands={0: "blue 5 red 1 green 1"}, in_yards={0: ["blue 1"]})
    assert game.refused(0, "place blue 5") == "color_in_own_yard"
    assert game.refused(0, "place blue red green") == "color_in_own_yard"
    assert not [line for line in game.may(0) if "place" in line]


def test_c9_train_robbing_takes_more_cards_than_lie_there() -> None:
    game = yards(3, hands={0: "blue 4"}, in_yards={2: ["purple 2", "blue 3", "red 2"]})
    told = {"code": "too_few_cards_to_rob", "rule": "C9", "color": "blue", "by": 2, "need": 4}
    assert game.why_not(0, "place blue 3") == told
    discards = size(game.state.cards.discards)
    events = game.play(0, "place blue 4")
    assert events[:2] == [RowPlaced(0, card("blue"), 4, 0), TrainRobbed(0, 2, card("blue"), 3, 0)]
    assert yard(game, 0) == [("blue", 4, 0)]
    assert yard(game, 2) == [("purple", 2, 0), ("red", 2, 0)]
    assert size(game.state.cards.discards) == discards + 3


SIDES = [("blue 1 loco 2", "place blue 2 loco 2"), ("blue 2", "place blue 1 loco 2")]


@pytest.mark.parametrize(("there", "line"), SIDES)
def test_c9_locomotives_count_on_both_sides(there: str, line: str) -> None:
    game = yards(hands={0: "blue 2 loco 2"}, in_yards={1: [there]})
    assert game.refused(0, "place blue 2") == "too_few_cards_to_rob"
    game.play(0, line)
    assert yard(game, 1) == []
    assert counts(game.state.cards.discards)[8] == there.count("loco 2") * 2


def test_c9_other_colors_are_neither_robbed_nor_in_the_way() -> None:
    game = yards(hands={0: "orange 2"}, in_yards={0: ["white 3"], 1: ["purple 4", "red 5"]})
    assert tags(game.play(0, "place orange 2"))[:2] == ["row_placed", "turn_began"]


def test_c9_anyone_robs_anyone_wherever_they_sit() -> None:
    game = yards(3, turn=1, hands={1: "blue 3 red 3"}, in_yards={0: ["blue 2"], 2: ["red 2"]})
    assert {"place blue 3", "place red 3"} <= set(game.may(1))
    game.play(1, "place blue 3")
    assert [yard(game, seat) for seat in range(3)] == [[], [("blue", 3, 0)], [("red", 1, 0)]]


def test_c9_a_single_card_is_robbed_with_two() -> None:
    game = yards(hands={0: "blue 2"}, in_yards={1: ["blue 1"]})
    assert "place blue 2" in game.may(0)


def test_c9_three_cards_need_three_colors_that_lie_in_no_yard() -> None:
    game = yards(hands={0: "blue 1 red 1 green 1"}, in_yards={1: ["green 1"]})
    told = {"code": "color_in_another_yard", "rule": "C9", "color": "green", "by": 1}
    assert game.why_not(0, "place blue red green") == told


def test_c9_p1_the_rows_of_a_seat_that_left_can_be_robbed() -> None:
    game = yards(3, hands={0: "blue 3"}, in_yards={2: ["blue 2"]})
    game.do(2, engine.Resign())
    assert yard(game, 2) == [("blue", 2, 0)]
    assert game.refused(0, "place blue 2") == "too_few_cards_to_rob"
    game.play(0, "place blue 3")
    assert position(game).yards[2] == ()


def test_c9_what_is_on_the_track_cannot_be_robbed() -> None:
    game = yards(hands={0: "blue 3"}, in_yards={1: ["blue 2"]}, on_track={1: "blue 4"})
    game.play(0, "place blue 3")
    assert stack(game, 1) == {"blue": 4}
