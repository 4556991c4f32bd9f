"""Orders of Europe in typed lines: stations and tunnels."""

import pytest

import engine
from notifications.inbox.orders import Why
from tests.inbox.test_orders import played, stopped

EUROPE = engine.RULESETS["europe@1"]
TURN = (
    *(f"station {city} {cards}" for city in ("paris", "palermo", "wien") for cards in ("blue 1", "red 1", "loco 1")),
    "claim berlin-wien green 3",
    "draw deck",
)
TUNNEL = ("dig green 2", "dig green 1 loco 1", "dig loco 2", "dig none")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("station wien red 1", "station wien red 1"),
        ("station in Wien for 1 red", "station wien red 1"),
        ("station wien red", "station wien red"),
        ("build a station in Wien with red", "station wien red"),
        ("station wie loco", "station wien loco"),
        ("build berlin-wien green 3", "claim berlin-wien green 3"),
    ],
)
def test_a_station(line: str, move: str) -> None:
    assert played(line, legal=TURN, rules=EUROPE) == [move]


def test_a_station_without_its_cards_or_in_one_of_two_cities_is_asked_about() -> None:
    assert stopped("station wien", legal=TURN, rules=EUROPE) is Why.AMBIGUOUS
    assert stopped("station pa red 1", legal=TURN, rules=EUROPE) is Why.NOT_UNDERSTOOD
    assert stopped("station pal", legal=TURN, rules=EUROPE) is Why.AMBIGUOUS


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("dig", "dig"),
        ("dig green 2", "dig green 2"),
        ("dig with 1 loco and 1 green", "dig green 1 loco 1"),
        ("dig loco", "dig loco 2"),
        ("dig none", "dig none"),
    ],
)
def test_a_tunnel(line: str, move: str) -> None:
    assert played(line, legal=TUNNEL, rules=EUROPE) == [move]
