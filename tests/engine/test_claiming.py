"""B12-B15: claiming a route. B11: passing."""

import pytest

import engine
from engine.parts.claims import BoardPosition, ClaimRoute, RouteClaimed
from engine.parts.turns import PointsScored

from .positions import BOARD, bag, card, hand, route, table


def test_b12_exactly_as_many_cards_as_the_route_is_long() -> None:
    game = table(hands={0: "blue 9"})
    game.play(0, "claim atlanta-miami blue 5")
    assert hand(game.state, 0) == {"blue": 4}
    assert game.state.cards.discards == bag("blue 5")
    for locomotives in (-1, 6):
        move = ClaimRoute(route("atlanta-miami"), card("blue"), locomotives)
        assert table(hands={0: "blue 9 loco 9"}).refused_move(0, move) == "wrong_number_of_cards"


def test_b12_all_of_the_routes_color() -> None:
    game = table(hands={0: "red 9"})
    assert game.why_not(0, "claim atlanta-miami red 5") == {"code": "wrong_color", "rule": "B12", "need": "blue"}


def test_b12_locomotives_stand_in_for_any_of_them() -> None:
    game = table(hands={0: "blue 3 loco 9"})
    ways = ["blue 3 loco 2", "blue 2 loco 3", "blue 1 loco 4", "loco 5"]
    assert [move for move in game.may(0) if "atlanta-miami" in move] == [f"claim atlanta-miami {way}" for way in ways]
    game.play(0, "claim atlanta-miami blue 2 loco 3")
    assert hand(game.state, 0) == {"blue": 1, "locomotive": 6}
    assert game.state.cards.discards == bag("blue 2 loco 3")


def test_b12_all_may_be_locomotives() -> None:
    game = table(hands={0: "loco 5"})
    (claimed, *_) = game.play(0, "claim atlanta-miami loco 5")
    assert claimed == RouteClaimed(0, route("atlanta-miami"), card("loco"), 0, 5, 5)
    move = ClaimRoute(route("atlanta-miami"), card("blue"), 5)
    assert table(hands={0: "loco 5"}).refused_move(0, move) == "name_the_color_paid"


def test_b12_a_gray_route_takes_any_one_color() -> None:
    game = table(hands={0: "red 2 blue 2 green 1"})
    assert [move for move in game.may(0) if "charleston-raleigh" in move] == [
        "claim charleston-raleigh blue 2",
        "claim charleston-raleigh red 2",
    ]


def test_b12_the_cards_must_be_in_the_hand() -> None:
    game = table(hands={0: "blue 4 loco 1"})
    missing = {"code": "not_enough_cards", "rule": "B12"}
    assert game.why_not(0, "claim atlanta-miami blue 5") == {**missing, "need": 5, "have": 4}
    assert game.why_not(0, "claim atlanta-charleston red 2") == {**missing, "need": 2, "have": 0}
    assert game.why_not(0, "claim atlanta-miami blue 3 loco 2") == {
        "code": "not_enough_locomotives",
        "rule": "B12",
        "need": 2,
        "have": 1,
    }
    assert game.may(0).count("claim atlanta-miami blue 4 loco 1") == 1


def test_b12_the_player_needs_that_many_trains() -> None:
    game = table(hands={0: "blue 9"}, trains={0: 4})
    assert game.why_not(0, "claim atlanta-miami blue 5") == {
        "code": "not_enough_trains",
        "rule": "B12",
        "need": 5,
        "have": 4,
    }
    assert not any("atlanta-miami" in move for move in game.may(0))
    assert any("chicago-omaha" in move for move in game.may(0))


def test_b12_the_trains_are_used_up() -> None:
    game = table(hands={0: "blue 9"})
    game.play(0, "claim atlanta-miami blue 5")
    assert game.state.network.trains == [40, 45]


def test_b12_a_claim_takes_the_trains_that_it_says_whatever_it_cost() -> None:
    game = table(hands={0: "blue 9"})
    fact = RouteClaimed(0, route("atlanta-miami"), card("blue"), 8, 0, 5)
    state = engine.evolve(game.state, fact)
    assert isinstance(state, BoardPosition)
    assert (state.network.trains, hand(state, 0)) == ([40, 45], {"blue": 1})


def test_b13_it_need_not_connect_to_ones_own() -> None:
    game = table(hands={0: "blue 9"}, routes={0: ["atlanta-miami"]})
    game.play(0, "claim helena-winnipeg blue 4")
    assert game.state.network.routes_of(0) == [route("atlanta-miami"), route("helena-winnipeg")]


def test_b13_at_the_start_every_route_of_the_board_is_open_to_everybody_and_nothing_else() -> None:
    network = table(3).state.network
    assert network.open == [sum(1 << index for index in range(len(BOARD.routes)))] * 3


def test_b13_a_claimed_route_is_not_open() -> None:
    for owner in (0, 1):
        game = table(hands={0: "blue 9"}, routes={owner: ["atlanta-miami"]})
        told = {"code": "route_taken", "rule": "B13", "route": "atlanta-miami", "by": owner}
        assert game.why_not(0, "claim atlanta-miami blue 5") == told
        assert not any("atlanta-miami" in move for move in game.may(0))


def test_b13_one_route_a_turn() -> None:
    game = table(hands={0: "blue 9"})
    game.play(0, "claim atlanta-miami blue 5")
    assert game.asked == [(1, "take_turn")]


DOUBLE = ("boston-new_york-1", "boston-new_york-2")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_b14_no_player_may_hold_both_tracks(seats: int) -> None:
    game = table(seats, hands={0: "red 2 yellow 2"}, routes={0: [DOUBLE[0]]})
    assert game.refused(0, f"claim {DOUBLE[1]} yellow 2") == "own_parallel_track"
    assert not any("boston-new_york" in move for move in game.may(0))


@pytest.mark.parametrize("seats", [2, 3])
def test_b14_with_two_or_three_players_a_claimed_track_closes_the_other_to_all(seats: int) -> None:
    game = table(seats, hands={0: "red 2 yellow 2"}, routes={1: [DOUBLE[0]]})
    assert game.refused(0, f"claim {DOUBLE[1]} yellow 2") == "track_closed"
    assert not any("boston-new_york" in move for move in game.may(0))


@pytest.mark.parametrize("seats", [4, 5])
def test_b14_with_four_or_five_the_other_track_is_open_to_the_others(seats: int) -> None:
    game = table(seats, hands={0: "red 2 yellow 2"}, routes={1: [DOUBLE[0]]})
    assert game.refused(0, f"claim {DOUBLE[0]} red 2") == "route_taken"
    game.play(0, f"claim {DOUBLE[1]} yellow 2")
    assert game.state.network.routes_of(0) == [route(DOUBLE[1])]


def test_b14_anyone_who_left_still_counts_as_a_player() -> None:
    game = table(4, hands={0: "red 2 yellow 2"}, routes={1: [DOUBLE[0]]})
    game.do(3, engine.Resign())
    game.play(0, f"claim {DOUBLE[1]} yellow 2")


def test_b14_the_22_double_routes_are_groups_of_two() -> None:
    groups = [fact.group for fact in BOARD.routes if fact.group]
    assert {group: groups.count(group) for group in groups} == dict.fromkeys(groups, 2)
    assert len(set(groups)) == 22


@pytest.mark.parametrize(("length", "points"), [(1, 1), (2, 2), (3, 4), (4, 7), (5, 10), (6, 15)])
def test_b15_points_at_once_by_length(length: int, points: int) -> None:
    game = table(hands={0: "loco 6"})
    slug = next(fact.slug for fact in BOARD.routes if fact.length == length)
    scored = game.play(0, f"claim {slug} loco {length}")[1]
    assert scored == PointsScored(0, points, "route", slug)
    assert game.points() == [points, 0]


def test_b11_anyone_who_can_do_nothing_else_passes() -> None:
    game = table(deck="", in_market="- - - - -", ticket_deck=[])
    assert game.may(0) == ["pass"]
    game.play(0, "pass")
    assert game.asked == [(1, "take_turn")]


@pytest.mark.parametrize("what", ["a card", "a blind card", "tickets", "a route"])
def test_b11_a_pass_is_legal_only_then(what: str) -> None:
    game = table(
        deck="red 1" if what == "a blind card" else "",
        in_market="- - - - loco" if what == "a card" else "- - - - -",
        ticket_deck=[1] if what == "tickets" else [],
        hands={0: "blue 1"} if what == "a route" else {},
    )
    assert "pass" not in game.may(0)
    assert game.refused(0, "pass") == "pass_not_allowed"


def test_b11_when_all_have_passed_in_succession_the_game_ends_and_is_scored() -> None:
    game = table(3, deck="", in_market="- - - - -", ticket_deck=[], tickets={1: [3]})
    game.play(0, "pass")
    game.play(1, "pass")
    assert not game.state.over
    game.play(2, "pass")
    assert game.state.outcome == "played"
    assert game.points() == [0, -7, 0]


def test_b11_an_action_in_between_begins_the_count_anew() -> None:
    game = table(2, deck="", in_market="- - - - -", ticket_deck=[], hands={1: "blue 4"})
    game.play(0, "pass")
    game.play(1, "claim charleston-raleigh blue 2")
    assert game.asked == [(0, "take_turn")]
    assert not game.state.over


def test_b11_somebody_absent_is_not_waited_for_to_pass() -> None:
    game = table(3, deck="", in_market="- - - - -", ticket_deck=[])
    game.do(1, engine.MarkAbsent())
    game.play(0, "pass")
    game.play(2, "pass")
    assert game.state.outcome == "played"


def test_b11_the_pass_of_somebody_gone_since_stands_for_nobody_else() -> None:
    game = table(3, deck="", in_market="- - - - -", ticket_deck=[], hands={2: "blue 1"})
    game.play(0, "pass")
    game.do(0, engine.MarkAbsent())
    game.play(1, "pass")
    assert game.asked == [(2, "take_turn")]
    assert "claim atlanta-nashville blue 1" in game.may(2)


def test_b11_somebody_back_must_pass_as_well() -> None:
    game = table(3, deck="", in_market="- - - - -", ticket_deck=[])
    game.do(2, engine.MarkAbsent())
    game.play(0, "pass")
    game.do(2, engine.ComeBack())
    game.play(1, "pass")
    assert game.asked == [(2, "take_turn")]
