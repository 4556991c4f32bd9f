"""Validation of answers against the API's own schema."""

from functools import cache
from typing import Any

import jsonschema_rs
from django.test import Client

PLAYERS, ADMINS = "/api/v1/schema", "/api/v1/admin/schema"


def load_document(address: str = PLAYERS) -> dict[str, Any]:
    found: dict[str, Any] = Client().get(address, headers={"Accept": "application/json"}).json()
    return found


def whole_document() -> dict[str, Any]:
    """Return both documents in one, in which a name stands for the same schema."""
    of_players, of_admins = load_document(), load_document(ADMINS)
    schemas, more = of_players["components"]["schemas"], of_admins["components"]["schemas"]
    assert {name for name in schemas.keys() & more.keys() if schemas[name] != more[name]} == set()
    components = {**of_players["components"], "schemas": schemas | more}
    paths = {**of_players["paths"], **of_admins["paths"]}
    return {**of_players, "paths": paths, "components": components, "tags": of_players["tags"] + of_admins["tags"]}


@cache
def described(name: str) -> Any:
    """Return a validator for a schema of the API: `described("Game").validate(answer.json())`."""
    document = load_document()
    return jsonschema_rs.Draft202012Validator({**document, "$ref": f"#/components/schemas/{name}"})
