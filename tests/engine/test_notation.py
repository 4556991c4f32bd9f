"""Every move as one line of text, and parsed back."""

import ast
import json
import re
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.parts.claims import every_claim
from engine.parts.market import DrawBlind, TakeCard
from engine.parts.tickets import DrawTickets, Keep
from engine.parts.turns import Pass
from engine.prices import route_price
from tests.sweeps import at_length

from .play import steps
from .positions import BOARD, EVERY, FEW_TABLES, SOME_TABLES, USA, Kind, table

parse, write = engine.notation.parse, engine.notation.write

CLAIMS = [claim for colors in every_claim(BOARD, route_price) for claims in colors for claim in claims]
OTHERS: list[engine.Move] = [
    *(TakeCard(place) for place in range(5)),  # type: ignore[arg-type]
    DrawBlind(),
    DrawTickets(),
    Keep(()),
    Keep(tuple(BOARD.ticket_of.values())),
    *(Keep((ticket,)) for ticket in BOARD.ticket_of.values()),
    Pass(),
    engine.Resign(),
    engine.ComeBack(),
]


def test_every_move_comes_back_from_its_line() -> None:
    assert len(CLAIMS) == sum(8 * fact.length + 1 for fact in BOARD.routes)
    for move in (*CLAIMS, *OTHERS):
        assert parse(USA, write(USA, move)) == move


def test_no_two_moves_have_the_same_line() -> None:
    lines = {write(USA, move) for move in (*CLAIMS, *OTHERS)}
    assert len(lines) == len(CLAIMS) + len(OTHERS)


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("  DRAW   Deck ", "draw deck"),
        ("claim omaha-denver purple 3 loco 1", "claim denver-omaha purple 3 loco 1"),
        ("claim denver-omaha loco 1 purple 3", "claim denver-omaha purple 3 loco 1"),
        ("claim denver-omaha purple", "claim denver-omaha purple 4"),
        ("claim denver-omaha locomotive", "claim denver-omaha loco 4"),
        ("claim denver-omaha purple 4 loco 0", "claim denver-omaha purple 4"),
        ("claim denver-omaha purple 2 purple 2", "claim denver-omaha purple 4"),
        ("claim houston-dallas-2 red 1", "claim dallas-houston-2 red 1"),
        ("keep 3\t17\n", "keep 3 17"),
        ("keep none", "keep none"),
    ],
)
def test_people_write_the_same_in_many_ways(line: str, same: str) -> None:
    assert write(USA, parse(USA, line)) == same


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "unknown_verb"),
        ("   ", "unknown_verb"),
        ("fly", "unknown_verb"),
        ("draw", "draw_what"),
        ("draw 0", "draw_what"),
        ("draw 6", "draw_what"),
        ("draw 1 2", "draw_what"),
        ("draw one", "not_a_number"),
        ("draw ²", "not_a_number"),
        ("draw ١", "not_a_number"),
        ("draw -1", "not_a_number"),
        ("draw 99999", "not_a_number"),
        ("claim", "claim_what"),
        ("claim denver-omaha", "claim_what"),
        ("claim denver-omaha purple 3 loco", "claim_what"),
        ("claim denver-paris purple 4", "unknown_route"),
        ("claim denver purple 4", "unknown_route"),
        ("claim - purple 4", "unknown_route"),
        ("claim dallas-houston red 1", "which_track"),
        ("claim houston-dallas red 1", "which_track"),
        ("claim denver-omaha pink 4", "unknown_card"),
        ("claim denver-omaha 4 purple", "unknown_card"),
        ("claim denver-omaha purple four", "not_a_number"),
        ("claim denver-omaha purple 2 red 2", "one_color_only"),
        ("tickets 3", "words_left_over"),
        ("pass please", "words_left_over"),
        ("resign now", "words_left_over"),
        ("back again", "words_left_over"),
        ("keep", "keep_what"),
        ("keep all", "not_a_number"),
        ("keep 31", "unknown_ticket"),
        ("keep 0", "unknown_ticket"),
        ("keep none 3", "not_a_number"),
    ],
)
def test_every_line_that_is_no_move_is_refused_with_a_code(line: str, code: str) -> None:
    with pytest.raises(engine.MalformedMove) as refusal:
        parse(USA, line)
    assert refusal.value.code == code
    json.dumps(dict(refusal.value.detail))


@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_what_is_given_as_an_example_can_be_written_on_the_board_that_is_played(kind: Kind) -> None:
    """Each verb alone either is a move, or its refusal gives an example that is valid on this board."""
    rules = kind.played
    for verb in rules.verbs:
        try:
            parse(rules, verb)
        except engine.MalformedMove as refusal:
            for example in re.split(", or | [.]{3} ", str(refusal.detail["expected"])):
                assert write(rules, parse(rules, example)) == example


@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_what_a_move_can_begin_with_are_the_words_that_answer_a_question(kind: Kind) -> None:
    with pytest.raises(engine.MalformedMove) as refusal:
        parse(kind.played, "fly")
    known = str(refusal.value.detail["known"])
    assert "'draw'" in known
    assert not any(word in known for word in ("'back'", "'resign'"))


OTHER_WORDS = ("deck", "none", "1", "3", "loco", "blue", "-")


@pytest.mark.parametrize("kind", EVERY, ids=str)
@settings(max_examples=30)
@given(st.data())
def test_whatever_is_written_is_a_move_or_malformed(kind: Kind, data: st.DataObject) -> None:
    rules = kind.played
    names = [*(fact.slug for fact in rules.board.routes[:3]), *(fact.slug for fact in rules.board.cities[:2])]
    words = st.sampled_from([*rules.verbs, *OTHER_WORDS, *names])
    line = " ".join(data.draw(st.lists(words | st.text(max_size=8), max_size=7)))
    try:
        move = parse(rules, line)
    except engine.MalformedMove as refusal:
        json.dumps(dict(refusal.detail))
    else:
        assert parse(rules, write(rules, move)) == move


@pytest.mark.parametrize("line", ["dig red", "dig loco", "dig red 0", "station paris loco 0"])
def test_e4_e6_no_cards_are_no_payment(line: str) -> None:
    with pytest.raises(engine.MalformedMove):
        parse(engine.ruleset("europe@1"), line)


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
def test_every_offered_move_has_a_line_of_its_own(kind: Kind, seats: int) -> None:
    rules = kind.played
    for step in steps(seats, 4, kind=kind):
        for prompt in step.state.prompts:
            moves = list(islice(engine.options(step.state, prompt.seat), 0, 2000, 7))
            lines = [write(rules, move) for move in moves]
            assert len(set(lines)) == len(moves)
            assert [parse(rules, line) for line in lines] == moves


@pytest.mark.parametrize("paid", ["purple 3", "purple 5", "purple 4 loco 1", "loco 3", "purple 0 loco 0"])
def test_b12_a_wrong_number_of_cards_is_for_the_rules_to_refuse(paid: str) -> None:
    game = table(hands={0: "purple 9 loco 9"})
    assert game.why_not(0, f"claim denver-omaha {paid}") == {"code": "wrong_number_of_cards", "rule": "B12", "need": 4}
    assert game.refused(1, f"claim denver-omaha {paid}") == "nothing_to_answer"


def test_no_code_is_for_what_is_no_move_here_and_for_what_is_forbidden_there() -> None:
    raised: dict[str, set[str]] = {"MalformedMove": set(), "IllegalMove": set()}
    for file in Path(engine.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in raised:
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    raised[node.func.id].add(str(code.value))
    assert len(raised["IllegalMove"]) > 20
    assert not raised["MalformedMove"] & raised["IllegalMove"]
