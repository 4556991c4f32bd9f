"""W11: Alvin, who starts in Roswell."""

import pytest

import engine
from engine.model import Points
from engine.parts.alvin import AlvinCaught, AlvinMoved, AlvinView
from engine.parts.turns import PointsScored

from .frontier import city, frontier, marked
from .positions import ALVIN, OLD_WEST, WEST, Game, begun

INTO_ROSWELL = "claim roswell-santa_fe yellow 3"
AWAY = [engine.Resign(), engine.Forfeit(), engine.MarkAbsent()]


def alvin(game: Game) -> AlvinView:
    """Return the public view of Alvin."""
    return engine.view(game.state, None)["alvin"]


def west(cards: str = "yellow 3", seats: int = 2, where: str = "roswell", **rest: object) -> Game:
    """Build a game in which seat 0 starts in Santa Fe, next to Roswell, and is to play; the others start far away."""
    markers = {0: "santa_fe", 1: "seattle", 2: "boise", **rest.pop("markers", {})}  # type: ignore[dict-item]
    markers = {seat: cities for seat, cities in markers.items() if seat < seats}
    return frontier(seats, markers=markers, hands={0: cards, **rest.pop("hands", {})}, alvin=where, **rest)  # type: ignore[arg-type, dict-item]


def test_w11_he_starts_in_roswell_where_nobody_controls_him() -> None:
    game = begun(2, kind=ALVIN)
    assert alvin(game) == {"city": "roswell", "controlled_by": None, "caught_by": None}


def test_w11_nobody_may_start_there() -> None:
    game = begun(2, kind=ALVIN)
    assert game.refused(1, "start roswell") == "city_barred"
    assert "start roswell" not in game.may(1)
    assert len(game.may(1)) == 40


def test_w11_nobody_may_place_a_marker_there_ever() -> None:
    game = west("yellow 3 blue 2", markers={0: "albuquerque"}, routes={0: ["albuquerque-santa_fe-1"]})
    game.play(0, INTO_ROSWELL)
    assert game.may(0) == ["marker santa_fe blue 2", "marker none"]
    assert game.refused(0, "marker roswell blue 2") == "city_barred"
    game = west("yellow 3 blue 2", where="seattle", markers={0: "albuquerque"}, routes={0: ["albuquerque-santa_fe-1"]})
    game.play(0, INTO_ROSWELL)
    assert game.refused(0, "marker roswell blue 2") == "city_barred"


def test_w11_w6_where_only_roswell_is_free_there_is_no_question() -> None:
    game = west("yellow 3 blue 2")
    game.play(0, INTO_ROSWELL)
    assert game.asked == [(0, "move_alvin")]


def test_w11_without_the_option_roswell_is_a_city_like_any_other() -> None:
    game = begun(2, kind=WEST)
    game.play(1, "start roswell")
    assert "alvin" not in engine.view(game.state, None)
    game = frontier(markers={0: "santa_fe", 1: "seattle"}, hands={0: "yellow 3 blue 2"})
    game.play(0, INTO_ROSWELL)
    assert game.points() == [4, 0]
    assert game.may(0) == ["marker roswell blue 2", "marker none"]
    assert engine.ruleset("old_west@1", {"alvin": False}) is OLD_WEST


def test_w11_the_first_to_claim_a_route_with_an_end_in_roswell_catches_him() -> None:
    game = west()
    events = game.play(0, INTO_ROSWELL)
    assert AlvinCaught(0, city("roswell")) in events
    assert PointsScored(0, 10, "alvin_caught", "roswell") in events
    assert game.points() == [14, 0]
    assert alvin(game) == {"city": "roswell", "controlled_by": None, "caught_by": 0}
    assert game.asked == [(0, "move_alvin")]


def test_w11_and_must_move_him_to_a_city_of_his_own() -> None:
    game = west(markers={0: "santa_fe pueblo albuquerque"})
    game.play(0, INTO_ROSWELL)
    assert game.may(0) == ["alvin albuquerque", "alvin pueblo", "alvin santa_fe"]
    for slug in ("roswell", "seattle", "denver"):
        assert game.refused(0, f"alvin {slug}") == "city_not_own"
    for line in ("alvin", "alvin pueblo pueblo"):
        with pytest.raises(engine.MalformedMove) as refusal:
            game.play(0, line)
        assert refusal.value.code == "alvin_where"
    for line in ("pass", "marker none", "draw deck"):
        assert game.refused(0, line) == "not_an_answer"
    assert game.refused(1, "alvin seattle") == "nothing_to_answer"
    assert game.play(0, "alvin pueblo")[0] == AlvinMoved(0, city("pueblo"))
    assert alvin(game) == {"city": "pueblo", "controlled_by": 0, "caught_by": None}
    assert game.asked == [(1, "take_turn")]


def test_w11_w6_a_marker_just_placed_may_receive_him() -> None:
    game = west("yellow 3 blue 2", markers={0: "albuquerque"}, routes={0: ["albuquerque-santa_fe-1"]})
    game.play(0, INTO_ROSWELL)
    game.play(0, "marker santa_fe blue 2")
    assert game.may(0) == ["alvin albuquerque", "alvin santa_fe"]


def test_w11_the_order_within_the_turn() -> None:
    game = west("yellow 3 blue 2", markers={0: "albuquerque"}, routes={0: ["albuquerque-santa_fe-1"]})
    claim = [event.tag for event in game.play(0, INTO_ROSWELL)]
    assert claim == ["route_claimed", "points_scored", "alvin_caught", "points_scored", "marker_due"]
    assert [event.tag for event in game.play(0, "marker santa_fe blue 2")] == ["marker_placed", "alvin_move_due"]
    assert [event.tag for event in game.play(0, "alvin santa_fe")] == ["alvin_moved", "turn_began"]
    assert [line.reason for line in game.state.ledger] == ["route", "alvin_caught"]


def test_w11_declining_the_marker_leads_to_his_move_as_well() -> None:
    game = west("yellow 3 blue 2", markers={0: "albuquerque"}, routes={0: ["albuquerque-santa_fe-1"]})
    game.play(0, INTO_ROSWELL)
    assert [event.tag for event in game.play(0, "marker none")] == ["marker_declined", "alvin_move_due"]


def test_w11_another_player_who_claims_a_route_to_where_he_is_catches_him() -> None:
    game = west(where="seattle", markers={0: "spokane"}, hands={0: "blue 4"})
    game.play(0, "claim seattle-spokane-2 blue 4")
    assert game.state.ledger == (
        *(Points(seat, 7, "marker", "seattle-spokane-2") for seat in (1, 0)),
        Points(0, 10, "alvin_caught", "seattle"),
    )
    game.play(0, "alvin spokane")
    assert alvin(game) == {"city": "spokane", "controlled_by": 0, "caught_by": None}
    assert marked(game)["seattle"] == 1


def test_w11_anyone_who_has_him_does_not_catch_him_again() -> None:
    game = west(where="santa_fe")
    assert "alvin_caught" not in [event.tag for event in game.play(0, INTO_ROSWELL)]
    assert game.asked == [(1, "take_turn")]
    assert game.points() == [4, 0]


def test_w11_a_route_to_roswell_when_he_has_gone_catches_nobody() -> None:
    game = west(where="seattle")
    game.play(0, INTO_ROSWELL)
    assert game.points() == [4, 0]
    assert alvin(game)["city"] == "seattle"


def test_w11_a_route_elsewhere_catches_nobody() -> None:
    game = west("purple 1")
    game.play(0, "claim albuquerque-santa_fe-2 purple 1")
    assert alvin(game) == {"city": "roswell", "controlled_by": None, "caught_by": None}


def end(game: Game) -> list[PointsScored]:
    """End the game by having the others leave, and return the points scored."""
    events = [event for seat in range(1, game.state.seats) for event in game.do(seat, engine.Resign())]
    return [event for event in events if isinstance(event, PointsScored)]


@pytest.mark.parametrize(("where", "owner"), [("santa_fe", 0), ("seattle", 1)])
def test_w11_at_the_end_the_seat_that_controls_his_city_scores_10(where: str, owner: int) -> None:
    assert end(west(where=where)) == [PointsScored(owner, 10, "alvin", where)]


def test_w11_uncaught_he_scores_for_nobody() -> None:
    assert end(west()) == []


@pytest.mark.parametrize("move", AWAY)
def test_w11_default_is_the_seats_first_city_by_name(move: engine.Move) -> None:
    game = west(seats=3, markers={0: "santa_fe pueblo"})
    game.play(0, INTO_ROSWELL)
    assert engine.notation.write(game.state.rules, engine.default_move(game.state, 0)) == "alvin pueblo"
    assert [event.tag for event in game.do(0, move)] == ["seat_left", "alvin_moved", "turn_began"]
    assert alvin(game) == {"city": "pueblo", "controlled_by": 0, "caught_by": None}


@pytest.mark.parametrize("move", AWAY)
def test_w11_p1_p4_anyone_who_leaves_before_placing_a_marker_still_moves_him(move: engine.Move) -> None:
    game = west("yellow 3 blue 2", 3, markers={0: "albuquerque"}, routes={0: ["albuquerque-santa_fe-1"]})
    game.play(0, INTO_ROSWELL)
    events = [event.tag for event in game.do(0, move)]
    assert events == ["seat_left", "marker_declined", "alvin_move_due", "alvin_moved", "turn_began"]


@pytest.mark.parametrize("move", AWAY[:2])
def test_w11_p3_also_when_the_game_ends_by_it(move: engine.Move) -> None:
    game = west("yellow 3 blue 2", markers={0: "albuquerque"}, routes={0: ["albuquerque-santa_fe-1"]})
    game.play(0, INTO_ROSWELL)
    game.do(0, move)
    assert game.state.outcome == "played"
    assert game.state.ledger[-1] == Points(0, 10, "alvin", "albuquerque")
    assert (game.points(), game.rank()) == ([24, 0], [2, 1])


def test_w11_he_is_open_to_all() -> None:
    game = west()
    game.play(0, INTO_ROSWELL)
    assert engine.view(game.state, 1)["alvin"] == engine.view(game.state, 0)["alvin"] == alvin(game)
    (shown,) = engine.view(game.state, None)["prompts"]
    assert shown == {"id": "2.0", "seat": 0, "type": "move_alvin"}


def test_w11_b18_the_last_round_begins_after_his_move() -> None:
    game = west(trains={0: 5})
    game.play(0, INTO_ROSWELL)
    assert game.state.turns_left is None
    assert [event.tag for event in game.play(0, "alvin santa_fe")] == ["alvin_moved", "last_round_began", "turn_began"]
