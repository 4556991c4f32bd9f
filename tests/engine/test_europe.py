"""Europe, as far as it goes: the board, ferries, stations and what they lend (E1, E3, E6-E10)."""

import random
import time
from itertools import product

import pytest

import engine
from engine.boards import GRAY, Routes, TicketFact
from engine.boards.europe import EUROPE as BOARD
from engine.model import Points
from engine.parts import connections, stations
from engine.parts.connections import earned
from engine.parts.loans import choose_loans
from engine.parts.network import connected, routes_in
from engine.parts.scoring import Score, standings
from engine.parts.stations import BuildStation, StationPosition
from engine.parts.turns import Pass
from engine.prices import Price
from engine.rules.europe import europe, final_points

from .play import refusal
from .positions import Game, Kind, bag, card, hand, is_of, route, table

OWN_RULES = ("e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10")
EUROPE = Kind(europe())


def city(slug: str) -> engine.boards.City:
    return BOARD.city_of[slug]


def game(**given: object) -> Game:
    return table(kind=EUROPE, **{"deck": "red 9", **given})  # type: ignore[arg-type]


def state_of(game: Game) -> StationPosition:
    return is_of(StationPosition, game.state)


def test_e1_45_trains_and_3_stations_each() -> None:
    position = state_of(game())
    assert (position.network.trains, [position.left(seat) for seat in range(2)]) == ([45, 45], [3, 3])
    assert (len(BOARD.cities), len(BOARD.routes), len(BOARD.tickets)) == (47, 101, 46)
    assert sum("long" in fact.attributes for fact in BOARD.tickets) == 6


def test_e3_a_ferry_takes_its_locomotives() -> None:
    lines = game(hands={0: "red 2 loco 2"}).may(0)
    assert [line for line in lines if "amsterdam-london" in line] == ["claim amsterdam-london loco 2"]
    assert "claim athina-smyrna red 1 loco 1" in lines


@pytest.mark.parametrize(
    ("built", "pairs"),
    [
        (0, ["blue 1", "red 1", "loco 1"]),
        (1, ["blue 1 loco 1", "red 2", "red 1 loco 1"]),
        (2, ["red 2 loco 1"]),
        (3, []),
    ],
)
def test_e6_the_first_costs_one_card_each_further_one_more_of_one_color(built: int, pairs: list[str]) -> None:
    position = game(hands={0: "blue 1 red 2 loco 1"})
    state_of(position).stations = (tuple(map(city, ("athina", "berlin", "brest")[:built])), ())
    lines = [line for line in position.may(0) if line.startswith("station")]
    assert lines[: len(pairs)] == [f"station {'amsterdam'} {pair}" for pair in pairs]
    assert len(lines) == len(pairs) * (47 - built)


def test_e6_a_station_is_built_and_paid_for() -> None:
    position = game(hands={0: "red 3"})
    move = engine.notation.parse_at(position.state, "station wien red")
    assert move == engine.notation.parse(EUROPE.rules, "station wien red 1")
    position.do(0, move)
    state = state_of(position)
    assert (hand(state, 0), state.cards.discards, state.left(0)) == ({"red": 2}, bag("red 1"), 2)
    assert engine.view(state, None)["stations"] == {"wien": 0}
    assert position.asked == [(1, "take_turn")]
    state.cards.hands[1] = bag("blue 3")
    assert position.refused(1, "station wien blue 1") == "city_has_station"


@pytest.mark.parametrize("built", range(3))
def test_e6_the_next_station_costs_a_card_more_than_the_last(built: int) -> None:
    position = game(hands={0: "red 3 loco 1"})
    state_of(position).stations = (tuple(map(city, ("athina", "berlin", "brest")[:built])), ())
    assert state_of(position).price(0) == Price(GRAY, built + 1, 0, built + 1)
    assert engine.notation.parse_at(position.state, "station wien red") == BuildStation(
        city("wien"), card("red"), built + 1, 0
    )


def test_e6_a_station_is_paid_for_with_locomotives_too() -> None:
    move = BuildStation(city("wien"), card("red"), 1, 2)
    assert engine.notation.parse(EUROPE.rules, "station wien red 1 loco 2") == move
    assert engine.notation.parse_at(game().state, "station wien red 1 loco 2") == move


@pytest.mark.parametrize("line", ["station", "station wien", "station wien red"])
def test_e6_a_station_without_its_city_or_payment_is_not_read(line: str) -> None:
    with pytest.raises(engine.MalformedMove) as refused:
        engine.notation.parse(EUROPE.rules, line)
    assert refused.value.code == "station_what"
    assert refused.value.detail == {"expected": "station amsterdam purple 1 loco 1"}


def test_e6_everybody_sees_whose_stations_stand_where() -> None:
    position, empty = game(seats=3), game(seats=3)
    state_of(position).stations = ((city("paris"), city("wien")), (city("roma"),), (city("brest"),))
    stations.FEATURE.recall(state_of(empty), engine.view(position.state, None))
    assert state_of(empty).stations == state_of(position).stations


@pytest.mark.parametrize("built", range(4))
def test_e6_offered_is_accepted(built: int) -> None:
    position = game(hands={0: "blue 1 red 3 green 2 loco 2"})
    state_of(position).stations = (tuple(map(city, ("athina", "berlin", "brest")[:built])), (city("wien"),))
    wanted = {
        BuildStation(city(slug), card(color), cards, locomotives)
        for slug, color in product(("athina", "wien", "zurich"), ("blue", "red", "green", "white", "loco"))
        for cards, locomotives in product(range(-1, 5), range(-1, 5))
    }
    accepted = {move for move in wanted if not refusal(position.state, 0, move)}
    offered = {move for move in engine.options(position.state, 0) if isinstance(move, BuildStation)}
    assert accepted == {move for move in offered if move.city in map(city, ("athina", "wien", "zurich"))}


def test_e6_no_station_is_required() -> None:
    position = game(hands={0: "red 1"}, deck="", in_market="- - - - -", ticket_deck=(), trains={0: 0})
    assert position.may(0)[0] == "pass"
    assert len(position.may(0)) == 1 + 47
    assert engine.default_move(position.state, 0) == Pass()
    assert game(hands={0: "red 1"}).refused(0, "pass") == "pass_not_allowed"


def plain(own: Routes, offers: list[Routes], numbers: list[int]) -> tuple[int, int, int, list[int]]:
    """Return the best choice by trying every one without any thought, as a key: the lowest is the best."""
    best = None
    for picked in product(*([None, *routes_in(offer)] for offer in offers)):
        chosen = sorted({each for each in picked if each is not None})
        key = (*worth(own, chosen, numbers), len(chosen), list(map(int, chosen)))
        best = key if best is None else min(best, key)
    assert best is not None
    return best


def worth(own: Routes, chosen: list[engine.boards.Route], numbers: list[int]) -> tuple[int, int]:
    roots = connected(BOARD, [*routes_in(own), *chosen])
    facts = [BOARD.tickets[BOARD.ticket_of[number]] for number in numbers]
    scores = [earned(fact, roots) for fact in facts]
    points = sum(-fact.points if score is None else score for fact, score in zip(facts, scores, strict=True))
    return -points, -sum(score is not None for score in scores)


def dealt(seed: int, tickets: int) -> tuple[Routes, list[Routes], list[int]]:
    """Return a seat's random routes, the routes of others into its three stations, and its tickets."""
    rnd = random.Random(seed)
    owners = [rnd.choice((0, 0, 1, 2, 3)) for _ in BOARD.routes]
    own, others = (
        sum(1 << index for index, owner in enumerate(owners) if (owner == 0) is mine) for mine in (True, False)
    )
    own &= sum(1 << index for index in range(len(BOARD.routes)) if rnd.random() < 0.5)
    cities = rnd.sample(range(len(BOARD.cities)), 3)
    offers = [
        sum(1 << index for index in routes_in(others) if cities[place] in BOARD.routes[index].ends)
        for place in range(3)
    ]
    return own, offers, rnd.sample([fact.number for fact in BOARD.tickets], tickets)


@pytest.mark.parametrize("seed", range(40))
def test_e7_the_choice_is_exact(seed: int) -> None:
    own, offers, numbers = dealt(seed, 9)
    routes = choose_loans(BOARD, own, offers, [BOARD.tickets[BOARD.ticket_of[number]] for number in numbers])
    chosen = list(routes_in(routes))
    assert (*worth(own, chosen, numbers), len(chosen), list(map(int, chosen))) == plain(own, offers, numbers)


@pytest.mark.parametrize(("points", "twice_first"), [(10, True), (10, False), (12, True), (12, False)])
def test_e7_more_points_come_before_more_tickets_and_these_before_the_order_of_the_board(
    points: int, twice_first: bool
) -> None:
    """A station in Paris may serve two tickets of 5 points each, or another one by another route."""
    routes = [index for index in BOARD.route_of.values() if city("paris") in BOARD.routes[index].ends]
    twice, once = (routes[0], routes[-1]) if twice_first else (routes[-1], routes[0])
    tickets = [TicketFact(number, BOARD.routes[twice].ends, 5) for number in (1, 2)]
    tickets.append(TicketFact(3, BOARD.routes[once].ends, points))
    best = once if points > 5 + 5 else twice
    assert choose_loans(BOARD, 0, [1 << twice | 1 << once], tickets) == 1 << best


def test_e7_the_choice_takes_little_time() -> None:
    """The three cities with most routes, all held by others, and many tickets: the quickest of five, in CPU time."""
    degree = [sum(index in fact.ends for fact in BOARD.routes) for index in range(len(BOARD.cities))]
    busiest = sorted(range(len(degree)), key=lambda index: -degree[index])[:3]
    offers = [sum(1 << n for n, fact in enumerate(BOARD.routes) if index in fact.ends) for index in busiest]
    took = []
    for _ in range(5):
        began = time.process_time()
        choose_loans(BOARD, 0, offers, BOARD.tickets[:20])
        took.append(time.process_time() - began)
    assert min(took) < 0.05


def test_e7_a_station_lends_one_route_into_its_city_for_all_tickets() -> None:
    """Ticket 1, Amsterdam to Pamplona: others hold the way from Paris, and a station stands there."""
    position = game(tickets={0: [1]}, routes={0: ["amsterdam-bruxelles", "bruxelles-paris-1"], 1: ["pamplona-paris-1"]})
    assert [fact.points for fact in connections.ticket_points(state_of(position)) if fact.seat == 0] == [-7]
    state_of(position).stations = ((city("paris"),), ())
    assert stations.borrowed(state_of(position), 0) == 1 << route("pamplona-paris-1", BOARD)
    assert [fact.points for fact in connections.ticket_points(state_of(position)) if fact.seat == 0] == [7]
    assert engine.own(engine.view(position.state, 0))["tickets"][0]["completed"]


def test_e7_nothing_is_borrowed_without_a_station() -> None:
    position = game(tickets={0: [1]}, routes={1: ["amsterdam-bruxelles", "bruxelles-paris-1", "pamplona-paris-1"]})
    assert stations.borrowed(state_of(position), 0) == 0


def test_e7_routes_of_others_into_cities_that_can_still_have_a_station_may_be_borrowed() -> None:
    taken = {0: ["amsterdam-bruxelles"], 1: ["pamplona-paris-1"], 2: ["angora-erzurum"]}
    state = state_of(game(seats=3, routes=taken))
    own, paris, angora = (1 << route(slug, BOARD) for slugs in taken.values() for slug in slugs)
    assert [stations.may_borrow(state, seat) for seat in range(3)] == [paris | angora, own | angora, own | paris]
    state.stations = ((), tuple(map(city, ("essen", "wien", "roma"))), (city("angora"), city("erzurum")))
    assert [stations.may_borrow(state, seat) for seat in range(3)] == [paris, 0, own | paris]


def test_e7_borrowed_routes_do_not_lengthen_the_path() -> None:
    position = game(tickets={0: [1]}, routes={0: ["amsterdam-bruxelles"], 1: ["bruxelles-paris-1", "pamplona-paris-1"]})
    state_of(position).stations = ((city("paris"),), ())
    bonus = [fact for fact in final_points(state_of(position)) if getattr(fact, "reason", "") == "longest_path"]
    assert [(fact.seat, fact.points) for fact in bonus] == [(1, 10)]  # type: ignore[attr-defined]


def test_e8_each_station_not_built_scores_4_points() -> None:
    position = state_of(game())
    position.stations = ((city("paris"),), ())
    points = [(fact.seat, fact.points) for fact in stations.unbuilt_points(position)]
    assert points == [(0, 8), (1, 12)]
    position.stations = (tuple(map(city, ("paris", "wien", "roma"))), ())
    assert [fact.seat for fact in stations.unbuilt_points(position)] == [1]


def test_e9_equal_points_then_tickets_then_fewer_stations() -> None:
    assert list(EUROPE.rules.tie_breaks) == ["completed", "stations", "longest_path"]
    assert standings(state_of(game()))[0].points == 0


def test_e9_only_stations_count_as_stations() -> None:
    """Whoever keeps two of them and a ticket has two that were not built."""
    position = state_of(game(tickets={0: [7]}))
    position.stations = ((city("paris"),), ())
    facts = [*connections.ticket_points(position), *stations.unbuilt_points(position)]
    ledger = [Points(0, fact.points, fact.reason, fact.subject) for fact in facts if fact.seat == 0]
    assert [line.reason for line in ledger] == ["ticket", "station"]
    assert stations.unbuilt(Score(0, 0, tuple(ledger))) == 2


def test_e10_route_points() -> None:
    assert BOARD.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}
    assert {fact.length for fact in BOARD.routes} == set(BOARD.route_points)
