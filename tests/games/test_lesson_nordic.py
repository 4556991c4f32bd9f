"""The lines that only the lesson of the Nordic Countries has, each at a position that calls for it."""

from typing import Any

import engine
from tests.games.learners import LEARNER, due_key, explain
from tests.pictures.positions import played

RULESET = "nordic@1"


def asked(tag: str, seats: int = 3, **change: Any) -> Any:
    """Return the view of a learner who is asked this after the first tickets, with changes."""
    view: Any = engine.view(played(RULESET, seats, 6), LEARNER)
    view["prompts"] = [{"id": "9.0", "seat": LEARNER, "type": tag, "more": 2, "color": "orange"}]
    return view | change


def test_a_ferry_takes_any_three_cards_for_a_locomotive() -> None:
    own = {"alborg-arhus": LEARNER}
    thing, meaning = explain(RULESET, asked("take_turn", routes=own), "ferry")
    assert thing == "Ålborg – Göteborg has 2 spaces."
    assert meaning == "It is a ferry: it asks for 1 locomotive. Any three cards can stand for it."


def test_the_longest_route_is_explained_with_what_stands_for_its_cards() -> None:
    thing, meaning = explain(RULESET, asked("take_turn", routes={"alborg-arhus": LEARNER}), "long")
    assert thing == "Lieksa – Murmansk has 9 spaces."
    assert meaning == "It takes one color; any 4 cards can stand for one of them, again and again."


def test_a_double_track_is_for_two_only_if_three_play() -> None:
    own = {"alborg-arhus": LEARNER}
    assert "Nobody can claim both" in explain(RULESET, asked("take_turn", routes=own), "double").meaning
    assert "only one of the two" in explain(RULESET, asked("take_turn", 2, routes=own), "double").meaning


def test_what_a_tunnel_costs_more_is_said_when_it_is_asked() -> None:
    assert due_key(RULESET, asked("pay_tunnel")) == "digging"
