"""C7, C10, and the rules of B5-B11 that apply to the card game: the deck is not refilled, nothing is flushed."""

import pytest

import engine
from engine.cards import size
from engine.parts.market import DrawAgain
from engine.parts.tickets import KeepTickets

from .positions import Dealt, begun, hand
from .yards_table import CARDS, NOTHING, position, tags, yards


def test_b5_a_card_from_the_market_is_replaced_before_the_second_is_chosen() -> None:
    game = yards(in_market="red blue green white black", deck="yellow 3", chance=Dealt("yellow 3", "yellow"))
    game.play(0, "draw 1")
    assert game.asked == [(0, DrawAgain.tag)]
    assert [game.state.cards.market[0]] == [5]


def test_c2_three_locomotives_are_not_flushed() -> None:
    game = yards(in_market="loco loco red blue green", deck="loco 3 red 5", chance=Dealt("loco 3 red 5", "loco"))
    game.play(0, "draw 3")
    assert game.state.cards.market.count(8) == 3  # type: ignore[arg-type]
    assert game.asked == [(0, DrawAgain.tag)]


def test_b6_a_locomotive_from_the_market_is_the_only_card() -> None:
    game = yards(in_market="loco red blue green white")
    game.play(0, "draw 1")
    assert game.asked == [(1, "take_turn")]
    game.play(1, "draw deck")
    game.state.cards.market[0] = 8  # type: ignore[call-overload]
    assert game.refused(1, "draw 1") == "locomotive_as_second_card"


def test_c7_the_deck_is_not_refilled_from_discards() -> None:
    game = yards(deck="red 1", in_market="blue blue blue blue blue")
    assert size(game.state.cards.discards) == 90
    game.play(0, "draw deck")
    assert not game.state.cards.deck
    assert game.refused(0, "draw deck") == "deck_empty"
    assert size(game.state.cards.discards) == 90


def test_c7_market_places_are_not_refilled_once_the_deck_is_empty() -> None:
    game = yards(deck="", in_market="red blue green white black")
    game.play(0, "draw 1")
    game.play(0, "draw 3")
    assert [place is None for place in game.state.cards.market] == [True, False, True, False, False]
    game.play(1, "draw 2")
    assert game.refused(1, "draw 1") == "market_place_empty"


def test_c7_robbed_cards_do_not_come_back_either() -> None:
    game = yards(hands={0: "blue 3"}, in_yards={1: ["blue 2"]}, deck="", in_market=NOTHING)
    game.play(0, "place blue 3")
    assert not game.state.cards.deck
    assert game.state.cards.market == [None] * 5


def test_b10_when_no_second_card_may_be_drawn_the_turn_ends() -> None:
    game = yards(deck="", in_market="loco loco red - -")
    game.play(0, "draw 3")
    assert game.asked == [(1, "take_turn")]


def test_c10_four_tickets_of_which_any_number_is_kept() -> None:
    game = yards(ticket_deck=[5, 6, 7, 8, 9])
    game.play(0, "tickets")
    (prompt,) = game.state.prompts
    assert isinstance(prompt, KeepTickets)
    assert len(game.may(0)) == 16
    assert game.may(0)[0] == "keep none"
    game.play(0, "keep 7")
    numbers = [CARDS.rules.board.tickets[ticket].number for ticket in game.state.tickets.deck]
    assert numbers == [9, 5, 6, 8]


def test_c10_fewer_where_fewer_are_left_and_none_where_none() -> None:
    game = yards(ticket_deck=[5, 6])
    game.play(0, "tickets")
    game.play(0, "keep 5 6")
    assert game.refused(1, "tickets") == "no_tickets_left"


def test_b11_passing_is_legal_only_when_nothing_else_is() -> None:
    game = yards(3, deck="", in_market=NOTHING, ticket_deck=[], hands={1: "red 1 loco 3", 2: "red 2"}, last_turn=False)
    assert game.may(0) == ["pass"]
    game.play(0, "pass")
    assert game.may(1) == ["place red 1 loco 1", "place red 1 loco 2", "place red 1 loco 3"]
    assert game.refused(1, "pass") == "pass_not_allowed"


def test_b7_the_hand_has_no_limit() -> None:
    game = yards(hands={0: "blue 9 red 9 green 9 white 9 loco 9"})
    game.play(0, "draw deck")
    assert sum(hand(game.state, 0).values()) == 46


def test_by_default_a_card_is_drawn_blind_and_no_ticket_is_kept() -> None:
    game = begun(2, kind=CARDS)
    assert engine.notation.write(CARDS.rules, engine.default_move(game.state, 0)) == "draw deck"
    game.play(0, "tickets")
    assert engine.notation.write(CARDS.rules, engine.default_move(game.state, 0)) == "keep none"


@pytest.mark.parametrize(
    ("in_market", "hands", "line"),
    [
        ("loco - red - -", "", "draw 3"),
        ("loco - - - -", "blue 2", "draw 1"),
        (NOTHING, "blue 2", "place blue 2"),
        (NOTHING, "", "tickets"),
    ],
)
def test_by_default_without_a_deck(in_market: str, hands: str, line: str) -> None:
    game = yards(deck="", in_market=in_market, hands={0: hands})
    assert engine.notation.write(CARDS.rules, engine.default_move(game.state, 0)) == line


def test_c11_the_deck_runs_out_in_the_middle_of_a_draw_and_the_turn_goes_on() -> None:
    game = yards(deck="red 1", in_market="blue blue blue blue blue")
    assert tags(game.play(0, "draw 1")) == ["card_taken", "market_filled", "last_round_began", "second_card_due"]
    assert position(game).turns_left == 2
    events = game.play(0, "draw 2")
    assert tags(events) == ["card_taken", "turn_began"]
    assert position(game).turns_left == 1
