"""Encoding values as JSON and back, and the shape of a log entry."""

import dataclasses
import json
from typing import Annotated, Any, get_origin, get_type_hints

import pytest

import engine
from engine import record
from engine.codec import canonical, merged
from engine.parts.claims import ClaimRoute, RouteClaimed
from engine.parts.market import CardDrawn, HandDealt, MarketFilled, TakeCard
from engine.parts.tickets import FirstTicketsKept, Keep, TicketsDrawn, TicketsShuffled
from engine.record import NOBODY, Secret
from tests.sweeps import at_length

from .play import steps
from .positions import BOARD, EVERY, FEW_TABLES, SOME_TABLES, USA, Kind, card, route, table
from .recorder import CODEC, recorded

TICKETS = tuple(BOARD.ticket_of[number] for number in (3, 17))

EVENTS: list[tuple[engine.Event, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (CardDrawn(1, card("loco")), {"type": "card_drawn", "seat": 1}, {"card": "locomotive"}, {}),
    (
        HandDealt(0, (card("red"),) * 2),
        {"type": "hand_dealt", "seat": 0, "cards_count": 2},
        {"cards": ["red", "red"]},
        {},
    ),
    (
        RouteClaimed(2, route("dallas-houston-2"), card("blue"), 1, 0, 1),
        {
            "type": "route_claimed",
            "seat": 2,
            "route": "dallas-houston-2",
            "color": "blue",
            "cards": 1,
            "locomotives": 0,
            "trains": 1,
        },
        {},
        {},
    ),
    (
        MarketFilled((0, 4), (card("red"), card("loco"))),  # type: ignore[arg-type]
        {"type": "market_filled", "places": [1, 5], "cards": ["red", "locomotive"]},
        {},
        {},
    ),
    (TicketsShuffled(TICKETS), {"type": "tickets_shuffled"}, {}, {"deck": [3, 17]}),
    (
        TicketsDrawn(1, TICKETS, 1),
        {"type": "tickets_drawn", "seat": 1, "offer_count": 2, "at_least": 1},
        {"offer": [3, 17]},
        {},
    ),
    (
        FirstTicketsKept(1, TICKETS[:1], TICKETS[1:]),
        {"type": "first_tickets_kept", "seat": 1},
        {"kept": [3], "returned": [17]},
        {},
    ),
]


@pytest.mark.parametrize(("event", "public", "own", "sealed"), EVENTS, ids=lambda value: getattr(value, "tag", ""))
def test_a_fact_is_written_in_parts_by_who_may_know_them(
    event: engine.Event, public: dict[str, Any], own: dict[str, Any], sealed: dict[str, Any]
) -> None:
    assert CODEC.event(event) == (public, own, sealed)
    assert CODEC.read_event(merged(public, own, sealed)) == event


def test_a_claim_from_before_trains_were_logged_took_as_many_as_it_cost_cards() -> None:
    claimed = RouteClaimed(2, route("dallas-houston-2"), card("blue"), 1, 0, 1)
    logged = CODEC.event(claimed).public
    before = {name: value for name, value in logged.items() if name != "trains"}
    assert CODEC.read_event(before) == claimed
    assert CODEC.read_event({**logged, "trains": 2}) == dataclasses.replace(claimed, trains=2)


@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_what_was_added_to_a_fact_is_a_field_that_everybody_knows(kind: Kind) -> None:
    """A field that is not for all would lie in a secret part, beyond what the fact's other fields can tell."""
    for fact in kind.played.reducers:
        hints = get_type_hints(fact, include_extras=True)
        assert all(get_origin(hints[name]) is not Annotated for name in fact.added)


def test_every_kind_of_fact_has_a_tag_of_its_own_for_ever() -> None:
    assert sorted(kind.tag for kind in USA.reducers) == [
        "card_drawn",
        "card_taken",
        "first_tickets_dealt",
        "first_tickets_kept",
        "first_tickets_settled",
        "game_ended",
        "game_started",
        "hand_dealt",
        "last_round_began",
        "market_filled",
        "market_flushed",
        "points_scored",
        "position_restored",
        "route_claimed",
        "seat_left",
        "seat_returned",
        "second_card_due",
        "tickets_drawn",
        "tickets_kept",
        "tickets_shuffled",
        "turn_began",
        "turn_passed",
        "turn_skipped",
    ]


def test_every_kind_of_move_and_prompt_too() -> None:
    moves = {kind.tag for kind in (*USA.writers, *USA.controls)}
    assert moves == {
        *("take_card", "draw_blind", "claim_route", "draw_tickets", "keep", "pass"),
        *("resign", "forfeit", "mark_absent", "come_back"),
    }
    assert {kind.tag for kind in USA.moves} == {"keep_first_tickets", "take_turn", "draw_again", "keep_tickets"}


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
def test_facts_moves_and_positions_of_whole_games_come_back_from_json(kind: Kind, seats: int) -> None:
    codec = engine.codec_of(kind.played)
    for number, step in enumerate(steps(seats, 7, leaving=0.02, kind=kind)):
        for event in step.events:
            assert codec.read_event(json.loads(canonical(merged(*codec.event(event))))) == event
        if step.move is not None:
            assert codec.read_move(json.loads(canonical(merged(*codec.move(step.move))))) == step.move
        if number % 3 == 0 or step.state.over:
            data = codec.position(step.state)
            assert codec.read_position(json.loads(canonical(data))) == step.state
            assert set(data) == {field.name for field in dataclasses.fields(step.state)}


@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_no_two_facts_moves_or_prompts_of_a_game_have_the_same_tag(kind: Kind) -> None:
    rules = kind.played
    for kinds in (list(rules.reducers), [*rules.writers, *rules.controls], list(rules.moves)):
        assert len({each.tag for each in kinds}) == len(set(kinds))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "not_an_object"),
        ([], "not_an_object"),
        ("draw 1", "not_an_object"),
        ({}, "unknown_move"),
        ({"type": "fly"}, "unknown_move"),
        ({"type": ["draw_blind"]}, "unknown_move"),
        ({"type": "draw_blind", "place": 1}, "unknown_field"),
        ({"type": "take_card"}, "missing_field"),
        ({"type": "take_card", "place": 0}, "bad_value"),
        ({"type": "take_card", "place": 6}, "bad_value"),
        ({"type": "take_card", "place": "1"}, "bad_value"),
        ({"type": "take_card", "place": True}, "bad_value"),
        ({"type": "take_card", "place": 1.0}, "bad_value"),
        ({"type": "keep", "tickets": 3}, "bad_value"),
        ({"type": "keep", "tickets": [31]}, "bad_value"),
        ({"type": "keep", "tickets": ["3"]}, "bad_value"),
        ({"type": "keep", "tickets": [[3]]}, "bad_value"),
        ({"type": "keep", "tickets": [True]}, "bad_value"),
        ({"type": "claim_route", "route": "denver-omaha", "color": "pink", "locomotives": 0}, "bad_value"),
        ({"type": "claim_route", "route": "denver-paris", "color": "blue", "locomotives": 0}, "bad_value"),
        ({"type": "claim_route", "route": {}, "color": "blue", "locomotives": 0}, "bad_value"),
        ({"type": "claim_route", "route": "denver-omaha", "color": "blue", "locomotives": None}, "bad_value"),
        ({"type": "claim_route", "route": "denver-omaha", "color": "blue"}, "missing_field"),
    ],
)
def test_what_is_no_move_is_refused_with_a_code(data: object, code: str) -> None:
    with pytest.raises(engine.MalformedMove) as refusal:
        CODEC.read_move(data)
    assert refusal.value.code == code
    json.dumps(dict(refusal.value.detail))


def test_the_types_that_a_move_can_have_are_those_that_answer_a_question() -> None:
    with pytest.raises(engine.MalformedMove) as refusal:
        CODEC.read_move({"type": "fly"})
    known = str(refusal.value.detail["known"])
    assert "draw_tickets" in known
    assert not any(tag in known for tag in ("come_back", "forfeit", "mark_absent", "resign"))


def test_a_type_nested_however_deep_is_an_unknown_move() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(engine.MalformedMove) as refusal:
        CODEC.read_move({"type": deep})
    assert refusal.value.code == "unknown_move"


def test_moves_outside() -> None:
    assert CODEC.read_move({"type": "take_card", "place": 5}) == TakeCard(4)  # type: ignore[arg-type]
    assert CODEC.read_move({"type": "keep", "tickets": [17, 3]}) == Keep(TICKETS[::-1])
    claim = {"type": "claim_route", "route": "denver-omaha", "color": "purple", "locomotives": 1}
    assert CODEC.read_move(claim) == ClaimRoute(route("denver-omaha"), card("purple"), 1)


def test_a_position_of_another_ruleset_is_not_read() -> None:
    data = CODEC.position(table().state)
    with pytest.raises(ValueError, match="another ruleset"):
        CODEC.read_position({**data, "rules": "old_west@1"})


def test_the_digest_of_a_position_tells_every_change() -> None:
    state = table(hands={0: "blue 1"}).state
    same, other = table(hands={0: "blue 1"}).state, table(hands={1: "blue 1"}).state
    assert CODEC.digest(state) == CODEC.digest(same) != CODEC.digest(other)


def test_canonical_json_is_one_way_to_write_a_value() -> None:
    assert canonical({"b": [1, None], "a": "é"}) == b'{"a":"\\u00e9","b":[1,null]}'


def test_an_entry_holds_a_secret_part_for_each_who_may_know_more() -> None:
    start = recorded(3, 1).records[0]
    assert [part.holder for part in start.secrets] == [NOBODY, 0, 1, 2]
    assert set(start.secrets[0].body) == {"draws", *_places(start.public, "tickets_shuffled")}
    assert len({part.salt for part in start.secrets}) == 4


def _places(public: dict[str, Any], kind: str) -> list[str]:
    return [str(index) for index, event in enumerate(public["events"]) if event["type"] == kind]


def test_the_hash_of_an_entry_is_what_the_essay_says() -> None:
    import hashlib

    secret = Secret(0, bytes(32), {"a": 1})
    inner = hashlib.sha256(bytes(32) + b'{"a":1}').hexdigest()
    outer = hashlib.sha256(f'["00",{{"kind":"move"}},[[0,"{inner}"]]]'.encode()).hexdigest()
    assert record.chained("00", {"kind": "move"}, [secret]) == outer


def test_an_entry_comes_back_from_its_export() -> None:
    for entry in recorded(2, 3).records:
        assert record.imported(json.loads(json.dumps(record.exported(entry)))) == entry


@pytest.mark.parametrize("seats", [2, 5])
def test_the_log_alone_gives_the_position(seats: int) -> None:
    game = recorded(seats, 2, leaving=0.02)
    entries = [
        (entry.number, record.events_of(CODEC, entry.public, {part.holder: part.body for part in entry.secrets}))
        for entry in game.records
    ]
    assert engine.replay(USA, seats, {}, entries) == game.state
