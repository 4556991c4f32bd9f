"""The lines that only the lesson of Europe has, each at a position that calls for it."""

from typing import Any

import engine
from tests.games.learners import LEARNER, due_key, explain
from tests.pictures.positions import played

RULESET = "europe@1"


def asked(tag: str, **change: Any) -> Any:
    """Return the view of a learner who is asked this after the first tickets, with changes."""
    view: Any = engine.view(played(RULESET, 3, 6), LEARNER)
    view["prompts"] = [{"id": "9.0", "seat": LEARNER, "type": tag, "more": 2, "color": "orange"}]
    return view | change


def test_a_tunnel_is_named_with_its_risk() -> None:
    thing, meaning = explain(RULESET, asked("take_turn", routes={"angora-erzurum": LEARNER}), "tunnel")
    assert thing.endswith("spaces.")
    assert meaning.startswith("It is a tunnel: three cards are turned up")


def test_what_a_tunnel_costs_more_is_said_when_it_is_asked() -> None:
    assert due_key(RULESET, asked("pay_tunnel")) == "digging"
    assert explain(RULESET, asked("pay_tunnel"), "digging").thing == "Your tunnel costs 2 more cards."


def test_who_cannot_pay_for_a_tunnel_is_not_told_to_pay() -> None:
    view = asked("pay_tunnel")
    for cards, choice in (
        ({"orange": 1, "locomotive": 1}, "Pay, and it is yours"),
        ({"orange": 1}, "You have too few"),
    ):
        view["you"]["hand"] = cards
        assert explain(RULESET, view, "digging").meaning.startswith(choice)


def test_points_are_told_for_the_lengths_that_there_are() -> None:
    view = asked("take_turn", routes={"angora-erzurum": LEARNER})
    assert explain(RULESET, view, "points").thing == (
        "Each route scores at once, by its spaces: 1 = 1, 2 = 2, 3 = 4, 4 = 7, 6 = 15, 8 = 21."
    )


def test_stations_are_told_once_others_have_routes_to_lend() -> None:
    own = asked("take_turn", routes={"angora-erzurum": LEARNER})
    others = asked("take_turn", routes={"angora-erzurum": LEARNER, "berlin-wien": 1 - LEARNER % 2})
    assert "use one route of another player" in explain(RULESET, others, "stations").thing
    assert own["routes"].keys() < others["routes"].keys()
