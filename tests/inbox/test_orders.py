"""Orders in typed lines: flexible in wording, strict in meaning."""

from datetime import date
from pathlib import Path

import pytest

import engine
from notifications.inbox.orders import (
    Offered,
    Order,
    OrdersRead,
    PlayMove,
    Why,
    read,
)

USA = engine.RULESETS["usa@1"]
OLD_WEST = engine.RULESETS["old_west@1"]
CARD_GAME = engine.RULESETS["card_game@1"]
MARKET = ("red", "blue", "red", "locomotive", "white")
DRAWS = ("draw 1", "draw 2", "draw 3", "draw 4", "draw 5", "draw deck")
TURN = (
    "claim denver-omaha purple 4",
    "claim denver-omaha purple 3 loco 1",
    "claim el_paso-santa_fe blue 2",
    "claim el_paso-santa_fe black 2",
    "claim kansas_city-saint_louis-1 blue 2",
    "claim kansas_city-saint_louis-2 purple 2",
    "claim duluth-sault_st_marie white 3",
    "claim dallas-houston-1 green 1",
    "claim dallas-houston-2 green 1",
    "claim calgary-helena yellow 4",
    *DRAWS,
    "tickets",
)
LISTED: tuple[list[str], ...] = (
    ["claim denver-omaha purple 4"],
    ["draw 1", "draw deck"],
    ["draw deck", "draw deck"],
    [],
)
MONDAY = date(2026, 3, 2)


def read_lines(*lines: str, legal: tuple[str, ...] | None = TURN, rules: engine.Ruleset = USA) -> OrdersRead[Order]:
    return read(lines, Offered(legal, LISTED, rules, MONDAY, MARKET))


def played(*lines: str, legal: tuple[str, ...] | None = TURN, rules: engine.Ruleset = USA) -> list[str]:
    """Return the moves that lines order, with the alternatives; each line must be clear."""
    found = read_lines(*lines, legal=legal, rules=rules)
    assert found.stopped is None, found.stopped
    return [_told(order) for order in found.orders]


def _told(order: Order) -> str:
    assert isinstance(order, PlayMove), order
    return order.notation + (f" else {order.otherwise}" if order.otherwise else "")


def stopped(*lines: str, legal: tuple[str, ...] | None = TURN, rules: engine.Ruleset = USA) -> Why:
    """Return why lines order nothing."""
    found = read_lines(*lines, legal=legal, rules=rules)
    assert found.orders == ()
    assert found.stopped is not None
    return found.stopped.reason


@pytest.mark.parametrize(
    "line",
    [
        "claim denver-omaha purple 4",
        "Claim Denver–Omaha purple 4",
        "CLAIM  DENVER - OMAHA  PURPLE  4",
        "claim omaha-denver purple 4",
        "claim Omaha to Denver with 4 purple",
        "claim den-oma purple 4",
        "claim den oma p 4",
        "claim dén-omä 4 purple",
        "claim denver-omaha pink 4",
        "claim denver-omaha, purple 4.",
        "build denver → omaha purple 4!",
        "cla denver omaha 4purple",
        "- claim denver-omaha purple 4",
        "“claim denver-omaha purple 4”",
    ],
)
def test_a_claim_can_be_said_in_many_ways(line: str) -> None:
    assert played(line) == ["claim denver-omaha purple 4"]


def test_the_guide_s_moves_are_read() -> None:
    guide = Path(engine.__file__).parents[1] / "docs" / "playing-by-mail.md"
    moves = guide.read_text(encoding="utf-8").partition("## Moves")[2].partition("\n## ")[0]
    given = [line.strip() for line in moves.splitlines() if line.startswith("    ")]
    *turn, keep = given
    assert len(turn) == 6
    assert all(played(line) for line in turn)
    tickets = Offered(("keep 3 12", "keep 3 12 21"), [], USA, MONDAY, letters={"A": 3, "B": 21, "C": 12})
    for line in (keep, "A, C", "keep all but B", "keep 3 12"):
        assert [_told(order) for order in read([line], tickets).orders] == ["keep 3 12"]


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("claim denver-omaha purple 3 loco 1", "claim denver-omaha purple 3 loco 1"),
        ("claim denver-omaha 1 locomotive 3 purple", "claim denver-omaha purple 3 loco 1"),
        ("claim denver-omaha 3 p and 1 wild", "claim denver-omaha purple 3 loco 1"),
        ("claim el paso-santa fe blue 2", "claim el_paso-santa_fe blue 2"),
        ("claim elpaso santafe blue 2", "claim el_paso-santa_fe blue 2"),
        ("claim el p-santa f blue", "claim el_paso-santa_fe blue 2"),
        ("claim duluth-sault st. marie white 3", "claim duluth-sault_st_marie white 3"),
        ("claim kansas city-st. louis blue 2", "claim kansas_city-saint_louis-1 blue 2"),
        ("claim kansas city-saint louis p 2", "claim kansas_city-saint_louis-2 purple 2"),
        ("claim dallas-houston-2 green 1", "claim dallas-houston-2 green 1"),
        ("claim houston-dallas, track 2, green 1", "claim dallas-houston-2 green 1"),
        ("claim calgary-helena", "claim calgary-helena yellow 4"),
        ("claim calgary-helena y", "claim calgary-helena yellow 4"),
        ("Tickets", "tickets"),
        ("draw tickets", "tickets"),
        ("take new tickets", "tickets"),
        ("draw 3", "draw 3"),
        ("draw card 3", "draw 3"),
        ("draw red", "draw red"),
        ("take a blue card", "draw blue"),
        ("draw b", "draw blue"),
        ("draw loco", "draw locomotive"),
        ("draw from the deck", "draw deck"),
        ("Draw the top card.", "draw deck"),
        ("draw red else deck", "draw red else draw deck"),
        ("draw green or else deck", "draw green else draw deck"),
    ],
)
def test_other_moves_too(line: str, move: str) -> None:
    assert played(line) == [move]


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("draw red, then blue", ["draw red", "draw blue"]),
        ("draw red and blue", ["draw red", "draw blue"]),
        ("draw red blue", ["draw red", "draw blue"]),
        ("I'll take the red one and the blue one please.", ["draw red", "draw blue"]),
        ("take red, and the blue one too", ["draw red", "draw blue"]),
        ("draw red, draw blue", ["draw red", "draw blue"]),
        ("take red, then the deck", ["draw red", "draw deck"]),
        ("draw deck twice", ["draw deck", "draw deck"]),
        ("draw two from the deck", ["draw deck", "draw deck"]),
        ("draw 2 from deck", ["draw deck", "draw deck"]),
        ("take 2 cards from the deck", ["draw deck", "draw deck"]),
        ("draw red twice", ["draw red", "draw red"]),
        ("draw 1, then 5", ["draw 1", "draw white"]),
        ("draw red, then blue else deck", ["draw red", "draw blue else draw deck"]),
    ],
)
def test_two_cards_in_one_line(line: str, moves: list[str]) -> None:
    assert played(line) == moves


@pytest.mark.parametrize(
    "line",
    [
        "claim el paso-santa fe b 2",
        "claim el paso-santa fe",
        "claim denver-omaha",
    ],
)
def test_what_may_mean_two_moves_is_asked_about(line: str) -> None:
    found = read_lines(line)
    assert found.orders == ()
    assert found.stopped is not None
    assert found.stopped.reason == Why.AMBIGUOUS
    assert len(found.stopped.suggestions) == 2


@pytest.mark.parametrize(
    "line",
    [
        "claim d-o purple 4",
        "claim den-oma purple 4 and more",
        "claim denver-omaha purple 4 purple",
        "claim denver-omaha purple 3 blue 1",
        "claim denver-omaha purple four",
        "claim denver-omaha purple 4?",
        "claim denver/omaha purple 4",
        "claim atlantis-utopia blue 3",
        "claim denver",
        "claim",
        "clam denver-omaha purple 4",
        "draw",
        "draw 2 red",
        "draw two",
        "draw 1, then 1",
        "draw red, then blue, then white",
        "draw red/blue",
        "draw 3.5",
        "draw 6",
        "draw 0",
        "draw was fun",
        "draw purple green yellow",
        "tickets please 3",
        "keep going",
        "take the red one, or maybe not",
    ],
)
def test_what_looks_like_an_order_and_is_none_stops(line: str) -> None:
    assert stopped(line) == Why.NOT_UNDERSTOOD
    assert read_lines(line, "draw red").orders == ()


@pytest.mark.parametrize("line", ["clam denver-omaha purple 4", "claim denver omaha p4 !?"])
def test_a_near_miss_is_offered(line: str) -> None:
    found = read_lines(line).stopped
    assert found is not None
    assert "claim denver-omaha purple 4" in found.suggestions


def test_a_move_that_is_clear_but_not_legal_is_tried_so_that_the_rules_say_why() -> None:
    assert played("claim boston-montreal-1 red 2") == ["claim boston-montreal-1 red 2"]
    assert played("claim denver-omaha red 4") == ["claim denver-omaha red 4"]
    assert played("draw green") == ["draw green"]


def test_what_begins_as_several_routes_of_the_board_is_none_even_if_one_is_legal() -> None:
    """A player who means one of the others must not get the legal one."""
    assert stopped("claim san-salt blue 5", legal=("claim salt_lake_city-san_francisco orange 5",)) in (
        Why.AMBIGUOUS,
        Why.NOT_UNDERSTOOD,
    )
    both = ("claim portland-seattle-1 green 1", "claim portland-seattle-2 green 1")
    assert played("claim port-sea green 1", legal=both) == [both[0]]


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("1", ["claim denver-omaha purple 4"]),
        ("1.", ["claim denver-omaha purple 4"]),
        ("#1", ["claim denver-omaha purple 4"]),
        ("(1)", ["claim denver-omaha purple 4"]),
        ("Number 2", ["draw 1", "draw deck"]),
        ("3)", ["draw deck", "draw deck"]),
    ],
)
def test_a_number_on_the_first_line_is_a_move_of_the_list(line: str, moves: list[str]) -> None:
    assert played(line) == moves
    assert played("Hi!", line, "Thanks, Ada") == moves


def test_a_number_elsewhere_is_none() -> None:
    assert stopped("I think I’ll do this:", "1") == Why.NUMBER_NOT_FIRST
    found = read_lines("draw red", "2")
    assert found.orders == ()
    assert found.stopped is not None
    assert found.stopped.reason == Why.NUMBER_NOT_FIRST


def test_a_number_that_the_email_did_not_list_is_none() -> None:
    assert stopped("5") == Why.NO_SUCH_NUMBER
    assert stopped("0") == Why.NO_SUCH_NUMBER
    assert stopped("4") == Why.MANY_WAYS


def test_talk_is_passed_over() -> None:
    found = read_lines("Nice move, Bela!", "draw red", "Ada", "See you tomorrow")
    assert found.skipped == ("Nice move, Bela!", "Ada", "See you tomorrow")
    assert [_told(order) for order in found.orders] == ["draw red"]
    assert found.stopped is None


def test_talk_alone_is_not_understood_and_a_greeting_is_nothing() -> None:
    assert stopped("nonsense") == Why.NOT_UNDERSTOOD
    assert read_lines("Thanks!").stopped is None
    assert read_lines() == OrdersRead(())


def test_a_refusal_in_words_is_no_order() -> None:
    for line in ("don’t draw red", "not draw red", "no, draw red", "I would draw red", "should I draw red"):
        assert read_lines(line).orders == ()


def test_what_stands_before_the_line_that_stops_is_kept_if_it_is_of_no_turn() -> None:
    found = read_lines("status", "drwa blue", "draw white")
    assert [order.line for order in found.orders] == ["status"]
    assert found.stopped is not None
    assert found.stopped.line == "drwa blue"
    assert read_lines("draw red", "drwa blue", "draw white").orders == ()


def test_several_answers_of_a_turn() -> None:
    assert played("tickets", "keep 3 and 17") == ["tickets", "keep 3 17"]
    assert played("draw red", "draw blue") == ["draw red", "draw blue"]
    legal = ("claim denver-salt_lake_city-1 red 3",)
    lines = ("claim denver-salt lake city-1 red 3", "marker denver blue 2")
    assert played(*lines, legal=legal, rules=OLD_WEST) == [
        "claim denver-salt_lake_city-1 red 3",
        "marker denver blue 2",
    ]


def test_a_second_card_must_be_clear_without_the_market() -> None:
    """The cards open at that time are not known yet."""
    found = read_lines("draw red", "draw b")
    assert found.orders == ()
    assert found.stopped is not None


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("keep 17, 3", "keep 3 17"),
        ("keep tickets 3 & 17", "keep 3 17"),
        ("keep none", "keep none"),
        ("Keep 3", "keep 3"),
    ],
)
def test_tickets_in_any_order(line: str, move: str) -> None:
    assert played(line, legal=("keep none", "keep 3", "keep 17", "keep 3 17")) == [move]


@pytest.mark.parametrize("line", ["keep 3 3", "keep", "keep it up", "keep 3 17 99999", "keep three"])
def test_tickets_that_are_none(line: str) -> None:
    assert stopped(line, legal=("keep 3", "keep 17", "keep 3 17")) == Why.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("place blue 3 loco 1", "place blue 3 loco 1"),
        ("place 3 blue 1 loco", "place blue 3 loco 1"),
        ("place green blue red", "place blue green red"),
        ("place r g b", "place blue green red"),
        ("place white", "place white 2"),
    ],
)
def test_rows(line: str, move: str) -> None:
    legal = ("place blue 3 loco 1", "place blue green red", "place white 2")
    assert played(line, legal=legal, rules=CARD_GAME) == [move]


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("start salt lake city", "start salt_lake_city"),
        ("Start Denver", "start denver"),
        ("start wolf", "start wolf_point"),
        ("marker denver b 1 loco 1", "marker denver blue 1 loco 1"),
        ("marker none", "marker none"),
    ],
)
def test_cities(line: str, move: str) -> None:
    legal = ("start salt_lake_city", "start denver", "start wolf_point", "marker denver blue 1 loco 1", "marker none")
    assert played(line, legal=legal, rules=OLD_WEST) == [move]


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("denver, please", "start denver"),
        ("Salt Lake City!", "start salt_lake_city"),
        ("I'd like to begin in Denvr", "start denver"),
        ("Denver?", ""),
        ("not Denver", ""),
        ("Denver or Wolf Point", ""),
        ("Wolf", ""),
    ],
)
def test_a_city_alone_is_enough_where_nothing_else_is_asked(line: str, move: str) -> None:
    legal = ("start salt_lake_city", "start denver", "start wolf_point")
    found = read([line], Offered(legal, [[move] for move in legal], OLD_WEST, MONDAY))
    assert [order.notation for order in found.orders if isinstance(order, PlayMove)] == [move] * bool(move)


def test_without_the_legal_moves_what_is_clear_is_tried() -> None:
    """If there are too many moves, or the prompt is closed, posting the move tells."""
    assert played("claim den-oma purple 4", legal=None) == ["claim denver-omaha purple 4"]
    assert played("complete 3 17", legal=None, rules=CARD_GAME) == ["complete 3 17"]
    assert stopped("claim den-oma b 4", legal=None) == Why.NOT_UNDERSTOOD
