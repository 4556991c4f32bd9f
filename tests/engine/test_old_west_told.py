"""The Old West's interfaces: stored names, lines of text, and views."""

import json
from typing import Any

import pytest

import engine
from engine.cards import LOCOMOTIVE, PLACES
from engine.parts.alvin import AlvinCaught, AlvinMoved, AlvinMoveDue, SendAlvin
from engine.parts.claims import ClaimRoute
from engine.parts.markers import (
    Mark,
    MarkerDeclined,
    MarkerDue,
    MarkerPlaced,
    MarkNothing,
    Start,
    StartChosen,
    StartDue,
)
from engine.parts.market import TakeCard

from .frontier import BOARD, city
from .moves import known_moves
from .play import steps
from .positions import ALVIN, OLD_WEST, USA, WEST, Kind, card, route

PLAYED = ALVIN.played
CODEC = engine.codec_of(PLAYED)
FERRY = route("los_angeles-san_francisco", BOARD)

OPEN: list[tuple[engine.Event, dict[str, Any]]] = [
    (StartDue(1), {"type": "start_due", "seat": 1}),
    (StartChosen(1, city("denver")), {"type": "start_chosen", "seat": 1, "city": "denver"}),
    (MarkerDue(0, FERRY), {"type": "marker_due", "seat": 0, "route": "los_angeles-san_francisco"}),
    (
        MarkerPlaced(0, city("denver"), card("blue"), 1, 1),
        {"type": "marker_placed", "seat": 0, "city": "denver", "color": "blue", "cards": 1, "locomotives": 1},
    ),
    (MarkerDeclined(2), {"type": "marker_declined", "seat": 2}),
    (AlvinCaught(2, city("roswell")), {"type": "alvin_caught", "seat": 2, "city": "roswell"}),
    (AlvinMoveDue(2), {"type": "alvin_move_due", "seat": 2}),
    (AlvinMoved(2, city("st_george")), {"type": "alvin_moved", "seat": 2, "city": "st_george"}),
]


@pytest.mark.parametrize(("event", "public"), OPEN, ids=lambda value: getattr(value, "tag", ""))
def test_markers_starting_cities_and_alvin_are_told_to_all(event: engine.Event, public: dict[str, Any]) -> None:
    assert CODEC.event(event) == (public, {}, {})
    assert CODEC.read_event(public) == event


def test_what_the_old_west_adds_has_tags_of_its_own_for_ever() -> None:
    facts = {kind.tag for kind in PLAYED.reducers} - {kind.tag for kind in USA.reducers}
    assert facts == {"first_tickets_shuffled", *(event.tag for event, _ in OPEN)}
    assert {kind.tag for kind in PLAYED.reducers} - {kind.tag for kind in OLD_WEST.reducers} == {
        *("alvin_caught", "alvin_move_due", "alvin_moved"),
    }
    moves = {kind.tag for kind in PLAYED.writers} - {kind.tag for kind in USA.writers}
    assert moves == {"start", "mark", "mark_nothing", "send_alvin"}
    prompts = {kind.tag for kind in PLAYED.moves} - {kind.tag for kind in USA.moves}
    assert prompts == {"choose_start", "place_marker", "move_alvin"}


def test_moves_outside() -> None:
    read = CODEC.read_move
    assert read({"type": "start", "city": "denver"}) == Start(city("denver"))
    mark = {"type": "mark", "city": "denver", "color": "blue", "locomotives": 1}
    assert read(mark) == Mark(city("denver"), card("blue"), 1)
    assert read({"type": "mark_nothing"}) == MarkNothing()
    assert read({"type": "send_alvin", "city": "denver"}) == SendAlvin(city("denver"))
    with pytest.raises(engine.MalformedMove) as refusal:
        read({"type": "start", "city": "paris"})
    assert (refusal.value.code, refusal.value.detail) == ("bad_value", {"field": "city", "expected": "a city"})


def test_alvin_is_no_word_where_he_does_not_take_part() -> None:
    with pytest.raises(engine.MalformedMove) as refusal:
        engine.notation.parse(OLD_WEST, "alvin denver")
    assert refusal.value.code == "unknown_verb"
    with pytest.raises(engine.MalformedMove) as refusal:
        engine.codec_of(OLD_WEST).read_move({"type": "send_alvin", "city": "denver"})
    assert refusal.value.code == "unknown_move"


LINES = [
    ("start denver", Start(city("denver"))),
    ("START  St_George", Start(city("st_george"))),
    ("marker denver blue 2", Mark(city("denver"), card("blue"), 0)),
    ("marker denver blue", Mark(city("denver"), card("blue"), 0)),
    ("marker denver blue 1 loco 1", Mark(city("denver"), card("blue"), 1)),
    ("marker denver loco 1 blue 1", Mark(city("denver"), card("blue"), 1)),
    ("marker denver loco 2", Mark(city("denver"), card("loco"), 2)),
    ("marker denver locomotive", Mark(city("denver"), card("loco"), 2)),
    ("marker none", MarkNothing()),
    ("alvin denver", SendAlvin(city("denver"))),
]


@pytest.mark.parametrize(("line", "move"), LINES)
def test_lines_of_text(line: str, move: engine.Move) -> None:
    assert engine.notation.parse(PLAYED, line) == move
    assert engine.notation.parse(PLAYED, engine.notation.write(PLAYED, move)) == move


def test_every_legal_looking_move_comes_back_from_its_line_and_no_two_have_the_same() -> None:
    moves = [move for move in known_moves(PLAYED) if type(move) in PLAYED.writers and _writable(move)]
    lines = [engine.notation.write(PLAYED, move) for move in moves]
    assert [engine.notation.parse(PLAYED, line) for line in lines] == moves
    assert len(set(lines)) == len(lines) > 2000


def _writable(move: engine.Move) -> bool:
    """Check whether the payment is a number of one color plus locomotives: other payments have no line of text."""
    if isinstance(move, TakeCard):
        return 0 <= move.place < PLACES
    if not isinstance(move, Mark | ClaimRoute):
        return True
    total = 2 if isinstance(move, Mark) else BOARD.routes[move.route].length
    return 0 <= move.locomotives <= total and (move.locomotives == total) == (move.color == LOCOMOTIVE)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("start", "start_where"),
        ("start st george", "start_where"),
        ("start paris", "unknown_city"),
        ("marker", "marker_what"),
        ("marker denver", "marker_what"),
        ("marker none please", "unknown_city"),
        ("marker denver blue 1 loco", "marker_what"),
        ("marker paris blue 2", "unknown_city"),
        ("marker denver pink 2", "unknown_card"),
        ("marker denver blue two", "not_a_number"),
        ("marker denver blue 1 red 1", "one_color_only"),
        ("alvin", "alvin_where"),
        ("alvin st george", "alvin_where"),
        ("alvin paris", "unknown_city"),
    ],
)
def test_every_line_that_is_no_move_is_refused_with_a_code(line: str, code: str) -> None:
    with pytest.raises(engine.MalformedMove) as refusal:
        engine.notation.parse(PLAYED, line)
    assert refusal.value.code == code
    json.dumps(dict(refusal.value.detail))


VIEW = {
    *("ruleset", "options", "entry", "over", "outcome", "turn", "turns_left", "prompts", "market", "deck"),
    *("discard_pile", "ticket_deck", "routes", "seats", "you", "markers"),
}
SEAT = {"seat", "cards", "tickets", "points", "away", "trains", "start", "markers"}
ASKED = {
    "keep_first_tickets": {"offer_count", "at_least"},
    "keep_tickets": {"offer_count", "at_least"},
    "place_marker": {"route"},
}


@pytest.mark.parametrize(("kind", "more"), [(WEST, set()), (ALVIN, {"alvin"})], ids=str)
def test_a_view_holds_what_the_table_allows_and_nothing_else(kind: Kind, more: set[str]) -> None:
    for step in steps(3, 2, kind=kind):
        for viewer in (None, 0, 1, 2):
            view = engine.view(step.state, viewer)
            assert set(view) == VIEW | more
            shown = {"tickets_shown"} if step.state.over else set()
            assert all(set(seat) == SEAT | shown for seat in view["seats"])
            for prompt in view["prompts"]:
                own = {"offer"} if prompt["seat"] == viewer and "offer_count" in prompt else set()
                assert set(prompt) == {"id", "seat", "type"} | ASKED.get(prompt["type"], set()) | own
            if viewer is not None:
                assert set(engine.own(view)) == {"seat", "hand", "tickets"}


def test_the_option_is_named_in_the_ruleset_and_in_the_view() -> None:
    assert list(OLD_WEST.variants) == ["alvin"]
    assert engine.ruleset("old_west@1", {"alvin": True}) is PLAYED
    state, _ = engine.start(OLD_WEST, 2, engine.Chance(bytes(32)), {"alvin": True})
    assert engine.view(state, None)["options"] == {"alvin": True}
    assert state.rules is PLAYED
