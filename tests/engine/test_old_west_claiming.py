"""W2, W5, W8: claiming a route in the Old West."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.cards import KINDS, size
from engine.parts.markers import MarkedPosition

from .frontier import BOARD, frontier
from .moves import known_moves
from .play import refusal
from .positions import OLD_WEST, hand

TRIPLE = [f"eugene-portland-{track}" for track in (1, 2, 3)]
RAINBOW = "purple 3 blue 3 orange 3 white 3 green 3 yellow 3 black 3 red 3"


def claims(lines: list[str]) -> list[str]:
    """Return the routes that may be claimed."""
    return sorted({line.split()[1] for line in lines if line.startswith("claim")})


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_w2_with_four_to_six_players_all_tracks_are_open_but_a_player_holds_only_one_of_a_set(seats: int) -> None:
    starts = {0: "eugene", 1: "portland", 2: "bend", 3: "seattle"}
    game = frontier(seats, markers=starts, hands=dict.fromkeys(range(4), RAINBOW), routes={2: ["bend-portland-1"]})
    game.play(0, "claim eugene-portland-1 black 1")
    assert [slug for slug in TRIPLE if slug in claims(game.may(1))] == TRIPLE[1:]
    assert game.refused(1, "claim eugene-portland-1 black 1") == "route_taken"
    game.play(1, "claim eugene-portland-3 red 1")
    assert [slug for slug in TRIPLE if slug in claims(game.may(2))] == TRIPLE[1:2]
    game = frontier(seats, markers=starts, hands={0: RAINBOW}, routes={0: TRIPLE[1:2]})
    assert game.refused(0, "claim eugene-portland-1 black 1") == "own_parallel_track"
    assert game.refused(0, "claim eugene-portland-3 red 1") == "own_parallel_track"


@pytest.mark.parametrize("seats", [2, 3])
def test_w2_with_two_or_three_players_one_claimed_track_closes_the_rest_to_all(seats: int) -> None:
    for turn in range(seats):
        starts = {0: "eugene", 1: "portland", 2: "bend"}
        game = frontier(
            seats,
            turn=turn,
            markers={s: starts[s] for s in range(seats)},
            hands={turn: RAINBOW},
            routes={0: TRIPLE[1:2]},
        )
        assert not set(TRIPLE) & set(claims(game.may(turn)))
        if turn < 2:
            assert (
                game.refused(turn, "claim eugene-portland-1 black 1") == "track_closed"
                if turn
                else "own_parallel_track"
            )
            assert game.refused(turn, "claim eugene-portland-2 purple 1") == "route_taken"


def test_w2_double_routes_too() -> None:
    game = frontier(
        2, turn=1, markers={0: "denver", 1: "cheyenne"}, hands={1: RAINBOW}, routes={0: ["cheyenne-denver-1"]}
    )
    assert game.refused(1, "claim cheyenne-denver-2 purple 1") == "track_closed"
    game = frontier(
        4, turn=1, markers={0: "denver", 1: "cheyenne"}, hands={1: RAINBOW}, routes={0: ["cheyenne-denver-1"]}
    )
    assert "cheyenne-denver-2" in claims(game.may(1))


def test_w5_the_first_route_must_start_in_the_starting_city() -> None:
    game = frontier(markers={0: "roswell", 1: "seattle"}, hands={0: RAINBOW})
    assert claims(game.may(0)) == ["albuquerque-roswell", "las_cruces-roswell", "roswell-santa_fe"]
    assert game.refused(0, "claim albuquerque-santa_fe-1 green 1") == "route_outside_network"
    game = frontier(markers={1: "seattle", 0: "roswell"}, turn=1, hands={1: RAINBOW})
    assert claims(game.may(1)) == [f"portland-seattle-{track}" for track in (1, 2, 3)]


def test_w5_each_later_one_must_touch_a_city_of_the_network() -> None:
    game = frontier(markers={0: "roswell", 1: "seattle"}, hands={0: RAINBOW}, routes={0: ["las_cruces-roswell"]})
    assert claims(game.may(0)) == [
        *("albuquerque-las_cruces-1", "albuquerque-las_cruces-2", "albuquerque-roswell", "roswell-santa_fe"),
    ]
    game = frontier(
        markers={0: "roswell", 1: "seattle"},
        hands={0: RAINBOW},
        routes={0: ["las_cruces-roswell", "las_cruces-tucson"]},
    )
    assert "phoenix-tucson-1" in claims(game.may(0))
    assert game.refused(0, "claim phoenix-san_diego-1 orange 5") == "route_outside_network"


def test_w5_the_network_is_joined_by_the_players_own_routes() -> None:
    game = frontier(
        markers={0: "roswell", 1: "las_cruces"},
        hands={0: RAINBOW},
        routes={1: ["las_cruces-roswell", "las_cruces-tucson"]},
    )
    assert claims(game.may(0)) == ["albuquerque-roswell", "roswell-santa_fe"]
    assert game.refused(0, "claim phoenix-tucson-1 red 1") == "route_outside_network"


def test_w5_a_further_marker_is_no_further_start() -> None:
    """A marker is placed on an end of one of the seat's routes, so it never extends the network."""
    game = frontier(markers={0: "roswell", 1: "seattle"}, hands={0: RAINBOW})
    game.play(0, "claim roswell-santa_fe yellow 3")
    before = game.state.reach  # type: ignore[attr-defined]
    game.play(0, "marker santa_fe red 2")
    assert game.state.reach == before  # type: ignore[attr-defined]


def test_w5_others_markers_and_starting_cities_are_no_obstacle() -> None:
    game = frontier(markers={0: "roswell", 1: "santa_fe"}, hands={0: RAINBOW})
    game.play(0, "claim roswell-santa_fe yellow 3")
    assert game.state.network.routes_of(0)


def test_w5_a_player_whose_network_cannot_grow_draws_or_passes() -> None:
    """Las Cruces has three neighbors; with two players all tracks to them are soon taken."""
    around = ["albuquerque-las_cruces-1", "las_cruces-roswell", "las_cruces-tucson"]
    starts = {0: "las_cruces", 1: "albuquerque"}
    rest: dict[str, Any] = {"hands": {0: RAINBOW}, "routes": {1: [around[0], "albuquerque-roswell", *around[1:]]}}
    game = frontier(markers=starts, **rest)
    assert game.may(0) == [*(f"draw {place}" for place in range(1, 6)), "draw deck", "tickets"]
    game = frontier(markers=starts, deck="", in_market="- - - - -", ticket_deck=[], **rest)
    assert game.may(0) == ["pass"]
    assert engine.default_move(game.state, 0) in engine.options(game.state, 0)


def test_b11_w5_a_pass_is_refused_while_a_claim_within_the_network_is_possible() -> None:
    game = frontier(
        markers={0: "roswell", 1: "seattle"}, hands={0: "yellow 3"}, deck="", in_market="- - - - -", ticket_deck=[]
    )
    assert game.may(0) == ["claim roswell-santa_fe yellow 3"]
    assert game.refused(0, "pass") == "pass_not_allowed"
    game = frontier(
        markers={0: "roswell", 1: "seattle"}, hands={0: "white 3"}, deck="", in_market="- - - - -", ticket_deck=[]
    )
    assert game.may(0) == ["pass"]


def test_b11_when_all_pass_in_succession_the_game_is_scored() -> None:
    game = frontier(markers={0: "roswell", 1: "seattle"}, deck="", in_market="- - - - -", ticket_deck=[])
    game.play(0, "pass")
    game.play(1, "pass")
    assert game.state.outcome == "played"


HANDS = st.lists(st.integers(0, 12), min_size=8, max_size=8)
ROUTES = st.sets(st.sampled_from(range(len(BOARD.routes))), max_size=len(BOARD.routes))
CLAIMS = [move for move in known_moves(OLD_WEST) if move.tag == "claim_route"]


@settings(max_examples=30)
@given(HANDS, st.integers(0, 14), st.integers(0, 40), ROUTES, ROUTES)
def test_w5_w8_offered_is_accepted_for_any_hand_trains_and_network(
    colors: list[int], wild: int, trains: int, reached: set[int], closed: set[int]
) -> None:
    cards = " ".join(f"{name} {count}" for name, count in zip(KINDS, [*colors, wild], strict=True))
    game = frontier(hands={0: cards}, trains={0: trains}, deck="red 1")
    assert isinstance(game.state, MarkedPosition)
    game.state.network.open[0] &= ~sum(1 << index for index in closed)
    game.state.reach = (sum(1 << index for index in reached), 0)
    offered = [move for move in engine.options(game.state, 0) if move.tag == "claim_route"]
    assert set(offered) == {move for move in CLAIMS if not refusal(game.state, 0, move)}


FERRY = "los_angeles-san_francisco"


def test_w8_one_ferry_with_three_locomotives() -> None:
    (ferry,) = (fact for fact in BOARD.routes if fact.ferry_locomotives)
    assert (ferry.slug, ferry.length, ferry.ferry_locomotives, ferry.color) == (FERRY, 7, 3, -1)


def test_w8_any_payment_with_at_least_that_many_locomotives() -> None:
    game = frontier(markers={0: "los_angeles"}, hands={0: "blue 5 red 3 loco 8"})
    assert [line for line in game.may(0) if FERRY in line] == [
        f"claim {FERRY} blue 4 loco 3",
        f"claim {FERRY} blue 3 loco 4",
        f"claim {FERRY} blue 2 loco 5",
        f"claim {FERRY} blue 1 loco 6",
        f"claim {FERRY} red 3 loco 4",
        f"claim {FERRY} red 2 loco 5",
        f"claim {FERRY} red 1 loco 6",
        f"claim {FERRY} loco 7",
    ]
    game.play(0, f"claim {FERRY} blue 4 loco 3")
    assert hand(game.state, 0) == {"blue": 1, "red": 3, "locomotive": 5}
    assert game.points()[0] == 18
    assert game.state.network.trains[0] == 33


@pytest.mark.parametrize("paid", ["blue 7", "blue 6 loco 1", "blue 5 loco 2"])
def test_w8_fewer_locomotives_are_refused(paid: str) -> None:
    game = frontier(markers={0: "los_angeles"}, hands={0: "blue 9 loco 2"})
    assert not any(FERRY in line for line in game.may(0))
    assert game.refused(0, f"claim {FERRY} {paid}") == "ferry_needs_locomotives"


def test_w8_the_locomotives_must_be_in_the_hand() -> None:
    game = frontier(markers={0: "los_angeles"}, hands={0: "blue 9 loco 2"})
    assert game.refused(0, f"claim {FERRY} blue 4 loco 3") == "not_enough_locomotives"


def test_b18_w1_two_trains_left_bring_the_end_about_after_the_marker() -> None:
    game = frontier(markers={0: "roswell", 1: "seattle"}, hands={0: "yellow 5"}, trains={0: 5})
    assert [event.tag for event in game.play(0, "claim roswell-santa_fe yellow 3")][-1] == "marker_due"
    assert [event.tag for event in game.play(0, "marker none")] == ["marker_declined", "last_round_began", "turn_began"]
    assert game.state.turns_left == 1
    assert size(game.state.cards.hands[0]) == 2
