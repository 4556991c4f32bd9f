"""The lines that only the lesson of the Old West has, each at a position that calls for it."""

from typing import Any

import engine
from tests.games.learners import LEARNER, due_key, explain
from tests.pictures.positions import played

RULESET = "old_west@1"


def asked(tag: str, **change: Any) -> Any:
    """Return the view of a learner who is asked this after the first tickets, with changes."""
    view: Any = engine.view(played(RULESET, 3, 6), LEARNER)
    view["prompts"] = [{"id": "9.0", "seat": LEARNER, "type": tag}]
    return view | change


def test_the_start_is_said_before_a_turn() -> None:
    assert due_key(RULESET, asked("choose_start"), "ticket", "keeping") == "start"


def test_a_marker_costs_a_pair_and_is_counted() -> None:
    view = asked("place_marker")
    view["seats"][LEARNER]["markers"] = 1
    thing, meaning = explain(RULESET, view, "marking")
    assert thing.startswith("A pair of cards places your marker")
    assert meaning.endswith("You have 1 marker left.")


def test_the_ferry_says_how_many_locomotives_it_takes() -> None:
    view = asked("take_turn", routes={"los_angeles-san_francisco": 1, "albuquerque-roswell": LEARNER})
    assert explain(RULESET, view, "ferry") == (
        "Los Angeles – San Francisco has 7 spaces.",
        "It is a ferry: at least 3 of its cards must be locomotives.",
    )


def test_points_are_this_boards_and_go_by_the_markers() -> None:
    view = asked("take_turn", routes={"albuquerque-roswell": LEARNER})
    assert explain(RULESET, view, "points") == (
        "Each route scores at once: 1, 2, 4, 7, 10, 15, 18 for 1 to 7 spaces.",
        "Without a marker at its ends it scores for you, otherwise for the owners of the markers.",
    )


def test_a_double_track_is_no_triple_one() -> None:
    view = asked("take_turn", routes={"albuquerque-roswell": LEARNER})
    assert explain(RULESET, view, "double").thing == "A double track, as at Albuquerque – Flagstaff."
