"""What the API's own description says of an answer."""

from functools import cache
from typing import Any

import jsonschema_rs
from django.test import Client


@cache
def described(name: str) -> Any:
    """What checks an answer by a schema of the description: `described("Game").validate(answer.json())`."""
    document = Client().get("/api/v1/schema", headers={"Accept": "application/json"}).json()
    return jsonschema_rs.Draft202012Validator({**document, "$ref": f"#/components/schemas/{name}"})
