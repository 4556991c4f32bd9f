"""B5-B8, B10: drawing train cards."""

from functools import partial

import pytest

import engine
from engine.cards import Place, counts, size
from engine.parts.market import CardDrawn, CardTaken, DrawBlind, MarketFilled, SecondCardDue, TakeCard

from .positions import Dealt, bag, hand, market, table


def test_b5_two_cards_each_from_the_market_or_blind() -> None:
    for first in ("draw 2", "draw deck"):
        for second in ("draw 5", "draw deck"):
            game = table(hands={0: "blue 1"})
            game.play(0, first)
            assert game.asked == [(0, "draw_again")]
            game.play(0, second)
            assert game.asked == [(1, "take_turn")]
            assert size(game.state.cards.hands[0]) == 3


def test_b5_the_card_comes_into_the_hand() -> None:
    game = table(in_market="purple blue orange white green")
    game.play(0, "draw 3")
    assert hand(game.state, 0) == {"orange": 1}


def test_b5_a_card_taken_is_replaced_at_once_before_the_second_choice() -> None:
    game = table(in_market="purple blue orange white green", chance=Dealt("red 9", "red"), deck="red 9")
    taken, filled, due = game.play(0, "draw 3")
    assert isinstance(taken, CardTaken)
    assert isinstance(filled, MarketFilled)
    assert isinstance(due, SecondCardDue)
    assert game.state.cards.market == market("purple blue red white green")
    game.play(0, "draw 3")
    assert hand(game.state, 0) == {"orange": 1, "red": 1}


def test_b5_the_second_card_is_compulsory() -> None:
    game = table(hands={0: "blue 6"})
    game.play(0, "draw deck")
    assert game.may(0) == ["draw 1", "draw 2", "draw 3", "draw 4", "draw 5", "draw deck"]
    assert game.refused(0, "pass") == "not_an_answer"
    assert game.refused(0, "tickets") == "not_an_answer"
    assert game.refused(0, "claim atlanta-nashville blue 1") == "not_an_answer"


def test_b6_a_locomotive_taken_from_the_market_is_the_only_card() -> None:
    game = table(in_market="loco blue orange white green")
    game.play(0, "draw 1")
    assert game.asked == [(1, "take_turn")]
    assert hand(game.state, 0) == {"locomotive": 1}


def test_b6_it_cannot_be_the_second_card() -> None:
    game = table(in_market="loco blue orange white green")
    game.play(0, "draw deck")
    assert game.why_not(0, "draw 1") == {"code": "locomotive_as_second_card", "rule": "B6", "place": 1}
    assert "draw 1" not in game.may(0)


def test_b6_not_even_one_just_turned_up() -> None:
    game = table(deck="loco 2 red 3", chance=Dealt("loco 2 red 3", "loco"))
    game.play(0, "draw 1")
    assert game.state.cards.market == market("loco blue orange white green")
    assert game.refused(0, "draw 1") == "locomotive_as_second_card"


def test_b6_drawn_blind_it_is_an_ordinary_card() -> None:
    for first in ("draw 1", "draw deck"):
        game = table(
            deck="loco 9", in_market="purple blue orange white green", chance=Dealt("loco 9", "loco loco loco")
        )
        game.play(0, first)
        assert game.asked == [(0, "draw_again")]
        game.play(0, "draw deck")
        assert game.asked == [(1, "take_turn")]
    assert hand(game.state, 0) == {"locomotive": 2}


def test_b7_the_hand_has_no_limit() -> None:
    game = table(hands={0: "blue 11 red 12 black 12 yellow 12 green 11 white 11 orange 11 purple 11 loco 10"})
    game.play(0, "draw 1")
    game.play(0, "draw deck")
    assert size(game.state.cards.hands[0]) == 103


def test_b8_the_discards_become_the_deck_when_its_last_card_is_drawn() -> None:
    game = table(deck="red 1", discards="blue 2 loco 1")
    game.play(0, "draw deck")
    assert game.state.cards.deck == bag("blue 2 loco 1")
    assert game.state.cards.discards == 0
    assert game.asked == [(0, "draw_again")]


def test_b8_in_the_middle_of_a_refill_of_the_market() -> None:
    game = table(deck="red 1", discards="blue 4", in_market="purple - - white green", hands={0: "yellow 1"})
    (_, filled, *_) = game.play(0, "claim atlanta-nashville yellow 1")[1:]
    assert isinstance(filled, MarketFilled)
    assert len(filled.cards) == 2
    assert None not in game.state.cards.market
    assert size(game.state.cards.deck) == 4


def test_b8_a_payment_may_come_back_in_the_same_refill() -> None:
    game = table(deck="", in_market="purple blue orange white -", hands={0: "yellow 1"})
    game.play(0, "claim atlanta-nashville yellow 1")
    assert game.state.cards.market == market("purple blue orange white yellow")
    assert size(game.state.cards.deck) == 0


def test_b8_with_no_discards_as_soon_as_there_are_some() -> None:
    game = table(deck="", hands={0: "yellow 2"})
    game.play(0, "claim dallas-little_rock yellow 2")
    assert game.state.cards.deck == bag("yellow 2")
    assert game.state.cards.discards == 0


def test_b8_a_deck_that_has_cards_leaves_the_discards_alone() -> None:
    game = table(deck="red 3", discards="blue 2")
    game.play(0, "draw deck")
    assert game.state.cards.discards == bag("blue 2")


def test_b10_with_neither_deck_nor_discards_only_market_cards_can_be_drawn() -> None:
    game = table(deck="")
    assert game.refused(0, "draw deck") == "deck_empty"
    assert game.may(0) == ["draw 1", "draw 2", "draw 3", "draw 4", "draw 5", "tickets"]
    game.play(0, "draw 2")
    assert game.state.cards.market == market("purple - orange white green")
    assert game.why_not(0, "draw 2") == {"code": "market_place_empty", "rule": "B10", "place": 2}
    assert game.may(0) == ["draw 1", "draw 3", "draw 4", "draw 5"]


def test_b5_the_market_has_five_places() -> None:
    game = table()
    for place in (-6, -1, 5, 6):
        assert game.refused_move(0, TakeCard(Place(place))) == "market_place_empty"


def test_b5_a_color_names_the_one_place_where_it_lies() -> None:
    game = table(in_market="purple red orange red locomotive")
    at = partial(engine.notation.parse_at, game.state)
    assert [at("draw orange"), at("Draw LOCO"), at("draw locomotive")] == [
        TakeCard(Place(place)) for place in (2, 4, 4)
    ]
    assert [at("draw 2"), at("draw deck")] == [TakeCard(Place(1)), DrawBlind()]
    with pytest.raises(engine.MalformedMove) as which:
        at("draw red")
    assert (which.value.code, which.value.detail["known"]) == ("which_place", ["draw 2", "draw 4"])
    with pytest.raises(engine.IllegalMove) as none:
        at("draw blue")
    assert (none.value.code, none.value.detail) == ("color_not_in_market", {"rule": "B5", "color": "blue"})


def test_b10_with_none_to_draw_a_player_must_do_something_else() -> None:
    game = table(deck="", in_market="- - - - -", hands={0: "yellow 1"}, ticket_deck=[])
    assert all(move.startswith("claim ") for move in game.may(0))
    assert game.refused(0, "draw 1") == "market_place_empty"


def test_b10_the_turn_ends_when_nothing_is_left_for_a_second_card() -> None:
    game = table(deck="", in_market="- - red - -")
    game.play(0, "draw 3")
    assert game.asked == [(1, "take_turn")]


def test_b10_or_only_market_locomotives() -> None:
    game = table(deck="", in_market="loco - red - loco")
    game.play(0, "draw 3")
    assert game.asked == [(1, "take_turn")]
    assert game.state.cards.market == market("loco - - - loco")


def test_b10_the_next_player_draws_two_again() -> None:
    game = table(deck="", in_market="blue red red - loco", seats=2)
    game.play(0, "draw 5")
    game.play(1, "draw 1")
    assert game.asked == [(1, "draw_again")]


def test_b10_empty_places_are_filled_lowest_first_when_cards_came_back() -> None:
    game = table(deck="", in_market="- blue - white -", hands={0: "yellow 1 loco 1"})
    filled = game.play(0, "claim dallas-little_rock yellow 1 loco 1")[2]
    assert isinstance(filled, MarketFilled)
    assert filled.places == (0, 2)
    assert game.state.cards.market[4] is None


def test_b10_places_stay_empty_while_no_cards_came_back() -> None:
    game = table(deck="", in_market="- blue - white -", ticket_deck=[1, 2, 3])
    game.play(0, "tickets")
    game.play(0, "keep 1")
    assert game.state.cards.market == market("- blue - white -")


def test_the_bag_is_drawn_from_without_replacement() -> None:
    game = table(deck="blue 1 red 1 loco 1", chance=engine.Chance(bytes(32)))
    drawn = game.play(0, "draw deck") + game.play(0, "draw deck")
    kinds = [event.card for event in drawn if isinstance(event, CardDrawn)]
    assert len(set(kinds)) == 2
    assert sum(counts(game.state.cards.deck)) == 1
