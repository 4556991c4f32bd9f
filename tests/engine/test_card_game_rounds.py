"""C11, C13: how a round ends, and how the second one begins."""

import pytest

import engine
from engine.cards import EMPTY, ONE, size
from engine.parts.rounds import CardsDealt, RoundBegan
from engine.parts.turns import LastRoundBegan
from engine.rules.card_game import rounds_played

from .positions import Game, begun, hand
from .test_card_game_completing import scoring
from .yards_table import ALL, CARD_GAME, CARDS, NOTHING, position, stack, tags, tickets, yard, yards


def all_complete_nothing(game: Game) -> list[engine.Event]:
    for prompt in game.state.prompts:
        events = game.play(prompt.seat, "complete none")
    return events


@pytest.mark.parametrize("seats", CARD_GAME.seat_counts)
def test_c11_every_player_has_exactly_one_more_turn_the_one_who_emptied_the_deck_last(seats: int) -> None:
    game = yards(seats, turn=1, deck="red 1", in_market="loco blue blue blue blue")
    assert LastRoundBegan(1) in game.play(1, "draw 1")
    order = []
    while game.asked[0][1] == "take_turn":
        order.append(game.asked[0][0])
        game.play(order[-1], "tickets")
        game.play(order[-1], "keep none")
    assert order == [(1 + step) % seats for step in range(1, seats + 1)]
    assert game.asked == [(seat, "complete_tickets") for seat in range(seats)]


def test_c11_by_a_blind_draw_or_by_filling_the_market() -> None:
    for line in ("draw deck", "draw 1"):
        game = yards(deck="red 1", in_market="blue blue blue blue blue")
        assert "last_round_began" in tags(game.play(0, line))


def test_c11_it_is_brought_about_only_once() -> None:
    game = yards(deck="red 1", in_market="blue blue blue blue blue")
    game.play(0, "draw deck")
    game.play(0, "draw 1")
    for events in (game.play(1, "draw 2"), game.play(1, "draw 3")):
        assert "last_round_began" not in tags(events)


def test_c11_the_last_turns_are_full_turns_with_their_first_step() -> None:
    game = yards(deck="red 1", in_market="blue blue blue blue blue", in_yards={0: ["green 3"], 1: ["white 2"]})
    game.play(0, "draw deck")
    assert "cards_put_on_track" in tags(game.play(0, "draw 1"))
    assert stack(game, 1) == {"white": 1}
    game.play(1, "tickets")
    assert "cards_put_on_track" in tags(game.play(1, "keep none"))
    assert stack(game, 0) == {"green": 1}


def test_c11_a_single_last_market_card_may_be_drawn_alone() -> None:
    game = yards(deck="", in_market="- - red - -", last_turn=True)
    assert tags(game.play(0, "draw 3")) == ["card_taken", "round_over"]


def test_c11_p1_a_skipped_turn_counts() -> None:
    game = yards(3, deck="red 1", in_market="loco blue blue blue blue")
    game.do(1, engine.MarkAbsent())
    assert "turn_skipped" in tags(game.play(0, "draw 1"))
    assert position(game).turns_left == 1


def test_c11_b11_passes_count_and_end_nothing_else() -> None:
    game = yards(2, turn=1, deck="", in_market=NOTHING, ticket_deck=[], last_turn=False)
    position(game).turns_left = 2
    assert tags(game.play(1, "pass")) == ["turn_passed", "turn_began"]
    game.play(0, "pass")
    assert tags(game.play(1, "pass")) == ["turn_passed", "round_over"]


@pytest.mark.parametrize("seats", [2, 3])
def test_c13_with_two_or_three_players_the_game_ends_after_one_round(seats: int) -> None:
    game = scoring(seats)
    assert tags(all_complete_nothing(game))[-1] == "game_ended"


def test_c13_only_four_players_play_two_rounds() -> None:
    assert {seats: rounds_played(seats) for seats in CARD_GAME.seat_counts} == {2: 1, 3: 1, 4: 2}


def test_c13_with_four_a_second_round_begins_with_the_next_seat() -> None:
    game = scoring(4)
    events = all_complete_nothing(game)
    assert RoundBegan(2) in events
    assert tags(events)[-1] == "turn_began"
    assert game.asked == [(1, "take_turn")]
    assert position(game).round == 2
    assert position(game).turns_left is None


def test_c13_tickets_completed_are_laid_aside_open_ones_and_hands_stay() -> None:
    game = scoring(4, held={0: [4, 5]}, on_track={0: "yellow 1 blue 2"}, hands={0: "red 3 loco 1"})
    game.play(0, "complete 5")
    all_complete_nothing(game)
    assert position(game).completed[0] == tickets(5)
    assert position(game).tickets.held[0] == tickets(4)
    assert position(game).tickets.held[1] == ()
    assert {"red": 3, "locomotive": 1}.items() <= hand(game.state, 0).items() or hand(game.state, 0)["red"] > 3
    assert game.points()[0] == 7


def test_c13_everything_else_makes_the_new_deck() -> None:
    game = scoring(4, deck="", in_yards={2: ["red 3"]}, on_track={0: "blue 4", 1: "loco 2"}, hands={3: "white 5"})
    all_complete_nothing(game)
    state = position(game)
    assert state.on_track == (EMPTY,) * 4
    assert state.yards == ((),) * 4
    assert state.cards.discards == EMPTY
    assert size(state.cards.deck) == 96 - 5 - 4 * 4 - 5
    lying = sum(ONE[place] for place in state.cards.market if place is not None)
    assert state.cards.deck + sum(state.cards.hands) + lying == ALL


def test_c13_four_cards_each_then_five_are_turned_up() -> None:
    game = scoring(4, hands={0: "red 2"})
    events = all_complete_nothing(game)
    dealt = [event for event in events if isinstance(event, CardsDealt)]
    assert [(event.seat, len(event.cards)) for event in dealt] == [(1, 4), (2, 4), (3, 4), (0, 4)]
    assert [size(hand) for hand in game.state.cards.hands] == [6, 4, 4, 4]
    assert None not in game.state.cards.market


def hoarded(left: int) -> Game:
    """Return a game after the first round; the last seat holds all cards except `left`, which form the new deck."""
    game = scoring(4, deck="", in_market=NOTHING)
    cards = position(game).cards
    cards.discards = min(left, 10) * ONE[0] + max(0, left - 10) * ONE[1]
    cards.hands[3] = ALL - cards.discards
    return game


@pytest.mark.parametrize(("left", "expected"), [(6, [1, 2, 2, 1]), (3, [0, 1, 1, 1]), (16, [4, 4, 4, 4])])
def test_c13_one_card_at_a_time_until_the_deck_is_empty_and_then_c11_at_once(left: int, expected: list[int]) -> None:
    game = hoarded(left)
    before = size(position(game).cards.hands[3])
    events = all_complete_nothing(game)
    held = [size(hand) for hand in game.state.cards.hands]
    assert [*held[:3], held[3] - before] == expected
    assert LastRoundBegan(0) in events
    assert position(game).turns_left == 3
    assert game.asked == [(1, "take_turn")]


def test_c13_c11_then_each_has_one_turn_the_one_who_ended_the_first_round_last() -> None:
    """If nobody has emptied the deck, the second round begins with the next seat, and each has exactly one turn."""
    game = hoarded(6)
    events = all_complete_nothing(game)
    assert [event.seat for event in events if isinstance(event, LastRoundBegan)] == [0]
    order = []
    while game.asked[0][1] == "take_turn":
        order.append(game.asked[0][0])
        game.play(order[-1], "tickets")
        game.play(order[-1], "keep none")
    assert order == [1, 2, 3, 0]
    assert game.asked == [(seat, "complete_tickets") for seat in range(4)]


def test_c13_filling_the_market_may_empty_the_deck_too() -> None:
    game = hoarded(18)
    events = all_complete_nothing(game)
    assert tags(events)[-3:] == ["market_filled", "last_round_began", "turn_began"]
    assert [place is None for place in game.state.cards.market] == [False, False, True, True, True]


def test_c13_an_unfinished_draw_of_the_first_round_is_not_gone_on_with() -> None:
    game = yards(4, deck="", in_market="red - - - -", last_turn=True)
    game.play(0, "draw 1")
    assert tags(all_complete_nothing(game))[-1] == "turn_began"
    assert game.asked == [(1, "take_turn")]


def test_c13_the_second_round_ends_like_the_first_and_then_the_game() -> None:
    game = scoring(4, round_number=2, held={0: [1]}, completed={0: [2]}, on_track={0: "yellow 1"})
    game.play(0, "complete 1")
    events = all_complete_nothing(game)
    assert tags(events)[-1] == "game_ended"
    assert position(game).completed[0] == tickets(2, 1)


def test_c13_b11_passes_of_the_first_round_do_not_end_the_second() -> None:
    game = yards(4, deck="", in_market=NOTHING, ticket_deck=[], last_turn=True)
    for seat in (1, 2, 3):
        game.state.passed += (seat,)
    game.play(0, "pass")
    all_complete_nothing(game)
    assert not game.state.over
    assert game.state.passed == ()


def test_c13_p1_a_seat_that_left_is_dealt_cards_like_the_others() -> None:
    game = scoring(4)
    game.do(2, engine.Resign())
    all_complete_nothing(game)
    assert [size(hand) for hand in game.state.cards.hands] == [4, 4, 4, 4]


def test_two_rounds_are_played_in_a_whole_game_of_four() -> None:
    game = begun(4, kind=CARDS)
    while not game.state.over:
        seat = game.state.prompts[0].seat
        game.do(seat, engine.default_move(game.state, seat))
    rounds = [event for _, events in game.entries for event in events if event.tag in ("round_over", "round_began")]
    assert tags(rounds) == ["round_over", "round_began", "round_over"]
    assert yard(game, 0) == []
