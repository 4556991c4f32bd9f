"""P1-P4: leaving, and default moves."""

import pytest

import engine
from engine.cards import size
from engine.parts.tickets import FirstTicketsKept, KeepTickets
from engine.parts.turns import TurnSkipped

from .positions import BOARD, begun, hand, started, table

LEAVING = [engine.Resign(), engine.Forfeit()]
AWAY = [*LEAVING, engine.MarkAbsent()]


@pytest.mark.parametrize("move", LEAVING)
def test_p1_the_seat_stays_on_the_board(move: engine.Move) -> None:
    game = table(3, hands={1: "red 3"}, routes={1: ["boston-new_york-1"]}, tickets={1: [1]})
    game.do(1, move)
    assert game.state.network.routes_of(1)
    assert hand(game.state, 1) == {"red": 3}
    assert game.state.tickets.held[1] == (BOARD.ticket_of[1],)
    assert game.refused(0, "claim boston-new_york-1 red 2") == "route_taken"
    assert game.refused(0, "claim boston-new_york-2 yellow 2") == "track_closed"


@pytest.mark.parametrize("move", AWAY)
def test_p1_p4_its_turns_are_skipped(move: engine.Move) -> None:
    game = begun(3)
    game.do(1, move)
    game.play(0, "draw deck")
    events = game.play(0, "draw deck")
    assert TurnSkipped(1) in events
    assert game.asked == [(2, "take_turn")]


@pytest.mark.parametrize("move", AWAY)
def test_p1_p4_their_own_turn_just_goes_by(move: engine.Move) -> None:
    game = begun(3)
    cards = size(game.state.cards.hands[0])
    assert [event.tag for event in game.do(0, move)] == ["seat_left", "turn_skipped", "turn_began"]
    assert size(game.state.cards.hands[0]) == cards
    assert game.asked == [(1, "take_turn")]


@pytest.mark.parametrize("move", AWAY)
def test_p1_p4_an_open_second_card_is_drawn_by_default(move: engine.Move) -> None:
    game = begun(3)
    game.play(0, "draw deck")
    assert [event.tag for event in game.do(0, move)] == ["seat_left", "card_drawn", "turn_began"]
    assert game.asked == [(1, "take_turn")]


@pytest.mark.parametrize("move", AWAY)
def test_p1_p4_open_tickets_are_kept_by_default(move: engine.Move) -> None:
    game = begun(3)
    game.play(0, "tickets")
    (prompt,) = game.state.prompts
    assert isinstance(prompt, KeepTickets)
    held = game.state.tickets.held[0]
    game.do(0, move)
    assert game.state.tickets.held[0] == (*held, prompt.offer[0])
    assert game.state.tickets.deck[-2:] == prompt.offer[1:]
    assert game.asked == [(1, "take_turn")]


@pytest.mark.parametrize("move", AWAY)
def test_p1_p4_first_tickets_are_kept_by_default_and_nobody_waits(move: engine.Move) -> None:
    game = started(4)
    offer = game.state.prompts[1].offer  # type: ignore[attr-defined]
    assert [event.tag for event in game.do(1, move)] == ["seat_left", "first_tickets_kept"]
    assert game.asked == [(seat, "keep_first_tickets") for seat in (0, 2, 3)]
    assert game.state.tickets.held[1] == offer[:2]
    for seat in (3, 2):
        game.do(seat, engine.options(game.state, seat)[0])
    events = game.do(0, move)
    assert [event.tag for event in events][-3:] == ["turn_skipped", "turn_skipped", "turn_began"]
    assert game.asked == [(2, "take_turn")]


def test_p1_it_is_scored_like_the_others_and_ranked_below_all_who_stayed() -> None:
    game = table(3, deck="", in_market="- - - - -", ticket_deck=[], routes={2: ["calgary-winnipeg"]}, tickets={0: [15]})
    game.do(2, engine.Resign())
    game.play(0, "pass")
    game.play(1, "pass")
    assert game.points() == [-21, 0, 10]
    assert game.rank() == [2, 1, 3]


def test_p1_anyone_who_left_is_gone_for_good() -> None:
    game = begun(3)
    game.do(1, engine.Resign())
    assert game.refused_move(1, engine.Resign()) == "seat_has_left"
    assert game.refused_move(1, engine.Forfeit()) == "seat_has_left"
    assert game.refused_move(1, engine.MarkAbsent()) == "seat_has_left"
    assert game.refused_move(1, engine.ComeBack()) == "seat_is_not_absent"
    assert game.refused(1, "draw deck") == "nothing_to_answer"


def test_p1_leaving_is_possible_at_any_time_and_no_answer() -> None:
    game = begun(3)
    assert engine.Resign() not in engine.options(game.state, 0)
    game.do(2, engine.Resign())
    assert game.asked == [(0, "take_turn")]


def test_p2_a_seat_that_is_taken_over_is_the_same_seat() -> None:
    """The engine does not know who holds a seat; after absence and return, nothing has changed."""
    game = begun(3)
    before = engine.view(game.state, 1)["you"]
    game.do(1, engine.MarkAbsent())
    game.do(1, engine.ComeBack())
    assert engine.view(game.state, 1)["you"] == before


@pytest.mark.parametrize("move", LEAVING)
def test_p3_when_only_one_has_not_left_the_game_ends_at_once_that_seat_winning(move: engine.Move) -> None:
    game = table(3, routes={0: ["calgary-winnipeg"]}, tickets={2: [15]})
    game.do(0, move)
    assert not game.state.over
    game.do(1, move)
    assert game.state.outcome == "played"
    assert game.points() == [10, 0, -21]
    assert game.rank() == [2, 3, 1]


def test_p3_an_absent_seat_has_not_left() -> None:
    game = begun(2)
    game.do(1, engine.MarkAbsent())
    game.do(0, engine.Resign())
    assert game.state.outcome == "played"
    assert game.rank() == [2, 1]


@pytest.mark.parametrize("line", ["draw deck", "tickets"])
def test_p3_open_choices_are_taken_by_default_first(line: str) -> None:
    game = begun(2)
    game.play(0, line)
    cards, tickets = size(game.state.cards.hands[0]), len(game.state.tickets.held[0])
    game.do(1, engine.Resign())
    assert game.state.over
    assert size(game.state.cards.hands[0]) + len(game.state.tickets.held[0]) == cards + tickets + 1


def test_p3_while_first_tickets_are_chosen() -> None:
    game = started(2)
    events = game.do(1, engine.Resign())
    assert [event.tag for event in events][:4] == [
        "seat_left",
        "first_tickets_kept",
        "first_tickets_kept",
        "first_tickets_settled",
    ]
    assert [event.seat for event in events if isinstance(event, FirstTicketsKept)] == [0, 1]
    assert [len(held) for held in game.state.tickets.held] == [2, 2]
    assert [seat["tickets"] for seat in engine.view(game.state, None)["seats"]] == [2, 2]
    assert game.rank() == [1, 2]


def test_p4_an_absent_seat_is_not_ranked_below() -> None:
    game = table(3, deck="", in_market="- - - - -", ticket_deck=[], routes={2: ["calgary-winnipeg"]})
    game.do(2, engine.MarkAbsent())
    game.play(0, "pass")
    game.play(1, "pass")
    assert game.rank() == [2, 2, 1]


def test_p4_it_is_back_as_soon_as_its_holder_says_so() -> None:
    game = begun(2)
    game.do(1, engine.MarkAbsent())
    game.play(0, "draw deck")
    game.play(0, "draw deck")
    assert game.asked == [(0, "take_turn")]
    assert [event.tag for event in game.do(1, engine.ComeBack())] == ["seat_returned"]
    assert game.asked == [(0, "take_turn")]
    game.play(0, "draw deck")
    game.play(0, "draw deck")
    assert game.asked == [(1, "take_turn")]


def test_p4_nobody_else_is_back_with_it() -> None:
    game = begun(5)
    for seat in (1, 2, 3):
        game.do(seat, engine.MarkAbsent())
    game.do(2, engine.ComeBack())
    assert game.state.away == {1: "absent", 3: "absent"}


def test_p4_only_absent_players_come_back_and_only_present_ones_go() -> None:
    game = begun(3)
    assert game.refused_move(1, engine.ComeBack()) == "seat_is_not_absent"
    game.do(1, engine.MarkAbsent())
    assert game.refused_move(1, engine.MarkAbsent()) == "seat_is_absent"
    game.do(1, engine.Resign())


def test_p4_when_every_seat_is_absent_the_game_is_abandoned_without_ranks() -> None:
    game = begun(3)
    for seat in range(3):
        game.do(seat, engine.MarkAbsent())
    assert game.state.outcome == "abandoned"
    assert game.rank() == [None, None, None]
    assert all(line.reason == "route" for line in game.state.ledger)
    assert game.refused_move(0, engine.ComeBack()) == "game_over"


def test_p4_also_when_the_last_one_there_leaves_for_good() -> None:
    game = begun(3)
    game.do(0, engine.MarkAbsent())
    game.do(1, engine.MarkAbsent())
    game.do(2, engine.Resign())
    assert game.state.outcome == "abandoned"


def test_p4_nothing_is_left_open_in_an_abandoned_game() -> None:
    game = begun(2)
    game.do(1, engine.MarkAbsent())
    game.play(0, "tickets")
    game.do(0, engine.MarkAbsent())
    assert game.asked == []
    assert len(game.state.tickets.deck) + sum(map(len, game.state.tickets.held)) == 30


def test_default_of_a_turn_is_to_draw_blind() -> None:
    game = table(hands={0: "blue 9"})
    assert engine.default_move(game.state, 0) == engine.notation.parse(game.state.rules, "draw deck")


@pytest.mark.parametrize(("row", "line"), [("- loco - red blue", "draw 4"), ("loco - - - green", "draw 5")])
def test_default_else_the_lowest_market_place_that_is_not_a_locomotive(row: str, line: str) -> None:
    game = table(deck="", in_market=row, hands={0: "blue 9"})
    assert engine.notation.write(game.state.rules, engine.default_move(game.state, 0)) == line


def test_default_else_the_first_legal_move_in_the_order_of_the_list() -> None:
    for facts, line in [
        ({"in_market": "- loco loco - -"}, "draw 2"),
        ({"in_market": "- - - - -", "hands": {0: "red 2"}}, "claim atlanta-charleston red 2"),
        ({"in_market": "- - - - -"}, "tickets"),
        ({"in_market": "- - - - -", "ticket_deck": []}, "pass"),
    ]:
        game = table(deck="", **facts)  # type: ignore[arg-type]
        assert engine.notation.write(game.state.rules, engine.default_move(game.state, 0)) == line
        assert game.may(0)[0] == line


@pytest.mark.parametrize(("deck", "line"), [("red 9", "draw deck"), ("", "draw 2")])
def test_default_second_card_likewise(deck: str, line: str) -> None:
    game = table(deck=deck, in_market="loco blue red - -")
    game.play(0, "draw 3")
    assert game.asked == [(0, "draw_again")]
    move = engine.default_move(game.state, 0)
    assert engine.notation.write(game.state.rules, move) == line
    assert move in engine.options(game.state, 0)


def test_default_of_tickets_is_the_fewest_allowed_in_the_order_dealt() -> None:
    first = started()
    offer = first.state.prompts[1].offer  # type: ignore[attr-defined]
    assert engine.default_move(first.state, 1) == engine.options(first.state, 1)[0]
    assert engine.default_move(first.state, 1).tickets == offer[:2]  # type: ignore[attr-defined]
    later = table(ticket_deck=[9, 8, 7])
    later.play(0, "tickets")
    assert engine.notation.write(later.state.rules, engine.default_move(later.state, 0)) == "keep 9"


def test_default_of_somebody_who_is_asked_nothing_is_refused() -> None:
    with pytest.raises(engine.IllegalMove) as refusal:
        engine.default_move(table().state, 1)
    assert refusal.value.code == "nothing_to_answer"
    assert refusal.value.detail["waiting_for"] == [0]
