"""The schema's examples: recorded from the live API, valid by the schema, and present in every operation.

`make examples` records them again (EXAMPLES=write).
"""

import json
import os
from typing import Any

import jsonschema_rs
import pytest
import time_machine
from pytest_django import Settings

from games.api.examples import JSON, RECORDED
from tests.api.described import whole_document
from tests.api.tour import tour

METHODS = {"get", "post", "put", "patch", "delete"}


def operations(whole: dict[str, Any]) -> dict[str, dict[str, Any]]:
    items = whole["paths"].values()
    return {item[method]["operationId"]: item[method] for item in items for method in METHODS & item.keys()}


def mistakes(whole: dict[str, Any], schema: dict[str, Any], body: Any) -> list[str]:
    """Return the places where the body violates the schema."""
    checker = jsonschema_rs.Draft202012Validator({**schema, "components": whole["components"]}, validate_formats=True)
    return [f"{error.instance_path}: {error.message[:200]}" for error in checker.iter_errors(body)]


def checked(whole: dict[str, Any], recorded: dict[str, dict[str, Any]]) -> dict[str, list[str]]:
    """Return all mistakes in these examples, by operation."""
    wrong: dict[str, list[str]] = {}
    for name, operation in operations(whole).items():
        found = recorded.get(name, {})
        if body := operation.get("requestBody"):
            if "request" not in found:
                wrong.setdefault(name, []).append("no request")
            else:
                wrong.setdefault(name, []).extend(mistakes(whole, body["content"][JSON]["schema"], found["request"]))
        for status, response in operation["responses"].items():
            schema = response.get("content", {}).get(JSON, {}).get("schema") if status[0] == "2" else None
            if schema is None:
                continue
            if status not in found.get("answers", {}):
                wrong.setdefault(name, []).append(f"no answer {status}")
            else:
                wrong.setdefault(name, []).extend(mistakes(whole, schema, found["answers"][status]))
    return {name: found for name, found in wrong.items() if found}


@pytest.mark.long
@pytest.mark.django_db
def test_a_tour_of_the_live_api_is_as_described(settings: Settings) -> None:
    """Check that today's answers on every address are valid by the schema."""
    whole = whole_document()
    with time_machine.travel("2026-03-02T12:00:00Z", tick=True):
        found = tour(whole)
    if os.environ.get("EXAMPLES") == "write":
        RECORDED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert not checked(whole, found)


@pytest.mark.long
def test_the_examples_are_as_described(servers: None) -> None:
    """Check that the recorded examples are valid, in every operation that takes or returns JSON."""
    whole = whole_document()
    assert not checked(whole, json.loads(RECORDED.read_text(encoding="utf-8")))
