"""Plans on Europe: tunnels that cost more, and stations (E4, E6)."""

import engine
from tests.engine.positions import Game, Kind, table
from tests.plans.planning import answer, mistakes

EUROPE = Kind(engine.RULESETS["europe@1"])
TUNNEL = "claim angora-smyrna"


def game(hand: str, deck: str = "red 9") -> Game:
    return table(kind=EUROPE, hands={0: hand}, deck=deck)


def in_tunnel(hand: str) -> Game:
    """Return a game in which seat 0 has entered an orange tunnel of three, which costs two cards more."""
    entered = game(hand, "orange 2 red 1")
    entered.play(0, f"{TUNNEL} orange 3")
    return entered


def test_e4_a_claim_pays_for_its_tunnel_as_cheaply_as_it_can() -> None:
    assert answer(in_tunnel("orange 5 loco 2"), TUNNEL) == "dig orange 2"
    assert answer(in_tunnel("orange 4 loco 2"), TUNNEL) == "dig orange 1 loco 1"


def test_e4_a_claim_whose_tunnel_is_too_dear_takes_the_cards_back_and_stands() -> None:
    entered = in_tunnel("orange 4")
    assert answer(entered, TUNNEL) == "dig none"
    entered.play(0, "dig none")
    entered.play(1, "draw deck")
    entered.play(1, "draw deck")
    assert answer(entered, TUNNEL) == f"{TUNNEL} orange 3"


def test_e4_another_tunnel_waits_unless_the_plan_says_dig() -> None:
    entered = in_tunnel("orange 5")
    assert answer(entered, "claim berlin-wien") == "wait"
    assert answer(entered, "dig") == "dig orange 2"
    assert answer(entered, "dig none") == "dig none"
    assert answer(in_tunnel("orange 4"), "dig") == "dig none"


def test_e6_a_station_is_built_for_what_costs_least() -> None:
    assert answer(game("red 2 blue 1 loco 1"), "station wien") == "station wien red 1"
    assert answer(game("red 2 blue 1"), "station wien blue 1") == "station wien blue 1"


def test_e6_a_station_that_is_there_is_done_and_another_seat_s_stops_the_plan() -> None:
    built = game("red 2")
    built.play(0, "station wien red 1")
    assert mistakes(built, "station wien", "draw deck") == ["1 already_so"]
    assert mistakes(built, "station wien", "draw deck", seat=1) == ["1 city_has_station"]
