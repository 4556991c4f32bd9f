"""C6 and the hidden information of the card game."""

import json
from typing import Any

import pytest

import engine
from engine.codec import canonical

from .play import steps
from .positions import Game, started
from .recorder import recorded
from .test_card_game_completing import scoring
from .yards_table import CARD_GAME, CARD_TABLES, CARDS, OPEN, position, seen_by_others, yards

Json = dict[str, Any]
CODEC = engine.codec_of(CARD_GAME)
VIEW = {
    *("ruleset", "options", "entry", "over", "outcome", "turn", "turns_left", "prompts", "market", "deck"),
    *("discard_pile", "ticket_deck", "round", "rounds", "seats", "you"),
}
SEAT = {"seat", "cards", "tickets", "points", "away", "yard", "on_track", "completed"}
YOU = {"seat", "hand", "tickets", "on_track", "chosen"}


def view(game: Game, viewer: int | None) -> engine.View:
    return engine.view(game.state, viewer)


@pytest.mark.parametrize(("kind", "seats"), CARD_TABLES, ids=str)
def test_a_view_holds_what_the_table_allows_and_nothing_else(kind: Any, seats: int) -> None:
    for step in steps(seats, 2, kind=kind):
        for viewer in (None, *range(seats)):
            seen = engine.view(step.state, viewer)
            assert set(seen) == VIEW
            shown = {"tickets_shown"} if step.state.over else set()
            assert all(set(seat) == SEAT | shown for seat in seen["seats"])
            assert (seen["you"] is None) == (viewer is None)
            if viewer is not None:
                assert set(engine.own(seen)) == YOU
                scoring = any(prompt["type"] == "complete_tickets" for prompt in seen["prompts"])
                assert (engine.own(seen)["on_track"] is not None) == (scoring or kind == OPEN)


def test_yards_are_open_to_all() -> None:
    game = yards(in_yards={1: ["blue 2 loco 1", "red 1"]})
    for viewer in (None, 0, 1):
        assert view(game, viewer)["seats"][1]["yard"] == [
            {"color": "blue", "cards": 2, "locomotives": 1},
            {"color": "red", "cards": 1, "locomotives": 0},
        ]


def test_c6_nobody_may_look_through_a_stack_its_owner_included() -> None:
    game = yards(on_track={0: "blue 3 loco 1"})
    for viewer in (None, 0, 1):
        assert view(game, viewer)["seats"][0]["on_track"] == 4
    assert engine.own(view(game, 0))["on_track"] is None


def test_c6_different_stacks_of_one_size_look_the_same_to_all() -> None:
    one = yards(on_track={0: "blue 3 loco 1"}, held={0: [1, 46]}, deck="red 5", hands={0: "red 2"})
    other = yards(on_track={0: "yellow 4"}, held={0: [1, 46]}, deck="red 5", hands={0: "red 2"})
    for viewer in (None, 0, 1):
        assert canonical(view(one, viewer)) == canonical(view(other, viewer))
    assert one.may(0) == other.may(0)
    assert engine.options(one.state, 0).summary is None


def test_c6_refusals_do_not_tell_a_stack() -> None:
    for stack in ("blue 3 loco 1", "yellow 4"):
        game = yards(on_track={0: stack}, held={0: [1]})
        with pytest.raises(engine.IllegalMove) as refusal:
            game.play(0, "complete 1")
        assert refusal.value.code == "not_an_answer"
    with pytest.raises(engine.IllegalMove) as refusal:
        scoring(held={0: [4, 5]}, on_track={0: "blue 3"}).play(0, "complete 4 5")
    assert refusal.value.detail == {"rule": "C12", "given": [4, 5]}


def test_c6_while_it_is_scored_the_owner_may() -> None:
    game = scoring(3, on_track={0: "blue 3 loco 1", 1: "red 2"})
    assert engine.own(view(game, 0))["on_track"] == {"blue": 3, "locomotive": 1}
    game.play(0, "complete none")
    assert engine.own(view(game, 0))["on_track"] == {"blue": 3, "locomotive": 1}
    for viewer in (None, 1, 2):
        assert "blue" not in json.dumps([view(game, viewer)["seats"], view(game, viewer)["you"]])
    game.play(1, "complete none")
    game.play(2, "complete none")
    assert engine.own(view(game, 0))["on_track"] is None


def test_c6_with_open_stacks_the_owner_may_at_any_time_and_nobody_else() -> None:
    game = yards(on_track={0: "blue 3 loco 1"}, kind=OPEN)
    assert engine.own(view(game, 0))["on_track"] == {"blue": 3, "locomotive": 1}
    assert engine.own(view(game, 1))["on_track"] == {}
    assert '"blue": 3' not in json.dumps([view(game, 1), view(game, None)])


def test_c6_the_log_says_which_cards_moved() -> None:
    events = [event for step in steps(3, 4, kind=CARDS) for event in step.events]
    moved = [CODEC.event(event) for event in events if event.tag == "cards_put_on_track"]
    assert moved
    assert all(set(parts.public) == {"type", "seat", "rows", "cards"} and not parts.own for parts in moved)


def test_c12_each_sees_only_their_own_suggestion() -> None:
    game = scoring(held={0: [1], 1: [2]}, on_track={0: "yellow 1", 1: "blue 1"})
    assert [prompt.get("suggestion") for prompt in view(game, 0)["prompts"]] == [[1], None]
    assert [prompt.get("suggestion") for prompt in view(game, None)["prompts"]] == [None, None]


def test_c12_until_all_have_chosen_others_learn_that_it_is_done() -> None:
    looks, told = set(), set()
    for line in ("complete none", "complete 1", "complete 1 4"):
        game = scoring(3, held={0: [1, 4]}, on_track={0: "yellow 2 blue 1"})
        (event,) = game.play(0, line)
        looks.add(seen_by_others(game, 0))
        told.add(canonical(CODEC.event(event).public))
    assert len(looks) == 1
    assert told == {canonical({"type": "completion_chosen", "seat": 0})}
    assert engine.own(view(game, 0))["chosen"] == [1, 4]
    assert [prompt["seat"] for prompt in view(game, 1)["prompts"]] == [1, 2]


def test_c12_a_choice_by_default_looks_like_any_other() -> None:
    looks = set()
    for move in (engine.Resign(), None):
        game = scoring(4, held={0: [1]}, on_track={0: "yellow 1"})
        game.do(0, move or engine.notation.parse(CARD_GAME, "complete none"))
        if move is None:
            game.do(0, engine.Resign())
        game.state.entry = 9
        looks.add(seen_by_others(game, 0))
    assert len(looks) == 1


def test_c12_the_move_is_the_choosers() -> None:
    move = engine.notation.parse(CARD_GAME, "complete 3 17")
    assert CODEC.move(move).public == {"type": "complete"}
    assert CODEC.move(move).own == {"tickets": [3, 17]}


def test_c12_then_what_was_completed_and_the_cards_used_are_open() -> None:
    game = scoring(4, held={0: [1, 46]}, on_track={0: "yellow 2 red 1"})
    game.play(0, "complete 1")
    for seat in (1, 2, 3):
        events = game.play(seat, "complete none")
    shown = next(event for event in events if event.tag == "tickets_completed")
    assert CODEC.event(shown).public == {"type": "tickets_completed", "seat": 0, "tickets": [1], "cards": ["yellow"]}
    for viewer in (None, 1):
        first = view(game, viewer)["seats"][0]
        assert [ticket["number"] for ticket in first["completed"]] == [1]
        assert (first["tickets"], first["on_track"]) == (1, 0)
        assert "46" not in json.dumps(first)


def test_tickets_say_what_they_take() -> None:
    game = yards(held={0: [45]}, ticket_deck=[1])
    card = {"number": 45, "from": "new_york", "to": "portland", "points": 21}
    cards = ["black", "yellow", "blue", "purple", "purple"]
    assert engine.own(view(game, 0))["tickets"] == [{**card, "cards": cards, "completed": False}]
    game.play(0, "tickets")
    assert view(game, 0)["prompts"][0]["offer"][0]["cards"] == ["yellow"]


@pytest.mark.parametrize("tag", ["hand_dealt", "cards_dealt", "card_drawn", "tickets_drawn", "tickets_kept"])
def test_cards_drawn_blind_and_tickets_others_learn_how_many(tag: str) -> None:
    events = [event for step in steps(4, 4, kind=CARDS) for event in step.events if event.tag == tag]
    assert events
    open_fields = {"type", "seat", "at_least", "cards_count", "offer_count", "kept_count", "returned_count"}
    assert all(CODEC.event(event).own and set(CODEC.event(event).public) <= open_fields for event in events)


@pytest.mark.parametrize("tag", ["row_placed", "train_robbed", "locomotives_given", "round_over", "round_began"])
def test_what_happens_openly_has_no_secret_part(tag: str) -> None:
    events = [event for seed in range(4) for step in steps(4, seed, kind=CARDS) for event in step.events]
    found = [CODEC.event(event) for event in events if event.tag == tag]
    assert found
    assert not any(parts.own or parts.sealed for parts in found)


def test_after_the_end_all_tickets_and_their_completion_are_shown() -> None:
    game = scoring(held={0: [46, 1]}, completed={0: [30]}, on_track={0: "yellow 1"})
    game.play(0, "complete 1")
    game.play(1, "complete none")
    for viewer in (None, 0, 1):
        shown = view(game, viewer)["seats"][0]["tickets_shown"]
        assert [(ticket["number"], ticket["completed"]) for ticket in shown] == [(1, True), (30, True), (46, False)]


def test_no_log_told_to_anybody_adds_a_stack_up() -> None:
    game = recorded(4, 3, kind=CARDS)
    for viewer in (None, *range(4)):
        told = game.readable_log(viewer)
        assert "draws" not in str(told)
        assert "on_track" not in str(told).replace("cards_put_on_track", "")


def test_first_choices_look_the_same_whatever_is_kept() -> None:
    looks = set()
    for choice in (0, 20, 62):
        game = started(4, kind=CARDS)
        game.do(2, engine.options(game.state, 2)[choice])
        looks.add(seen_by_others(game, 2))
    assert len(looks) == 1
    assert position(game).completed == ((),) * 4
