"""The final scoring: each seat's points line by line, in every ruleset (B15, B19-B22, W7, W10, W11, C13-C16, P1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import pytest

import engine
from engine.cards import Bag
from engine.parts.network import routes_in
from engine.parts.paths import longest_path
from engine.parts.position import Position

from .frontier import frontier
from .play import steps
from .positions import BOARD, EVERY, FEW_TABLES, SOME_TABLES, Game, Kind, is_of, route, table


def nothing_left(
    seats: int = 2, *, routes: Mapping[int, Sequence[str]], tickets: Mapping[int, Sequence[int]] | None = None
) -> Game:
    """Return a game in which all can only pass, so that it ends."""
    return table(seats, routes=routes, tickets=tickets, deck="", in_market="- - - - -", ticket_deck=[])


def last(kind: Kind, seats: int, seed: int = 1, leaving: float = 0.0) -> Position:
    return [*steps(seats, seed, leaving=leaving, kind=kind)][-1].state


def end(game: Game) -> list[engine.SeatScoring]:
    """Have all pass, and return the scoring by seat."""
    for seat in range(game.state.seats):
        game.play(seat, "pass")
    return by_seat(game.state)


def by_seat(state: engine.State) -> list[engine.SeatScoring]:
    return sorted(engine.final_scoring(state), key=lambda scoring: scoring.seat)


def lines(scoring: engine.SeatScoring, reason: str) -> Iterator[engine.ScoringLine]:
    return (line for name, line, _ in scoring.lines if name == reason)


@pytest.mark.parametrize("leaving", [0.0, 0.01])
@pytest.mark.parametrize(("kind", "seats"), SOME_TABLES)
def test_the_lines_add_up_to_the_points_of_the_standings(kind: Kind, seats: int, leaving: float) -> None:
    state = last(kind, seats, leaving=leaving)
    for scoring, standing in zip(by_seat(state), engine.standings(state), strict=True):
        assert (scoring.rank, scoring.points, scoring.completed) == (standing.rank, standing.points, standing.completed)
        assert sum(line.points for _, line, _ in scoring.lines) == standing.points
        assert [total for _, _, total in scoring.lines][-1:] in ([standing.points], [])
        assert {line.reason for line in standing.ledger} <= set(state.rules.accounts)


@pytest.mark.parametrize(("kind", "seats"), FEW_TABLES)
def test_completed_tickets_come_before_failed_ones_and_bonuses_last(kind: Kind, seats: int) -> None:
    for scoring in by_seat(last(kind, seats)):
        tickets = [line.points for line in lines(scoring, "ticket")]
        assert tickets == sorted(tickets, reverse=True)
        reasons = [name for name, _, _ in scoring.lines]
        order = [*state_order(kind)]
        assert reasons == sorted(reasons, key=order.index)


def state_order(kind: Kind) -> list[str]:
    return [*kind.played.accounts]


@pytest.mark.parametrize("kind", EVERY)
def test_every_kind_of_points_has_its_account(kind: Kind) -> None:
    known = {
        "route",
        "marker",
        "alvin_caught",
        "lantern",
        "ticket",
        "longest_path",
        "globetrotter",
        "alvin",
        "big_city",
        "station",
    }
    assert set(kind.played.accounts) <= known | {"correction"}
    assert [*kind.played.accounts][-1] == "correction"


@pytest.mark.parametrize(("kind", "seats"), FEW_TABLES)
def test_nothing_of_hands_decks_or_the_order_of_drawing_is_in_it(kind: Kind, seats: int) -> None:
    """Two worlds that differ in what stays secret until the secrets open have the same scoring."""
    state = last(kind, seats)
    scoring = engine.final_scoring(state)
    other = state.copy()
    other.cards.hands = cast("list[Bag]", [other.cards.deck, *other.cards.hands[:-1]])
    other.tickets = type(other.tickets)(
        other.tickets.deck[::-1], tuple(held[::-1] for held in other.tickets.held), other.tickets.returned
    )
    assert engine.final_scoring(other) == scoring


def test_b19_a_failed_ticket_names_what_was_missing_and_who_has_it() -> None:
    coast = ["portland-san_francisco-1", "los_angeles-san_francisco-1"]
    game = nothing_left(3, tickets={0: [20]}, routes={0: coast, 1: ["los_angeles-phoenix"]})
    fact = BOARD.tickets[BOARD.ticket_of[20]]
    assert [BOARD.cities[end].slug for end in fact.ends] == ["portland", "phoenix"]
    (line,) = lines(end(game)[0], "ticket")
    assert line.points == -fact.points
    assert [BOARD.routes[one].slug for one in routes_in(line.routes)] == sorted(coast)
    assert [(BOARD.routes[lost.route].slug, lost.holder) for lost in line.missing] == [("los_angeles-phoenix", 1)]


def test_b19_a_completed_ticket_has_the_routes_that_connect_its_cities_and_no_others() -> None:
    coast = ["portland-san_francisco-1", "los_angeles-san_francisco-1", "los_angeles-phoenix"]
    game = nothing_left(tickets={0: [20]}, routes={0: [*coast, "atlanta-miami"]})
    (line,) = lines(end(game)[0], "ticket")
    assert (line.points, line.missing) == (11, ())
    assert [BOARD.routes[one].slug for one in routes_in(line.routes)] == sorted(coast)


def test_b20_the_longest_path_comes_with_its_routes_and_the_others_paths_score_nothing() -> None:
    north = ["calgary-winnipeg", "helena-winnipeg", "denver-helena", "atlanta-miami"]
    game = nothing_left(routes={0: north, 1: ["atlanta-nashville"]})
    first, second = end(game)
    (path,) = lines(first, "longest_path")
    assert (path.points, path.subjects) == (10, ("14",))
    assert path.routes == sum(1 << route(slug) for slug in north[:3])
    assert [line.points for line in lines(second, "longest_path")] == [0]


@pytest.mark.parametrize("seed", range(3))
def test_b20_the_routes_of_a_path_are_one_path_of_its_length(seed: int) -> None:
    for scoring in by_seat(last(EVERY[0], 4, seed)):
        for path in lines(scoring, "longest_path"):
            routes = [*routes_in(path.routes)]
            length = sum(BOARD.routes[one].length for one in routes)
            assert str(length) == path.subjects[0]
            assert longest_path(BOARD, routes) == length


def behind(*ledger: engine.Points, game: Game) -> list[tuple[int, str | None] | None]:
    """Return for each seat by what it is behind another, with this ledger."""
    game.state.ledger, game.state.outcome = ledger, "played"
    return [scoring.behind and (scoring.behind.seat, scoring.behind.by) for scoring in by_seat(game.state)]


def points(seat: int, amount: int, reason: str, subject: str = "1") -> engine.Points:
    return engine.Points(seat, amount, reason, subject)


def test_b21_what_parts_seats_is_named() -> None:
    less = points(0, 5, "route"), points(1, 6, "route")
    assert behind(*less, game=table()) == [(1, "points"), None]
    tickets = points(0, 5, "ticket"), points(1, 5, "route")
    assert behind(*tickets, game=table()) == [None, (0, "completed")]
    path = points(0, 10, "route"), points(1, 10, "longest_path")
    assert behind(*path, game=table()) == [(1, "longest_path"), None]
    assert behind(points(0, 5, "route"), points(1, 5, "route"), game=table()) == [None, (0, None)]


def test_w10_the_globetrotter_parts_nobody() -> None:
    level = points(0, 15, "globetrotter"), points(1, 15, "route")
    assert behind(*level, game=frontier(2)) == [None, (0, None)]


def test_p1_a_seat_that_left_is_behind_those_who_stayed_whatever_its_points() -> None:
    game = nothing_left(3, routes={2: ["calgary-winnipeg"]})
    game.do(2, engine.Resign())
    game.state.ledger = (points(2, 50, "route"),)
    for seat in (0, 1):
        game.play(seat, "pass")
    assert by_seat(game.state)[2].behind == (1, "left")


@pytest.mark.parametrize("kind", EVERY)
def test_an_abandoned_game_has_no_ranks_and_nobody_is_behind(kind: Kind) -> None:
    state = [*steps(2, 1, kind=kind)][20].state
    chance = engine.Chance(bytes(32))
    for seat in (0, 1):
        state = is_of(Position, engine.decide(state, seat, engine.MarkAbsent(), chance).state)
    assert state.outcome == "abandoned"
    scorings = by_seat(state)
    assert [(scoring.rank, scoring.behind) for scoring in scorings] == [(None, None)] * 2
    assert all(scoring.points == sum(line.points for _, line, _ in scoring.lines) for scoring in scorings)
