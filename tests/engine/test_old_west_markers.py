"""W6, W7: placing markers, and who scores a route."""

import pytest

import engine
from engine.cards import size
from engine.model import Points
from engine.parts.markers import Mark, MarkedPosition, MarkerPlaced, PlaceMarker

from .frontier import city, frontier, marked
from .positions import Game, bag, card, hand

CLAIM = "claim denver-grand_junction red 3"


def asked_after(claim: str = CLAIM, starts: str = "denver", cards: str = "red 3 blue 2", **rest: object) -> Game:
    """Return a game in which seat 0 has just claimed a route."""
    markers = {0: starts, **rest.pop("markers", {1: "seattle"})}  # type: ignore[dict-item]
    game = frontier(markers=markers, hands={0: cards}, **rest)  # type: ignore[arg-type]
    game.play(0, claim)
    return game


def test_w6_after_claiming_a_marker_may_be_placed_in_either_end() -> None:
    game = frontier(
        markers={0: "denver", 1: "seattle"}, hands={0: "orange 1 red 3 blue 2"}, routes={0: ["denver-pueblo-1"]}
    )
    game.play(0, "claim durango-pueblo red 3")
    assert game.asked == [(0, "place_marker")]
    assert game.may(0) == ["marker durango blue 2", "marker pueblo blue 2", "marker none"]


def test_w6_a_pair_of_one_color_is_played_from_the_cards_left() -> None:
    game = asked_after(cards="red 4 blue 2")
    assert game.may(0) == ["marker grand_junction blue 2", "marker none"]
    assert game.refused(0, "marker grand_junction red 2") == "not_enough_cards"
    (placed, *_) = game.play(0, "marker grand_junction blue 2")
    assert placed == MarkerPlaced(0, city("grand_junction"), card("blue"), 2, 0)
    assert hand(game.state, 0) == {"red": 1}
    assert marked(game) == {"denver": 0, "grand_junction": 0, "seattle": 1}
    assert game.asked == [(1, "take_turn")]


def test_w6_locomotives_stand_in_for_one_or_both() -> None:
    game = asked_after(cards="red 3 blue 1 green 2 loco 2")
    assert game.may(0) == [
        "marker grand_junction blue 1 loco 1",
        "marker grand_junction green 2",
        "marker grand_junction green 1 loco 1",
        "marker grand_junction loco 2",
        "marker none",
    ]
    game.play(0, "marker grand_junction blue 1 loco 1")
    assert hand(game.state, 0) == {"green": 2, "locomotive": 1}


def test_w6_two_locomotives_are_a_pair() -> None:
    game = asked_after(cards="red 3 loco 2")
    assert game.may(0) == ["marker grand_junction loco 2", "marker none"]
    game.play(0, "marker grand_junction loco 2")
    assert hand(game.state, 0) == {}
    assert "marker grand_junction loco 2" in asked_after(cards="red 3 loco 3").may(0)


def test_w6_the_pair_goes_to_the_discard_pile() -> None:
    game = asked_after(cards="red 3 blue 1 loco 1")
    game.play(0, "marker grand_junction blue 1 loco 1")
    assert game.state.cards.discards == bag("red 3 blue 1 loco 1")


def test_w6_b10_empty_market_places_are_filled_at_the_end_of_the_turn() -> None:
    game = frontier(
        markers={0: "denver", 1: "seattle"}, hands={0: "red 3 blue 2"}, deck="", in_market="red - red red red"
    )
    game.play(0, CLAIM)
    assert size(game.state.cards.deck) == 3
    assert game.state.cards.market[1] is None
    game.play(0, "marker grand_junction blue 2")
    assert None not in game.state.cards.market
    assert size(game.state.cards.deck) == 2
    assert game.state.cards.discards == bag("blue 2")


def test_w6_no_other_cards_are_a_pair() -> None:
    game = asked_after(cards="red 3 blue 2 loco 2")
    here = city("grand_junction")
    for move, code in {
        Mark(here, card("blue"), -1): "wrong_number_of_cards",
        Mark(here, card("blue"), 3): "wrong_number_of_cards",
        engine.notation.parse(game.state.rules, "marker grand_junction blue 3"): "wrong_number_of_cards",
        engine.notation.parse(game.state.rules, "marker grand_junction loco 1"): "wrong_number_of_cards",
        Mark(here, card("blue"), 2): "name_the_color_paid",
        Mark(here, card("loco"), 1): "name_the_color_paid",
        Mark(here, card("green"), 1): "not_enough_cards",
    }.items():
        assert game.refused_move(0, move) == code
    game = asked_after(cards="red 3 blue 2 loco 1")
    assert game.refused(0, "marker grand_junction loco 2") == "not_enough_locomotives"


def test_w6_the_city_must_be_free() -> None:
    game = asked_after(markers={1: "pueblo seattle", 2: "boise"}, starts="grand_junction", seats=4)
    assert game.may(0) == ["marker denver blue 2", "marker none"]
    assert game.refused(0, "marker grand_junction blue 2") == "city_taken"
    game = asked_after("claim grand_junction-pueblo purple 3", "grand_junction denver", "purple 3 blue 2")
    assert game.refused(0, "marker denver blue 2") == "city_not_on_route"


def test_w6_it_must_be_an_end_of_that_route() -> None:
    game = asked_after()
    assert game.refused(0, "marker seattle blue 2") == "city_not_on_route"
    assert game.refused(0, "marker pueblo blue 2") == "city_not_on_route"


def test_w6_three_markers_at_most_the_starting_one_included() -> None:
    game = asked_after(starts="denver pueblo")
    game.play(0, "marker grand_junction blue 2")
    assert len(game.state.markers[0]) == 3  # type: ignore[attr-defined]
    game = asked_after(starts="denver pueblo boise")
    assert game.asked == [(1, "take_turn")]


def test_w6_one_a_claim() -> None:
    game = asked_after(cards="red 3 blue 2 green 2")
    game.play(0, "marker grand_junction blue 2")
    assert game.asked == [(1, "take_turn")]


def test_w6_declining_is_always_legal() -> None:
    game = asked_after(cards="red 3 blue 2 green 2")
    assert [event.tag for event in game.play(0, "marker none")] == ["marker_declined", "turn_began"]
    assert hand(game.state, 0) == {"blue": 2, "green": 2}


def test_w6_the_question_is_asked_of_open_facts_only() -> None:
    """A seat with two cards is asked, pair or not: otherwise the prompt would reveal the hand."""
    game = asked_after(cards="red 3 blue 1 green 1")
    assert game.asked == [(0, "place_marker")]
    assert game.may(0) == ["marker none"]


@pytest.mark.parametrize("cards", ["red 3", "red 4", "red 3 loco 1"])
def test_w6_anyone_who_has_fewer_than_two_cards_left_is_not_asked(cards: str) -> None:
    assert asked_after(cards=cards).asked == [(1, "take_turn")]


def test_w6_anyone_who_finds_no_end_free_is_not_asked() -> None:
    assert asked_after(markers={1: "grand_junction"}).asked == [(1, "take_turn")]


def test_w6_the_prompt_names_the_route() -> None:
    game = asked_after()
    (prompt,) = game.state.prompts
    assert isinstance(prompt, PlaceMarker)
    assert prompt.within_turn
    for viewer in (None, 0, 1):
        (shown,) = engine.view(game.state, viewer)["prompts"]
        assert shown == {"id": "2.0", "seat": 0, "type": "place_marker", "route": "denver-grand_junction"}


def test_w6_nothing_else_is_an_answer() -> None:
    game = asked_after()
    for line in ("draw deck", "claim denver-pueblo-1 orange 1", "tickets", "pass", "start boise"):
        assert game.refused(0, line) == "not_an_answer"
    assert game.refused(1, "marker grand_junction blue 2") == "nothing_to_answer"


def test_w6_default_is_none() -> None:
    game = asked_after(cards="red 3 blue 2 loco 2")
    assert engine.notation.write(game.state.rules, engine.default_move(game.state, 0)) == "marker none"


@pytest.mark.parametrize("move", [engine.Resign(), engine.Forfeit(), engine.MarkAbsent()])
def test_w6_p1_p4_anyone_who_leaves_places_none_and_markers_stay(move: engine.Move) -> None:
    game = asked_after(seats=3, markers={1: "seattle", 2: "boise"})
    assert [event.tag for event in game.do(0, move)] == ["seat_left", "marker_declined", "turn_began"]
    assert marked(game) == {"denver": 0, "seattle": 1, "boise": 2}


# Who scores a route of 3, worth 4 points: markers on its ends by seat, and what seats 0 (the claimer), 1 and 2 get.
WAYS = [
    ("- -", [4, 0, 0]),
    ("0 -", [4, 0, 0]),
    ("- 0", [4, 0, 0]),
    ("1 -", [0, 4, 0]),
    ("- 1", [0, 4, 0]),
    ("0 1", [4, 4, 0]),
    ("1 0", [4, 4, 0]),
    ("0 0", [8, 0, 0]),
    ("1 1", [0, 8, 0]),
    ("1 2", [0, 4, 4]),
    ("2 1", [0, 4, 4]),
]


@pytest.mark.parametrize(("ends", "points"), WAYS)
def test_w7_each_marker_on_an_end_scores_for_its_owner_else_the_claimer_does(ends: str, points: list[int]) -> None:
    markers = {0: "pueblo", 1: "seattle", 2: "boise"}
    for owner, slug in zip(ends.split(), ("denver", "grand_junction"), strict=True):
        if owner != "-":
            markers[int(owner)] += f" {slug}"
    game = frontier(3, markers=markers, hands={0: "red 3"}, routes={0: ["denver-pueblo-1"]})
    game.play(0, CLAIM)
    assert game.points() == points
    assert all(line.subject == "denver-grand_junction" for line in game.state.ledger)
    assert {line.reason for line in game.state.ledger} == {"route" if ends == "- -" else "marker"}


def test_w7_a_starting_city_is_a_marker_like_any_other() -> None:
    game = frontier(markers={0: "denver", 1: "grand_junction"}, hands={0: "red 3"})
    game.play(0, CLAIM)
    assert game.points() == [4, 4]


def test_w7_is_judged_before_w6() -> None:
    game = frontier(markers={0: "pueblo", 1: "seattle"}, hands={0: "red 3 blue 2"}, routes={0: ["denver-pueblo-1"]})
    game.play(0, CLAIM)
    game.play(0, "marker denver blue 2")
    assert game.points() == [4, 0]
    assert game.state.ledger == (Points(0, 4, "route", "denver-grand_junction"),)


def test_w7_markers_of_those_who_left_go_on_scoring() -> None:
    game = frontier(3, markers={0: "denver", 1: "grand_junction"}, hands={0: "red 3"})
    game.do(1, engine.Resign())
    game.play(0, CLAIM)
    assert game.points() == [4, 4, 0]


def test_w6_w7_markers_are_open_to_all() -> None:
    game = asked_after()
    game.play(0, "marker grand_junction blue 2")
    for viewer in (None, 0, 1):
        view = engine.view(game.state, viewer)
        assert view["markers"] == {"denver": 0, "grand_junction": 0, "seattle": 1}
        assert [(seat["start"], seat["markers"]) for seat in view["seats"]] == [("denver", 1), ("seattle", 2)]


def test_w6_a_marker_never_moves() -> None:
    """No event removes a marker: only events that place markers exist."""
    game = asked_after()
    before = game.state
    game.play(0, "marker grand_junction blue 2")
    assert isinstance(before, MarkedPosition)
    assert isinstance(game.state, MarkedPosition)
    assert before.markers == ((city("denver"),), (city("seattle"),))
    assert game.state.markers == ((city("denver"), city("grand_junction")), (city("seattle"),))
