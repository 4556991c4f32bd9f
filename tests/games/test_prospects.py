"""Ticket status and helpful routes: computed by search, and confirmed by trying out."""

from dataclasses import dataclass
from itertools import pairwise

import pytest

import engine
from engine.boards import Board
from engine.cards import KINDS
from engine.parts.claims import BoardPosition, ClaimRoute
from engine.parts.tickets import ticket_view
from games.models import Game
from games.presentation.prospects import ticket_status
from games.presentation.prospects.claims import Claims
from games.presentation.prospects.stretches import stretches
from games.presentation.prospects.ways import FAR, Land, Missing
from games.table import store
from tests.engine.positions import ALVIN, EVERY, Kind, is_of
from tests.games.stories import chosen, default, play_on, players, post, prompts, started
from tests.games.worlds import deal, hold
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

BOARDS = [kind for kind in EVERY if kind.rules.board.routes]
on_boards = pytest.mark.parametrize("kind", at_length(BOARDS, at_once=[ALVIN]), ids=str)


def to_a_turn(game: Game) -> int:
    while prompts(game)[0]["type"] != "take_turn":
        play_on(game, 1)
    seat: int = prompts(game)[0]["seat"]
    return seat


@on_boards
@pytest.mark.parametrize("moves", at_length([30, 90], at_once=[30]))
def test_what_a_route_does_for_a_ticket_is_what_claiming_it_does(kind: Kind, moves: int) -> None:
    game = chosen(started(players(3), **kind.wishes))
    play_on(game, moves)
    seat = to_a_turn(game)
    table = store.load(store.read(game.pk))
    land = Land(table.state.rules, engine.view(table.state, seat), seat)
    routes = {move.route for move in engine.options(table.state, seat) if isinstance(move, ClaimRoute)}
    tickets = table.state.rules.board.tickets
    for route in sorted(routes)[:6]:
        after = land.claimed(route)
        for ticket in tickets:
            assert land.after(ticket, route) == after.far(ticket) <= land.far(ticket)


@on_boards
def test_a_ticket_lacks_the_spaces_of_the_routes_that_are_named(kind: Kind) -> None:
    game = chosen(started(players(3), **kind.wishes))
    play_on(game, 90)
    seat = to_a_turn(game)
    table = store.load(store.read(game.pk))
    land = Land(table.state.rules, engine.view(table.state, seat), seat)
    trains = is_of(BoardPosition, table.state).network.trains[seat]
    for ticket in table.state.rules.board.tickets:
        missing, far = land.missing(ticket), land.far(ticket)
        assert (missing is None) == (far >= FAR or far > trains)
        assert missing is None or missing.spaces == far


def test_what_a_ticket_lacks_beside_its_own_way_is_said_to_join_the_network() -> None:
    """W5: two far cities joined to each other are worth nothing before the seat's own routes reach them."""
    game = chosen(started(players(3), ruleset="old_west@1"))
    play_on(game, 60)
    seat = to_a_turn(game)
    state = store.load(store.read(game.pk)).state
    seen = Seen(state.rules, seat, engine.view(state, seat), engine.options(state, seat))
    land = Land(seen.rules, seen.view, seat)
    board = seen.rules.board
    offer = [ticket_view(board, ticket) for ticket in board.ticket_of.values()]
    every = ticket_status.of_offered(seen, land, offer)
    told = ticket_status.each_in_full(land, offer, every)
    said = {"to join your routes" in one for one in told}
    assert said == {True, False}
    for stands, one in zip(every, told, strict=True):
        if stands.missing and stands.missing.routes:
            assert one.startswith(stands.text)
            assert one != stands.text
            assert bool(stands.missing.beside) == ("; to join your routes: " in one)
            assert leads(seen.rules.board, stands.missing)


def leads(board: Board, missing: Missing) -> bool:
    """Check whether each route of the path shares an end with the previous one."""
    ends = [frozenset(board.routes[route].ends) for route in missing.way]
    return all(one & other for one, other in pairwise(ends))


@on_boards
def test_a_way_by_another_route_is_as_short_and_takes_it(kind: Kind) -> None:
    """Check that an equally short path through the route exists exactly if claiming it saves its length."""
    game = chosen(started(players(3), **kind.wishes))
    play_on(game, 60)
    seat = to_a_turn(game)
    state = store.load(store.read(game.pk)).state
    seen = Seen(state.rules, seat, engine.view(state, seat), engine.options(state, seat))
    land, by_another = Land(seen.rules, seen.view, seat), 0
    routes = sorted(Claims(seen, land).by_route)[:12]
    for ticket in seen.rules.board.tickets:
        named = land.missing(ticket)
        for route in routes if named else []:
            assert named
            way, saved = land.missing_by(ticket, route), land.far(ticket) - land.after(ticket, route)
            assert (way is not None) == (saved == seen.rules.board.routes[route].length)
            assert way is None or (way.spaces == named.spaces and way.routes >> route & 1)
            by_another += way is not None and not named.routes >> route & 1
    assert by_another


@dataclass
class Seen:
    """A position from one seat's view."""

    rules: engine.Ruleset
    seat: int
    view: engine.View
    options: engine.Options

    def name(self, seat: int) -> str:
        return f"Player {seat}"


def test_of_tracks_side_by_side_those_that_take_fewest_locomotives_are_useful() -> None:
    game = chosen(started(players(2)))
    seat = to_a_turn(game)
    hold(game, seat, "new_york", "atlanta")
    for kind, other in (("orange", "black"), ("black", "orange")):
        deal(game, seat, **{kind: 2, other: 1, "locomotive": 1})
        state = store.load(store.read(game.pk)).state
        seen = Seen(state.rules, seat, engine.view(state, seat), engine.options(state, seat))
        claims = Claims(seen, Land(seen.rules, seen.view, seat))
        twins = [row for row in claims.useful if row.slug.startswith("new_york-washington")]
        assert [claims.price(row.slug) for row in twins] == [{kind: 2}]
        assert [row.reason for row in twins] == [f"2 {kind} · brings A 2 spaces nearer"]


def claims_of(game: Game, seat: int) -> Claims:
    state = store.load(store.read(game.pk)).state
    seen = Seen(state.rules, seat, engine.view(state, seat), engine.options(state, seat))
    return Claims(seen, Land(seen.rules, seen.view, seat))


def test_a_gray_route_is_not_paid_for_with_the_color_that_a_ticket_needs() -> None:
    game = chosen(started(players(2)))
    seat = to_a_turn(game)
    hold(game, seat, "portland", "nashville")
    deal(game, seat, blue=3, white=2)
    assert claims_of(game, seat).price("duluth-omaha-1") == {"white": 2}
    deal(game, seat, blue=12, white=2)
    assert claims_of(game, seat).price("duluth-omaha-1") == {"blue": 2}  # enough are left


def test_a_claim_shows_every_ticket_that_it_brings_nearer_however_little() -> None:
    game = chosen(started(players(2)))
    seat = to_a_turn(game)
    deal(game, seat, **dict.fromkeys(KINDS[:-1], 6))
    play_on(game, 20)
    seat = to_a_turn(game)
    deal(game, seat, **dict.fromkeys(KINDS[:-1], 6))
    claims, partly = claims_of(game, seat), 0
    for route in sorted(claims.by_route):
        length, shown = claims.board.routes[route].length, {ticket.number for ticket, _change in claims.compare(route)}
        saved = {one.number: claims.land.far(one) - claims.land.after(one, route) for one in claims.open_tickets}
        assert shown == {number for number, spaces in saved.items() if spaces > 0}
        partly += any(0 < spaces < length for spaces in saved.values())
    assert partly


def test_a_route_between_two_markers_says_who_else_scores_for_it() -> None:
    """W7: the owners of both markers score, whoever claims the route; without others' markers nobody else is named."""
    game = started(players(2), ruleset="old_west@1")
    for seat in (0, 1):
        post(game, seat, default(game, seat))
    post(game, 1, "start santa_fe")
    post(game, 0, "start albuquerque")
    deal(game, 0, **dict.fromkeys(KINDS[:-1], 2))
    state = store.load(store.read(game.pk)).state
    seen = Seen(state.rules, 0, engine.view(state, 0), engine.options(state, 0))
    rows = Claims(seen, Land(seen.rules, seen.view, 0)).every
    told = {row.slug: (row.points, "Player 1 gets 1 point ·" in f"{row.reason} ·") for row in rows}
    assert told["albuquerque-santa_fe-1"] == (1, True)
    assert told["albuquerque-roswell"] == (2, False)


def test_routes_are_named_as_the_stretches_that_they_make() -> None:
    board = engine.ruleset("usa@1").board
    every = {fact.slug: route for route, fact in enumerate(board.routes)}

    def route_names(*slugs: str) -> list[str]:
        return stretches(board, sum(1 << every[slug] for slug in slugs))

    assert route_names("denver-omaha") == ["Denver – Omaha"]
    two = ["Denver – Helena – Seattle", "Nashville – Raleigh"]
    assert sorted(route_names("denver-helena", "helena-seattle", "nashville-raleigh")) == two
    # Where three meet, one of them is listed separately.
    three = route_names("denver-helena", "helena-seattle", "helena-omaha")
    assert sorted(one.count("–") for one in three) == [1, 2]


def test_stretches_of_a_way_lie_in_its_order() -> None:
    board = engine.ruleset("usa@1").board
    way = [board.route_of[slug] for slug in ("helena-seattle", "denver-helena", "denver-omaha", "chicago-omaha")]
    all_but_one = sum(1 << route for route in way if route != way[2])
    assert stretches(board, all_but_one, way) == ["Seattle – Helena – Denver", "Omaha – Chicago"]
    assert stretches(board, all_but_one, way[::-1]) == ["Chicago – Omaha", "Denver – Helena – Seattle"]
