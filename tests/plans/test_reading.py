"""A plan is checked when it is set: every mistake is reported with its line."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import engine
from games.presentation import words
from games.table import plans
from tests.engine.positions import BASE, EVERY, WEST, Kind, started, table
from tests.engine.yards_table import yards

from .planning import mistakes


def test_every_line_that_is_wrong_is_told() -> None:
    found = mistakes(table(), "dance", "draw deck", "claim denver-atlantis", "stop when it rains", "keep 99")
    assert found == ["1 unknown_order", "3 unknown_route", "4 unknown_condition", "5 unknown_ticket"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "unknown_order"),
        ("always", "unknown_order"),
        ("when last round", "unknown_order"),
        ("draw", "draw_which_cards"),
        ("draw else deck", "draw_which_cards"),
        ("draw 3", "name_the_card"),
        ("draw pink", "unknown_card"),
        ("draw deck twice", "draw_which_cards"),
        ("once", "unknown_order"),
        ("claim", "claim_what"),
        ("claim denver-omaha please", "unknown_card"),
        ("claim denver-omaha from", "claim_what"),
        ("claim denver-omaha from red", "wrong_color"),
        ("claim denver-omaha red 4", "wrong_color"),
        ("claim denver-omaha purple 3", "wrong_number_of_cards"),
        ("claim denver-omaha at most x loco", "not_a_number"),
        ("claim denver-omaha at most 1 red", "claim_what"),
        ("keep", "keep_what"),
        ("tickets please", "words_left_over"),
        ("resign", "not_a_turn_move"),
        ("back", "not_a_turn_move"),
        ("draw deck when", "unknown_condition"),
        ("draw deck when last round and", "unknown_condition"),
        ("draw deck unless robbed", "unknown_condition"),
        ("stop", "stop_when"),
        ("stop if last round", "stop_when"),
        ("stop when last orders", "last_what"),
        ("stop when holding red", "number_missing"),
        ("stop when holding x red", "not_a_number"),
        ("stop when deck", "number_missing"),
        ("stop when day tomorrow", "no_day"),
        ("stop when tickets gone", "tickets_what"),
        ("stop when ticket none impossible", "ticket_what"),
        ("stop when ticket 7 lost", "ticket_what"),
        ("wait", "wait_until"),
        ("wait until tomorrow", "wait_until"),
        ("wait until 0 hours left", "wait_until"),
        ("wait until 00 hours left", "wait_until"),
        ("wait until soon hours left", "not_a_number"),
        ("stop when others draw", "others_what"),
        ("stop when others claim within 2 denver", "others_what"),
        ("stop when others claim near atlantis", "unknown_route"),
    ],
)
def test_what_cannot_be_read(line: str, code: str) -> None:
    assert mistakes(table(), line, "draw deck") == [f"1 {code}"]


@pytest.mark.parametrize(
    ("game", "line", "code"),
    [
        (started(2, kind=WEST), "marker denver blue 3", "wrong_number_of_cards"),
        (started(2, kind=WEST), "always marker denver loco 1", "wrong_number_of_cards"),
        (yards(), "place blue 1", "not_a_row"),
        (yards(), "place blue red", "not_three_colors"),
    ],
    # Otherwise each worker would name the test differently.
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_can_be_paid_or_placed_in_no_position(game: Any, line: str, code: str) -> None:
    assert mistakes(game, line, "draw deck") == [f"1 {code}"]


def test_an_else_behind_a_condition_is_told_where_it_belongs() -> None:
    with pytest.raises(plans.Unreadable) as refused:
        plans.read(BASE.rules, ["draw blue unless holding 5 blue else deck"])
    example = refused.value.mistakes[0].error.detail["expected"]
    assert example == "draw red else deck unless holding 5 red"
    assert plans.read(BASE.rules, [str(example)])


def test_a_plan_waits_for_one_thing() -> None:
    lines = ("wait until 6 hours left", "draw deck", "wait until 1 hour left")
    assert plans.read(BASE.rules, lines[:2]).hours_left == 6
    assert plans.read(BASE.rules, lines[1:]).hours_left == 1
    assert mistakes(table(), *lines) == ["3 wait_twice"]
    assert mistakes(table(), "wait until 6 hours left") == ["1 nothing_to_do"]


@pytest.mark.parametrize("kind", EVERY, ids=str)
@pytest.mark.parametrize("line", ["claim", "keep", "stop when others", "stop when ticket", "draw", "wait", "stop"])
def test_examples_are_of_the_board_that_is_played(kind: Kind, line: str) -> None:
    with pytest.raises(plans.Unreadable) as refused:
        plans.read(kind.played, [line])
    detail = refused.value.mistakes[0].error.detail
    if "known" in detail:  # a game without routes has no such words
        assert not kind.played.board.routes
        return
    shown = str(detail["expected"])
    condition = "stop when " if line in ("stop when others", "stop when ticket") else ""
    for example in shown.replace(" or ", " ").split(","):
        assert plans.read(kind.played, [condition + example])


def test_a_plan_needs_an_order() -> None:
    assert mistakes(table(), "stop when last round") == ["1 nothing_to_do"]
    assert mistakes(table()) == ["1 nothing_to_do"]


def test_case_and_spaces_do_not_matter() -> None:
    assert mistakes(table(), "  Claim  OMAHA-denver   Purple 4 ", "ALWAYS pass When Last Round") == []


def test_what_can_never_be_is_refused() -> None:
    game = table(2, routes={0: ["denver-santa_fe"], 1: ["denver-omaha", "denver-kansas_city-1"]}, trains={0: 5})
    assert mistakes(game, "claim denver-omaha") == ["1 route_taken"]
    assert mistakes(game, "draw deck", "claim denver-kansas_city-2") == ["2 track_closed"]
    assert mistakes(game, "claim duluth-toronto") == ["1 not_enough_trains"]
    assert mistakes(game, "claim denver-santa_fe") == ["1 already_so"]


def test_tickets_are_checked_against_those_offered_and_held() -> None:
    game = started(2)
    offered = [ticket["number"] for ticket in engine.view(game.state, 0)["prompts"][0]["offer"]]
    other = next(number for number in range(1, 31) if number not in offered)
    assert mistakes(game, f"keep {offered[0]} {offered[1]}") == []
    assert mistakes(game, f"keep {offered[0]} {other}") == ["1 ticket_not_offered"]
    held = table(tickets={0: [7]})
    assert mistakes(held, "keep 7 8") == ["1 ticket_held"]
    assert mistakes(held, "keep 8") == []
    assert mistakes(held, "draw deck", "stop when ticket 8 impossible") == ["2 not_your_ticket"]


def test_a_day_that_is_over_is_refused() -> None:
    assert mistakes(table(), "draw deck", "stop when day 2026-11-20") == ["2 day_is_over"]
    assert mistakes(table(), "draw deck unless day 2026-11-20") == ["1 day_is_over"]


def test_a_game_without_routes_knows_no_words_about_them() -> None:
    game = yards()
    assert mistakes(game, "claim denver-omaha", "stop when trains 6") == ["1 unknown_order", "2 unknown_condition"]
    assert mistakes(game, "place blue 3", "stop when robbed") == []
    assert mistakes(table(kind=WEST), "start denver", "marker none", "best") == []


@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_every_game_has_its_words(kind: Kind) -> None:
    for verb in kind.played.verbs:
        if verb not in ("resign", "back"):
            assert plans.read(kind.played, [f"{verb} best"]).orders
    assert plans.read(kind.played, ["best", "draw wanted else deck", "keep all", "stop when last round"])


def test_what_lasts_and_what_is_done_once() -> None:
    lines = ["draw deck", "best", "keep all", "always marker none", "marker none", "claim dallas-houston", "tickets"]
    lasting = [line.lasting for line in plans.read(WEST.rules, [line for line in lines if "dallas" not in line]).orders]
    assert lasting == [True, True, True, True, False, False]
    for line in ("claim dallas-houston", "once draw deck", "once best", "once keep all when last round"):
        assert not plans.read(BASE.rules, [line]).orders[0].lasting


def codes() -> set[str]:
    """Return the code of every refusal and reason in the package."""
    trees = [ast.parse(file.read_text()) for file in Path(plans.__file__).parent.rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [call.args[0] for call in calls if getattr(call.func, "id", "") in ("MalformedMove", "EngineError")]
    return {str(name.value) for name in named if isinstance(name, ast.Constant)}


def test_every_mistake_has_its_words() -> None:
    assert len(codes()) > 20
    assert codes() <= words.REFUSALS.keys()


def documented() -> list[str]:
    """Return every plan line in the guide for players."""
    guide = Path(plans.__file__).parents[3] / "docs" / "playing.md"
    section = guide.read_text().partition("\n## Plans\n")[2].partition("\n## ")[0]
    text, tables = section.partition("```\n")[0].partition("```text\n")[2], section.partition("```\n")[2]
    orders, _, conditions = tables.partition("| condition |")
    cells = [row.split("|")[1] for row in orders.splitlines() if row.startswith("| `")]
    bound = [row.split("|")[1] for row in conditions.splitlines() if row.startswith("| `")]
    named = re.findall("`([^`]+)`", " ".join(cells)) + re.findall("`([^`]+)`", orders.rpartition("\n|")[2])
    return [*text.splitlines(), *named, *(f"stop when {each}" for each in re.findall("`([^`]+)`", " ".join(bound)))]


@pytest.mark.parametrize("line", documented())
def test_the_guide_shows_lines_that_some_game_reads(line: str) -> None:
    """Single words in it, such as "unless", are parts of lines."""
    read = []
    for kind in EVERY:
        try:
            read.append(plans.read(kind.played, [line, "best"]))
        except plans.Unreadable:
            continue
    assert read or line in {"draw", "always"}
