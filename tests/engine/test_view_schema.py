"""The schemas that features give for a view: every view of every game conforms to its schema."""

from typing import Any

import jsonschema_rs
import pytest

import engine
from engine import schema

from .play import steps
from .positions import EVERY, Kind

LEFT_TO_THE_DOCUMENT = {
    "Card": {"type": "string"},
    "CityId": {"type": "string"},
    "RouteId": {"type": "string"},
    "TicketNumber": {"type": "integer"},
    "SeatNumber": {"type": "integer"},
    "PromptId": {"type": "string"},
    "RulesetId": {"type": "string"},
}


def closed(named: dict[str, Any]) -> dict[str, Any]:
    """Return the same schemas without permitting additional properties."""
    return {
        name: {**each, "additionalProperties": False} if "properties" in each else each for name, each in named.items()
    }


def validator(rules: engine.Ruleset) -> jsonschema_rs.Validator:
    prompts = [{**prompt, "additionalProperties": False} for prompt in schema.prompt_schemas([rules]).values()]
    named = {**closed(schema.view_schemas([rules])), **LEFT_TO_THE_DOCUMENT, "Prompt": {"oneOf": prompts}}
    return jsonschema_rs.validator_for({"$ref": f"{schema.PREFIX}Position", "components": {"schemas": named}})


@pytest.mark.parametrize("kind", EVERY, ids=str)
def test_every_view_is_as_its_schema_says(kind: Kind) -> None:
    valid, seats = validator(kind.played), kind.rules.seat_counts[-1]
    for step in steps(seats, 1, leaving=0.02, kind=kind):
        for viewer in (None, step.state.turn % seats):
            valid.validate(engine.view(step.state, viewer))


def test_what_only_some_games_have_is_not_required() -> None:
    position = schema.view_schemas(engine.RULESETS.values())["Position"]
    assert {"routes", "lanterns", "markers", "alvin", "round"} <= set(position["properties"]) - {*position["required"]}


def test_an_option_may_be_chosen_or_not() -> None:
    position = schema.view_schemas([engine.RULESETS["old_west@1"]])["Position"]
    assert "markers" in position["required"]
    assert "alvin" not in position["required"]


def test_values_that_have_a_meaning_tell_it() -> None:
    away = schema.view_schemas(engine.RULESETS.values())["TableSeat"]["properties"]["away"]
    assert away["enum"] == ["resigned", "forfeited", "absent", None]
    assert "* `absent` - The player is away for now" in away["description"]
