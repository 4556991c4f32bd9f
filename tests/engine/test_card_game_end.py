"""C14-C16, B22 and P1-P4 in the card game: bonuses, ranks, and games that end early."""

import pytest

import engine
from engine.model import Points
from engine.parts.tickets import KeepTickets

from .positions import Game, begun, started
from .test_card_game_completing import scoring
from .yards_table import CARDS, position, tags, tickets, yards

NEW_YORK, CHICAGO, LOS_ANGELES, DALLAS, MIAMI, SEATTLE = 15, 12, 12, 10, 8, 8


def ended(seats: int = 2, **rest: object) -> Game:
    """Return a finished game in which nothing more was completed."""
    game = scoring(seats, round_number=2, **rest)
    for seat in range(seats):
        game.play(seat, "complete none")
    assert game.state.outcome == "played"
    return game


def bonuses(game: Game) -> list[tuple[int, int, str]]:
    return [(line.seat, line.points, line.subject) for line in game.state.ledger if line.reason == "big_city"]


def test_c14_the_most_completed_tickets_naming_a_big_city_get_its_bonus() -> None:
    game = ended(completed={0: [7, 17], 1: [21]})
    assert bonuses(game) == [(0, DALLAS, "dallas")]


def test_c14_all_who_tie_get_it() -> None:
    game = ended(3, completed={0: [7], 1: [17], 2: [4, 45]})
    assert bonuses(game) == [(2, NEW_YORK, "new_york"), (0, DALLAS, "dallas"), (1, DALLAS, "dallas")]


def test_c14_a_ticket_naming_two_big_cities_counts_for_both() -> None:
    assert bonuses(ended(completed={0: [9]})) == [(0, LOS_ANGELES, "los_angeles"), (0, SEATTLE, "seattle")]


def test_c14_none_completed_no_bonus() -> None:
    assert bonuses(ended(held={0: [9], 1: [1]})) == []


def test_c14_tickets_not_completed_do_not_count() -> None:
    assert bonuses(ended(held={0: [8, 24]}, completed={1: [26]})) == [(1, MIAMI, "miami")]


def test_c14_tickets_of_both_rounds_count() -> None:
    game = scoring(4, round_number=2, held={0: [6]}, completed={0: [28], 1: [35]}, on_track={0: "loco 2"})
    game.play(0, "complete 6")
    for seat in (1, 2, 3):
        game.play(seat, "complete none")
    assert bonuses(game) == [(0, CHICAGO, "chicago")]


def test_c15_tickets_not_completed_subtract_their_value() -> None:
    game = ended(held={0: [46, 1]})
    assert game.points() == [-27, 0]
    assert game.state.ledger == (Points(0, -5, "ticket", "1"), Points(0, -22, "ticket", "46"))


def test_c12_c15_every_ticket_has_its_line() -> None:
    game = scoring(held={0: [1, 46], 1: [7]}, on_track={0: "yellow 1", 1: "loco 2"})
    game.play(0, "complete 1")
    game.play(1, "complete 7")
    assert [(line.seat, line.points, line.subject) for line in game.state.ledger if line.reason == "ticket"] == [
        (0, 5, "1"),
        (1, 8, "7"),
        (0, -22, "46"),
    ]


def test_c16_most_points_win() -> None:
    assert ended(held={0: [1], 1: [3]}).rank() == [1, 2]


def ledger(game: Game, *lines: Points) -> list[int | None]:
    game.state.ledger = lines
    return game.rank()


def test_c16_then_most_completed_tickets() -> None:
    lines = [Points(0, 10, "ticket", "12"), Points(1, 5, "ticket", "1"), Points(1, 5, "ticket", "2")]
    assert ledger(ended(), *lines) == [2, 1]


def test_c16_then_most_bonuses_a_shared_one_counts_for_each() -> None:
    one = [Points(0, 16, "ticket", "34"), Points(0, 8, "big_city", "seattle")]
    two = [Points(1, 8, "ticket", "7"), Points(1, 8, "big_city", "seattle"), Points(1, 8, "big_city", "miami")]
    assert ledger(ended(), *one, *two) == [2, 1]


def test_c16_still_tied_they_share_the_rank() -> None:
    assert ended(3, held={2: [1]}).rank() == [1, 1, 3]


def test_b22_points_can_be_negative() -> None:
    assert ended(held={0: [46]}).points() == [-22, 0]


LEAVING = [engine.Resign(), engine.Forfeit()]
AWAY = [*LEAVING, engine.MarkAbsent()]


@pytest.mark.parametrize("move", AWAY)
def test_p1_p4_an_open_completion_is_taken_by_default(move: engine.Move) -> None:
    game = scoring(3, held={1: [1, 46]}, on_track={1: "yellow 1 red 1"})
    assert tags(game.do(1, move)) == ["seat_left", "completion_chosen"]
    assert position(game).chosen == {1: tickets(1)}
    assert game.asked == [(0, "complete_tickets"), (2, "complete_tickets")]


@pytest.mark.parametrize("move", AWAY)
def test_p1_p4_anyone_who_is_away_when_a_round_ends_gets_the_best_set(move: engine.Move) -> None:
    game = yards(3, last_turn=True, held={1: [1]}, on_track={1: "yellow 1"}, ticket_deck=[5])
    game.do(1, move)
    game.play(0, "tickets")
    assert tags(game.play(0, "keep none")) == ["tickets_kept", "round_over", "completion_chosen"]
    game.play(0, "complete none")
    game.play(2, "complete none")
    assert game.points()[1] == 5 + CHICAGO + NEW_YORK


def test_p1_it_is_scored_like_the_others_and_ranked_below_all_who_stayed() -> None:
    game = scoring(3, held={1: [1], 2: [46]}, on_track={1: "yellow 1"})
    game.do(1, engine.Resign())
    game.play(0, "complete none")
    game.play(2, "complete none")
    assert game.points() == [0, 5 + CHICAGO + NEW_YORK, -22]
    assert game.rank() == [1, 3, 2]


@pytest.mark.parametrize("move", LEAVING)
def test_p3_when_only_one_has_not_left_what_is_on_the_track_is_scored_at_once(move: engine.Move) -> None:
    stacks = {0: "green 1 red 1", 1: "blue 1 yellow 1"}
    game = yards(held={0: [7, 46], 1: [4, 17]}, on_track=stacks, in_yards={1: ["green 2"]})
    events = game.do(0, move)
    assert tags(events)[:2] == ["seat_left", "tickets_completed"]
    assert game.points() == [8 - 22 + DALLAS, 6 - 10 + NEW_YORK]
    assert game.rank() == [2, 1]


def test_p3_no_second_round_is_begun() -> None:
    game = yards(4, held={0: [1]}, on_track={0: "yellow 1"})
    for seat in (1, 2, 3):
        game.do(seat, engine.Resign())
    assert game.state.outcome == "played"
    assert position(game).round == 1
    assert game.points()[0] == 5 + CHICAGO + NEW_YORK


def test_p3_while_tickets_are_completed_choices_made_stand() -> None:
    game = scoring(2, held={0: [1], 1: [3]}, on_track={0: "yellow 1", 1: "yellow 1 green 1"})
    game.play(0, "complete none")
    events = game.do(0, engine.Resign())
    assert tags(events)[:4] == ["seat_left", "completion_chosen", "tickets_completed", "tickets_completed"]
    assert game.points() == [-5, 6 + CHICAGO + DALLAS]
    assert sum(len(done) for done in position(game).completed) == 1


def test_p3_in_the_second_round_the_first_ones_tickets_count() -> None:
    game = yards(4, round_number=2, completed={0: [4]}, held={0: [1]}, on_track={0: "yellow 1"})
    game.state.ledger = (Points(0, 6, "ticket", "4"),)
    for seat in (1, 2, 3):
        game.do(seat, engine.Forfeit())
    assert game.points()[0] == 6 + 5 + NEW_YORK + CHICAGO


def test_p3_open_choices_are_taken_by_default_first() -> None:
    game = yards(ticket_deck=[5, 6, 7, 8])
    game.play(0, "tickets")
    assert isinstance(game.state.prompts[0], KeepTickets)
    game.do(1, engine.Resign())
    assert game.state.over
    assert game.points() == [0, 0]


def test_p3_while_first_tickets_are_chosen() -> None:
    game = started(2, kind=CARDS)
    game.do(1, engine.Resign())
    assert game.state.outcome == "played"
    assert [len(held) for held in game.state.tickets.held] == [1, 1]


def test_p4_when_every_seat_is_absent_the_game_is_closed_without_ranks() -> None:
    game = begun(3, kind=CARDS)
    for seat in (2, 0, 1):
        game.do(seat, engine.MarkAbsent())
    assert game.state.outcome == "abandoned"
    assert game.rank() == [None] * 3


def test_p4_abandoned_while_tickets_are_completed_nothing_is_shown() -> None:
    game = scoring(2, held={0: [1]}, on_track={0: "yellow 1"})
    game.do(0, engine.MarkAbsent())
    events = game.do(1, engine.MarkAbsent())
    assert tags(events) == ["seat_left", "completion_chosen", "game_ended"]
    assert position(game).completed == ((), ())
    assert game.points() == [0, 0]


def test_p4_anyone_who_comes_back_plays_from_the_next_turn_on() -> None:
    game = yards(3, in_yards={1: ["red 3"]})
    game.do(1, engine.MarkAbsent())
    game.play(0, "tickets")
    game.play(0, "keep none")
    game.do(1, engine.ComeBack())
    for seat in (2, 0):
        game.play(seat, "tickets")
        game.play(seat, "keep none")
    assert game.asked == [(1, "take_turn")]
    assert position(game).yards[1][0].cards == 2
