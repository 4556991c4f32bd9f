"""T1-T4: USA 1910, three games on the map of the base game, with other tickets and bonuses."""

from collections.abc import Mapping, Sequence

import pytest

import engine
from engine.boards.usa import USA
from engine.boards.usa_1910 import BIG_CITIES
from tests.sweeps import TWINS

from .positions import Game, Kind, started, table

OWN_RULES = ("t1", "t2", "t3", "t4")
OF_1910, MEGA, CITIES = (Kind(engine.RULESETS[f"usa_{name}@1"]) for name in ("1910", "mega", "big_cities"))
ALL = (OF_1910, MEGA, CITIES)
every_game = pytest.mark.parametrize("game", ALL, ids=repr)
pytestmark = pytest.mark.twins
TO_NEW_YORK = ["nashville-pittsburgh", "new_york-pittsburgh-1"]
TO_ATLANTA = ["chicago-saint_louis-1", "nashville-saint_louis", "atlanta-nashville"]


def pairs(kind: Kind) -> set[tuple[str, str, int]]:
    """Return the tickets of a board: two cities and a value."""
    board = kind.rules.board
    return {(*sorted(board.cities[city].slug for city in fact.ends), fact.points) for fact in board.tickets}  # type: ignore[misc]


def ended(kind: Kind, *, routes: Mapping[int, Sequence[str]], tickets: Mapping[int, Sequence[int]]) -> Game:
    """End a game of two in this position: one leaves, so it is scored at once (P3)."""
    game = table(2, kind=kind, ticket_deck=[], routes=routes, tickets=tickets)
    game.play(1, "resign")
    return game


def bonuses(game: Game) -> set[tuple[int, str, int]]:
    """Return the bonuses scored: seat, reason, and points."""
    lines = game.state.ledger
    return {(line.seat, line.reason, line.points) for line in lines if line.reason not in ("ticket", "route")}


def ticket_between(kind: Kind, a: str, b: str) -> int:
    board = kind.rules.board
    ends = {board.city_of[a], board.city_of[b]}
    return next(fact.number for fact in board.tickets if {*fact.ends} == ends)


@every_game
def test_t1_t2_t3_the_map_and_what_routes_score_are_those_of_the_base_game(game: Kind) -> None:
    board = game.rules.board
    assert board.map is USA
    assert (board.cities, board.routes, board.route_points) == (USA.cities, USA.routes, USA.route_points)
    assert board.digest != USA.digest
    assert game.rules.id in TWINS
    assert (started(5, kind=game).state.network.trains, game.rules.seat_counts) == ([45] * 5, range(2, 6))


def test_t1_35_tickets_none_of_which_is_in_the_base_game() -> None:
    base = {frozenset((USA.cities[a].slug, USA.cities[b].slug)) for a, b in (fact.ends for fact in USA.tickets)}
    assert len(pairs(OF_1910)) == 35
    assert not base & {frozenset((a, b)) for a, b, _ in pairs(OF_1910)}
    assert ("las_vegas", "miami", 21) in pairs(OF_1910)


def test_t2_the_35_and_34_more() -> None:
    assert len(pairs(MEGA)) == 69
    assert pairs(OF_1910) < pairs(MEGA)


def test_t3_every_ticket_that_names_a_big_city() -> None:
    assert pairs(CITIES) == {pair for pair in pairs(MEGA) if BIG_CITIES & {*pair[:2]}}
    assert len(pairs(CITIES)) == 35


@pytest.mark.parametrize(("kind", "first", "keep"), [(OF_1910, 3, 2), (MEGA, 5, 3), (CITIES, 4, 2)], ids=str)
def test_t1_t2_t3_first_tickets(kind: Kind, first: int, keep: int) -> None:
    game = started(2, kind=kind)
    (prompt, _) = engine.view(game.state, 0)["prompts"]
    assert (prompt["offer_count"], prompt["at_least"]) == (first, keep)
    number = engine.view(game.state, 0)["prompts"][0]["offer"][0]["number"]
    details = game.why_not(0, f"keep {number}")
    assert (details["code"], details["rule"]) == ("too_few_tickets_kept", kind.rules.replaces.get("B3", "B3"))


@pytest.mark.parametrize(("kind", "more"), [(OF_1910, 3), (MEGA, 4), (CITIES, 4)], ids=str)
def test_t1_t2_t3_later_tickets(kind: Kind, more: int) -> None:
    game = table(kind=kind, ticket_deck=[5, 6, 7, 8, 9])
    game.play(0, "tickets")
    (prompt,) = engine.view(game.state, 0)["prompts"]
    assert [ticket["number"] for ticket in prompt["offer"]] == [5, 6, 7, 8][:more]
    assert game.why_not(0, "keep none")["rule"] == kind.rules.replaces.get("B16", "B16")


@every_game
def test_t4_first_tickets_that_are_returned_go_under_the_deck_the_first_seats_first(game: Kind) -> None:
    playing = started(2, kind=game)
    offers = [prompt.offer for prompt in playing.state.prompts]  # type: ignore[attr-defined]
    for seat in (1, 0):
        playing.do(seat, engine.options(playing.state, seat)[0])
    keep = engine.view(started(2, kind=game).state, 0)["prompts"][0]["at_least"]
    returned = tuple(ticket for offer in offers for ticket in offer[keep:])
    assert playing.state.tickets.deck[-len(returned) :] == returned


@every_game
def test_t4_later_tickets_that_are_returned_go_under_the_deck_in_the_order_drawn(game: Kind) -> None:
    playing = table(kind=game, ticket_deck=[5, 6, 7, 8, 9])
    playing.play(0, "tickets")
    playing.play(0, "keep 6")
    numbers = [game.rules.board.tickets[ticket].number for ticket in playing.state.tickets.deck]
    assert numbers == ([8, 9, 5, 7] if game is OF_1910 else [9, 5, 7, 8])


@pytest.mark.parametrize("kind", [MEGA, CITIES], ids=repr)
@pytest.mark.parametrize("left", [1, 2, 3])
def test_t4_four_drawn_fewer_than_four_left(kind: Kind, left: int) -> None:
    game = table(kind=kind, ticket_deck=[5, 6, 7][:left])
    game.play(0, "tickets")
    assert engine.view(game.state, 0)["prompts"][0]["offer_count"] == left
    assert game.refused(0, "keep none") == "too_few_tickets_kept"
    game.play(0, "keep 5")
    assert len(game.state.tickets.deck) == left - 1


@every_game
def test_t4_none_left_it_is_not_a_legal_action(game: Kind) -> None:
    assert "tickets" not in table(kind=game, ticket_deck=[]).may(0)


@every_game
def test_t1_t2_t3_t4_the_bonuses_and_all_who_tie_get_them(game: Kind) -> None:
    tickets = {0: [ticket_between(game, "nashville", "new_york")], 1: [ticket_between(game, "chicago", "atlanta")]}
    globetrotters = {(0, "globetrotter", 15), (1, "globetrotter", 15)}
    longest = {(0, "longest_path", 10)}
    scored = {OF_1910: globetrotters, MEGA: globetrotters | longest, CITIES: set[tuple[int, str, int]]()}
    assert bonuses(ended(game, routes={0: TO_NEW_YORK, 1: TO_ATLANTA}, tickets=tickets)) == scored[game]
    more = {0: [*tickets[0], ticket_between(game, "montreal", "dallas")], 1: [*tickets[1]]}
    assert bonuses(ended(game, routes={0: TO_NEW_YORK, 1: TO_ATLANTA}, tickets=more)) == scored[game]


@every_game
def test_t4_with_no_ticket_completed_nobody_is_the_globetrotter(game: Kind) -> None:
    playing = ended(game, routes={0: TO_NEW_YORK, 1: TO_ATLANTA}, tickets={0: [1], 1: [3]})
    assert {reason for _, reason, _ in bonuses(playing)} == ({"longest_path"} if game is MEGA else set())


@pytest.mark.parametrize("kind", ALL, ids=repr)
def test_t4_a_third_tie_break_only_with_the_longest_path(kind: Kind) -> None:
    assert [*kind.rules.tie_breaks] == ["completed", *(["longest_path"] if kind is MEGA else [])]


def test_usa_itself_has_not_changed() -> None:
    assert USA.digest == "629882806acfeb4ef5a0abc37d02d68cd639bd8dfadd173bcb6fd6f4ce03afc7"
