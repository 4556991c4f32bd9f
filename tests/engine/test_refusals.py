"""Refusals name rules by their number in the game being played."""

import pytest

import engine

from .frontier import frontier
from .numbers import NUMBERS
from .positions import BASE, EVERY, WEST, Game, Kind, begun, started, table
from .yards_table import CARDS, NOTHING, yards

LAGOON = Kind(engine.RULESETS["lagoon@1"])


def number(game: Game, seat: int, line: str) -> object:
    """Return the rule number in the refusal of this move."""
    with pytest.raises(engine.IllegalMove) as refusal:
        engine.decide(game.state, seat, engine.notation.parse(game.state.rules, line), game.chance)
    with pytest.raises(engine.IllegalMove) as checked:
        engine.check(game.state, seat, engine.notation.parse(game.state.rules, line))
    assert checked.value.detail == refusal.value.detail
    return refusal.value.detail["rule"]


@pytest.mark.parametrize(("kind", "rule"), [(BASE, "B3"), (LAGOON, "B3"), (WEST, "W3"), (CARDS, "C3")])
def test_b3_w3_c3_first_tickets(kind: Kind, rule: str) -> None:
    game = started(2, kind=kind)
    others = [str(kind.rules.board.tickets[ticket].number) for ticket in game.state.prompts[1].offer]  # type: ignore[attr-defined]
    assert number(game, 0, "keep " + " ".join(others)) == rule
    assert number(game, 0, "draw deck") == rule


@pytest.mark.parametrize(("kind", "rule"), [(BASE, "B3"), (WEST, "W3")])
def test_b3_w3_too_few_of_them(kind: Kind, rule: str) -> None:
    game = started(2, kind=kind)
    first = kind.rules.board.tickets[game.state.prompts[0].offer[0]].number  # type: ignore[attr-defined]
    assert number(game, 0, f"keep {first}") == rule


@pytest.mark.parametrize(("kind", "rule"), [(BASE, "B16"), (LAGOON, "B16"), (CARDS, "C10")])
def test_b16_c10_more_tickets(kind: Kind, rule: str) -> None:
    game = begun(2, kind=kind)
    game.play(0, "tickets")
    held = kind.rules.board.tickets[game.state.tickets.held[1][0]].number
    assert number(game, 0, f"keep {held}") == rule
    assert number(game, 0, "draw deck") == rule


def test_w9_more_tickets_in_the_old_west() -> None:
    game = frontier(2, markers={0: "eugene", 1: "portland"})
    game.play(0, "tickets")
    assert number(game, 0, "draw deck") == "W9"


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        (table(ticket_deck=()), "B16"),
        (frontier(2, markers={0: "eugene", 1: "portland"}, ticket_deck=()), "W9"),
        (yards(ticket_deck=()), "C10"),
    ],
    ids=["B16", "W9", "C10"],
)
def test_b16_w9_c10_no_tickets_left(game: Game, rule: str) -> None:
    assert number(game, 0, "tickets") == rule


def test_b14_a_closed_track() -> None:
    game = table(2, hands={0: "blue 1"}, routes={1: ["dallas-houston-1"]})
    assert number(game, 0, "claim dallas-houston-2 blue 1") == "B14"


def test_w2_a_closed_track_in_the_old_west() -> None:
    game = frontier(2, markers={0: "eugene", 1: "portland"}, hands={0: "blue 1"}, routes={1: ["eugene-portland-1"]})
    assert number(game, 0, "claim eugene-portland-2 blue 1") == "W2"


def test_b5_c5_a_turn_is_one_of_its_actions() -> None:
    assert number(table(), 0, "keep 1") == "B5"
    assert number(yards(), 0, "keep 1") == "C5"


def test_w4_a_starting_city() -> None:
    assert number(begun(2, kind=WEST), 1, "draw deck") == "W4"


def test_w6_w11_a_marker_and_where_alvin_goes() -> None:
    game = frontier(2, markers={0: "santa_fe", 1: "seattle"}, hands={0: "yellow 3"}, alvin="roswell")
    game.play(0, "claim roswell-santa_fe yellow 3")
    assert number(game, 0, "draw deck") == "W11"
    game = frontier(2, markers={0: "albuquerque", 1: "seattle"}, hands={0: "white 2 blue 2"})
    game.play(0, "claim albuquerque-durango white 2")
    assert number(game, 0, "draw deck") == "W6"


def test_c12_completing_tickets() -> None:
    game = yards(last_turn=True, in_market="red blue green white black")
    game.play(0, "draw deck")
    game.play(0, "draw deck")
    assert number(game, 0, "draw deck") == "C12"


def test_b10_c7_nothing_to_draw() -> None:
    assert number(table(deck="", in_market=NOTHING, hands={0: "red 1"}), 0, "draw deck") == "B10"
    assert number(yards(deck="", in_market=NOTHING, hands={0: "red 2"}), 0, "draw deck") == "C7"
    assert number(yards(deck="", in_market=NOTHING, hands={0: "red 2"}), 0, "draw 1") == "C7"


@pytest.mark.parametrize(("kind", "rule"), [(BASE, "B18"), (WEST, "B18"), (CARDS, "C13")])
def test_b18_c13_the_game_is_over(kind: Kind, rule: str) -> None:
    game = begun(2, kind=kind)
    game.do(0, engine.Resign())
    assert number(game, 1, "draw deck") == rule


@pytest.mark.parametrize("kind", EVERY, ids=repr)
def test_only_numbers_that_there_are_stand_in_place_of_others(kind: Kind) -> None:
    replaces = kind.played.replaces
    assert {rule.lower() for rule in (*replaces, *replaces.values())} <= set(NUMBERS)
    assert not set(replaces) & set(replaces.values())


@pytest.mark.parametrize("kind", EVERY, ids=repr)
def test_every_question_says_which_rule_asks_it(kind: Kind) -> None:
    assert {prompt.rule.lower() for prompt in kind.played.moves} <= set(NUMBERS)
