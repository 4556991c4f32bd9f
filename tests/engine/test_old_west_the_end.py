"""W9, W10: drawing tickets, and the end in the Old West."""

import pytest

import engine
from engine.model import Points
from engine.parts.turns import PointsScored

from .frontier import BOARD, frontier
from .positions import Game


def test_w9_four_from_the_top_keep_at_least_one() -> None:
    game = frontier(ticket_deck=[5, 6, 7, 8, 9])
    game.play(0, "tickets")
    assert [BOARD.tickets[ticket].number for ticket in game.state.prompts[0].offer] == [5, 6, 7, 8]  # type: ignore[attr-defined]
    assert len(game.may(0)) == 15
    assert game.refused(0, "keep none") == "too_few_tickets_kept"
    game.play(0, "keep 7")
    assert [BOARD.tickets[ticket].number for ticket in game.state.tickets.deck] == [9, 5, 6, 8]


@pytest.mark.parametrize("left", [1, 2, 3])
def test_w9_fewer_than_four_left_draw_what_there_is(left: int) -> None:
    game = frontier(ticket_deck=[5, 6, 7][:left])
    game.play(0, "tickets")
    assert len(game.state.prompts[0].offer) == left  # type: ignore[attr-defined]


def end(game: Game) -> list[PointsScored]:
    """End the game by having the others leave, and return the points scored."""
    events = [event for seat in range(1, game.state.seats) for event in game.do(seat, engine.Resign())]
    return [event for event in events if isinstance(event, PointsScored)]


# Tickets of a single route each: Seattle - Ashland by way of Portland and Eugene, San Francisco - Los Angeles, ...
COAST = ["portland-seattle-1", "eugene-portland-1", "ashland-eugene-1"]
FERRY = ["los_angeles-san_francisco"]
SOUTH = ["phoenix-tucson-1", "flagstaff-phoenix-1", "flagstaff-las_vegas-1"]


def test_w10_the_player_with_the_most_completed_tickets_gets_15() -> None:
    game = frontier(3, routes={0: COAST, 1: FERRY}, tickets={0: [40], 1: [39, 40], 2: [1]})
    lines = end(game)
    assert [line for line in lines if line.reason == "globetrotter"] == [
        PointsScored(0, 15, "globetrotter", "1"),
        PointsScored(1, 15, "globetrotter", "1"),
    ]
    assert game.points() == [20, 14, -10]


def test_w10_completed_ones_count_not_their_value_nor_those_missed() -> None:
    routes = {0: [*FERRY, *SOUTH], 1: COAST}
    game = frontier(routes=routes, tickets={0: [22, 39, 46, 47], 1: [40]})
    assert [line for line in end(game) if line.reason == "globetrotter"] == [PointsScored(0, 15, "globetrotter", "2")]


def test_w10_none_completed_earns_nothing() -> None:
    lines = end(frontier(tickets={0: [1], 1: [2]}))
    assert [line.reason for line in lines] == ["ticket", "ticket"]


def test_w10_there_is_no_longest_path_bonus() -> None:
    lines = end(frontier(routes={0: COAST}))
    assert lines == []


def test_w10_anyone_who_left_is_scored_like_the_others() -> None:
    game = frontier(routes={1: FERRY}, tickets={1: [39]})
    assert end(game) == [PointsScored(1, 4, "ticket", "39"), PointsScored(1, 15, "globetrotter", "1")]
    assert (game.points(), game.rank()) == ([0, 19], [1, 2])


def scored(*ledger: Points) -> list[int | None]:
    game = frontier(3)
    game.state.ledger, game.state.outcome = ledger, "played"
    return game.rank()


def test_w10_most_points_then_most_completed_tickets_then_the_rank_is_shared() -> None:
    assert scored(Points(0, 5, "route", "a"), Points(1, 6, "route", "b")) == [2, 1, 3]
    assert scored(Points(0, 5, "ticket", "1"), Points(1, 5, "route", "b")) == [1, 2, 3]
    assert scored(Points(0, 5, "route", "a"), Points(1, 5, "marker", "b")) == [1, 1, 3]


def test_w10_no_third_tie_break() -> None:
    """Where the base game would compare the longest path, and no bonus exists here, the rank is shared."""
    assert scored(Points(0, 15, "globetrotter", "1"), Points(1, 15, "route", "b"), Points(2, 15, "alvin", "c")) == [
        1,
        1,
        1,
    ]


def test_w10_globetrotter_so_far_is_shown_to_nobody() -> None:
    game = frontier(routes={0: COAST}, tickets={0: [40]})
    for viewer in (None, 0, 1):
        assert "globetrotter" not in str(engine.view(game.state, viewer))
        assert engine.view(game.state, viewer)["seats"][0]["points"] == 0
    assert engine.own(engine.view(game.state, 0))["tickets"][0]["completed"]
    assert "completed" not in str(engine.view(game.state, 1))
