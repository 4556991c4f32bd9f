"""Validation of answers against the API's own schema."""

from functools import cache
from typing import Any

import jsonschema_rs
from django.test import Client


@cache
def described(name: str) -> Any:
    """Return a validator for a schema of the API: `described("Game").validate(answer.json())`."""
    document = Client().get("/api/v1/schema", headers={"Accept": "application/json"}).json()
    return jsonschema_rs.Draft202012Validator({**document, "$ref": f"#/components/schemas/{name}"})
