"""B18, B20-B22: the last round, the longest path, who wins."""

import pytest

import engine
from engine.parts.scoring import scored
from engine.parts.turns import GameEnded, LastRoundBegan, PointsScored

from .positions import Game, table


def last_round(game: Game, seats: int) -> list[int]:
    """Return the seats that have turns until the game ends."""
    turns = []
    while not game.state.over:
        seat = game.state.prompts[0].seat
        turns.append(seat)
        game.play(seat, "draw deck")
        game.play(seat, "draw deck")
    return turns


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_b18_with_two_or_fewer_trains_left_everybody_has_exactly_one_more_turn(seats: int, left: int) -> None:
    """Check that turns go clockwise from the next seat, and that the player who triggered the end is last."""
    game = table(seats, turn=1, hands={1: "blue 5"}, trains={1: 5 + left})
    assert LastRoundBegan(1) in game.play(1, "claim atlanta-miami blue 5")
    assert game.state.turns_left == seats - 1
    assert last_round(game, seats) == [*range(2, seats), 0, 1]
    assert game.state.outcome == "played"


def test_b18_each_of_them_is_a_turn_of_its_own() -> None:
    game = table(2, hands={0: "blue 5"}, trains={0: 5})
    game.play(0, "claim atlanta-miami blue 5")
    assert not game.state.prompts[0].within_turn
    game.play(1, "draw deck")
    assert game.state.prompts[0].within_turn


def test_b18_three_trains_are_enough() -> None:
    game = table(hands={0: "blue 5"}, trains={0: 8})
    assert LastRoundBegan(0) not in game.play(0, "claim atlanta-miami blue 5")
    assert game.state.turns_left is None


def test_b18_it_is_brought_about_only_once() -> None:
    game = table(3, hands={0: "blue 5", 1: "green 5"}, trains={0: 5, 1: 6})
    game.play(0, "claim atlanta-miami blue 5")
    assert LastRoundBegan(1) not in game.play(1, "claim portland-san_francisco-1 green 5")
    assert last_round(game, 3) == [2, 0]


def test_b18_passes_count() -> None:
    game = table(3, turn=1, deck="", in_market="- - - - -", ticket_deck=[])
    game.state.turns_left = 1
    game.play(1, "pass")
    assert game.asked == [(2, "take_turn")]
    game.play(2, "pass")
    assert game.state.outcome == "played"


def test_b18_turns_played_by_default_count() -> None:
    game = table(2, hands={0: "blue 5"}, trains={0: 5})
    game.play(0, "claim atlanta-miami blue 5")
    for seat in (1, 1, 0, 0):
        game.do(seat, engine.default_move(game.state, seat))
    assert game.state.outcome == "played"


def test_b18_turns_skipped_count() -> None:
    game = table(3, hands={0: "blue 5"}, trains={0: 5})
    game.do(1, engine.MarkAbsent())
    game.play(0, "claim atlanta-miami blue 5")
    assert game.asked == [(2, "take_turn")]
    assert last_round(game, 3) == [2, 0]


def test_b18_a_turn_given_up_in_the_middle_is_that_seats_last() -> None:
    game = table(3, hands={0: "blue 5"}, trains={0: 5})
    game.play(0, "claim atlanta-miami blue 5")
    game.do(1, engine.Resign())
    assert game.state.turns_left == 1
    assert last_round(game, 3) == [2, 0]


def test_b18_the_game_is_over_for_good() -> None:
    game = table(hands={0: "blue 5"}, trains={0: 5})
    game.play(0, "claim atlanta-miami blue 5")
    last_round(game, 2)
    for move in (engine.Resign(), engine.ComeBack()):
        assert game.refused_move(0, move) == "game_over"
    assert game.refused(0, "draw deck") == "game_over"
    assert not engine.options(game.state, 0)
    assert game.asked == []


def ended(**facts: object) -> Game:
    """Return a game that ends by everybody passing."""
    game = table(deck="", in_market="- - - - -", ticket_deck=[], **facts)  # type: ignore[arg-type]
    while not game.state.over:
        game.play(game.state.prompts[0].seat, "pass")
    return game


def longest(game: Game) -> dict[int, str]:
    """Return the seats that got the bonus, with the length."""
    ledger = game.state.ledger
    assert all(line.points == 10 for line in ledger if line.reason == "longest_path")
    return {line.seat: line.subject for line in ledger if line.reason == "longest_path"}


def test_b20_the_longest_continuous_path_gets_ten_points() -> None:
    game = ended(routes={0: ["calgary-winnipeg", "helena-winnipeg"], 1: ["duluth-helena"]})
    assert longest(game) == {0: "10"}


def test_b20_branches_do_not_count() -> None:
    star = ["denver-helena", "denver-phoenix", "denver-oklahoma_city"]
    assert longest(ended(routes={0: star})) == {0: "9"}


def test_b20_it_may_pass_a_city_more_than_once_each_route_only_once() -> None:
    # A round trip Denver - Kansas City - Omaha - Denver, and on to Santa Fe: Denver is passed twice.
    loop = ["denver-kansas_city-1", "kansas_city-omaha-1", "denver-omaha", "denver-santa_fe"]
    assert longest(ended(routes={0: loop})) == {0: "11"}
    # There and back again over one route is not allowed: of the two branches at Denver only one counts.
    assert longest(ended(routes={0: [*loop, "denver-helena", "denver-phoenix"]})) == {0: "18"}


def test_b20_it_is_not_the_largest_network() -> None:
    game = ended(
        routes={
            0: ["denver-helena", "seattle-vancouver-1", "kansas_city-omaha-1"],
            1: ["chicago-omaha", "dallas-houston-1"],
        }
    )
    assert longest(game) == {0: "4", 1: "4"}


def test_b20_all_who_tie_get_it() -> None:
    game = ended(seats=3, routes={0: ["calgary-winnipeg"], 1: ["duluth-helena"], 2: ["denver-phoenix"]})
    assert longest(game) == {0: "6", 1: "6"}


def test_b20_a_longest_path_of_0_earns_nothing() -> None:
    assert longest(ended()) == {}


def test_b20_of_somebody_who_left_counts_as_well() -> None:
    game = table(3, deck="", in_market="- - - - -", ticket_deck=[], routes={2: ["calgary-winnipeg"]})
    game.do(2, engine.Resign())
    game.play(0, "pass")
    game.play(1, "pass")
    assert longest(game) == {2: "6"}


def test_b21_most_points_win() -> None:
    game = ended(routes={0: ["atlanta-nashville"], 1: ["calgary-winnipeg"]})
    assert game.rank() == [2, 1]


def test_b21_then_most_completed_tickets() -> None:
    """The first seat has completed one ticket for 4; the second two for 9 and missed one for 5."""
    game = table(deck="", in_market="- - - - -", ticket_deck=[])
    game.state.ledger = (
        engine.Points(0, 4, "ticket", "7"),
        engine.Points(1, 7, "ticket", "3"),
        engine.Points(1, 4, "ticket", "7"),
        engine.Points(1, -7, "ticket", "4"),
    )
    game.play(0, "pass")
    game.play(1, "pass")
    assert game.points() == [4, 4]
    assert [standing.completed for standing in engine.standings(game.state)] == [1, 2]
    assert game.rank() == [2, 1]


def test_b21_then_a_holder_of_the_longest_path() -> None:
    game = table(routes={1: ["atlanta-nashville"]}, deck="", in_market="- - - - -", ticket_deck=[])
    game.state.ledger = (engine.Points(0, 10, "route", "atlanta-miami"),)
    game.play(0, "pass")
    game.play(1, "pass")
    assert game.points() == [10, 10]
    assert game.rank() == [2, 1]


def test_b21_the_smallest_ticket_counts_like_any_other() -> None:
    game = table()
    game.state.ledger = (engine.Points(0, 1, "ticket", "7"), engine.Points(0, -1, "ticket", "3"))
    assert [standing.completed for standing in engine.standings(game.state)] == [1, 0]


@pytest.mark.parametrize("reason", ["correction", "wager"])
def test_b21_lines_with_another_reason_are_neither_tickets_nor_longest_paths(reason: str) -> None:
    game = table(routes={1: ["atlanta-nashville"]}, deck="", in_market="- - - - -", ticket_deck=[])
    gifts = (engine.Points(0, 4, reason, ""), engine.Points(0, 6, reason, ""))
    game.state.ledger = (*gifts, engine.Points(1, 0, reason, ""))
    game.play(0, "pass")
    game.play(1, "pass")
    assert game.points() == [10, 10]
    assert [standing.completed for standing in engine.standings(game.state)] == [0, 0]
    assert game.rank() == [2, 1]
    assert [scored(game.state, seat).count("longest_path") for seat in (0, 1)] == [0, 1]


def test_b21_still_tied_they_share_the_rank() -> None:
    game = ended(seats=4, routes={1: ["calgary-winnipeg"], 2: ["duluth-helena"]})
    assert game.points() == [0, 10, 10, 0]
    assert game.rank() == [3, 1, 1, 3]


def test_b22_points_can_be_negative() -> None:
    game = ended(tickets={0: [15], 1: [25]})
    assert game.points() == [-21, -22]
    assert game.rank() == [1, 2]


def test_every_point_can_be_explained() -> None:
    game = table(hands={0: "blue 5"}, trains={0: 5}, tickets={0: [1]})
    game.play(0, "claim atlanta-miami blue 5")
    events = []
    while not game.state.over:
        seat = game.state.prompts[0].seat
        game.play(seat, "draw deck")
        events = game.play(seat, "draw deck")
    assert events[-1] == GameEnded("played")
    assert [event for event in events if isinstance(event, PointsScored)] == [
        PointsScored(0, -12, "ticket", "1"),
        PointsScored(0, 10, "longest_path", "5"),
    ]
    (first, _) = engine.standings(game.state)
    assert [tuple(line) for line in first.ledger] == [
        (0, 10, "route", "atlanta-miami"),
        (0, -12, "ticket", "1"),
        (0, 10, "longest_path", "5"),
    ]
    assert first.points == sum(line.points for line in first.ledger) == 8


def test_ranks_are_told_only_when_the_game_has_been_played_to_its_end() -> None:
    assert table().rank() == [None, None]
