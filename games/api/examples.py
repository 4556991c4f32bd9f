"""Examples of requests and responses for the schema, recorded from the live API by `python -m tests.api.tour`.

A test checks each of them against the schema, and that every operation has one.
"""

import json
from functools import cache
from pathlib import Path
from typing import Final

from engine.codec import Json

RECORDED: Final = Path(__file__).with_name("examples.json")
JSON: Final = "application/json"


@cache
def recorded() -> dict[str, Json]:
    """Return the examples by operation: `request`, if it has a body, and `answers` by status."""
    examples: dict[str, Json] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return examples


def add(operation: Json) -> None:
    """Put the examples of this operation where OpenAPI expects them."""
    example = recorded().get(operation["operationId"], {})
    if "request" in example:
        operation["requestBody"]["content"][JSON]["examples"] = {"recorded": {"value": example["request"]}}
    for status, body in example.get("answers", {}).items():
        for content in operation["responses"].get(status, {}).get("content", {}).values():
            content["examples"] = {"recorded": {"value": body}}
