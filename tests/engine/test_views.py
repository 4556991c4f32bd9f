"""`engine.views`, the types of a view, match the features' schemas (`engine.schema`) and real positions."""

from collections.abc import Mapping
from typing import Any, get_type_hints

import pytest

import engine
from engine.schema import SIMPLE, view_schemas
from engine.views import OwnView, PromptView, SeatView, View
from tests.sweeps import at_length

from .play import steps
from .positions import FEW_TABLES, SOME_TABLES, Kind

SCHEMAS = view_schemas(engine.RULESETS.values())


@pytest.mark.parametrize(("name", "kind"), [("Position", View), ("TableSeat", SeatView), ("You", OwnView)])
def test_it_has_the_members_that_some_game_shows_and_requires_those_of_every_game(name: str, kind: Any) -> None:
    """A feature that shows additional members must be among the bases of the type."""
    assert set(get_type_hints(kind)) == set(SCHEMAS[name]["properties"])
    assert set(kind.__required_keys__) == set(SCHEMAS[name]["required"])


def test_a_prompt_has_the_members_that_some_question_says() -> None:
    """Check that their types match, too: the prompts' types are written out, since each requires its own members."""
    own = get_type_hints(PromptView)
    assert {name: own[name] for name in own if name not in ("id", "seat", "type")} == asked()
    assert own["id"] is str
    assert own["seat"] in SIMPLE


def asked() -> dict[str, Any]:
    """Return the members of all prompts, with their types."""
    members: dict[str, Any] = {}
    for rules in engine.RULESETS.values():
        for describe in rules.questions.values():
            members |= get_type_hints(get_type_hints(describe)["return"])
    return members


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
def test_a_position_shows_nothing_else(kind: Kind, seats: int) -> None:
    for step in steps(seats, 3, kind=kind):
        for viewer in (None, *range(seats)):
            view = engine.view(step.state, viewer)
            fits(view, View)
            for seat in view["seats"]:
                fits(seat, SeatView)
            for prompt in view["prompts"]:
                fits(prompt, PromptView)
            if view["you"] is not None:
                fits(view["you"], OwnView)


def fits(shown: Mapping[str, object], kind: Any) -> None:
    assert kind.__required_keys__ <= shown.keys() <= get_type_hints(kind).keys()
