"""The schema's links work: each refers to members of its answer and to parameters of the next operation."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.api.described import ADMINS, PLAYERS, load_document

METHODS = {"get", "post", "put", "patch", "delete"}
IN_BODY = "$response.body#/"
IN_PATH = "$request.path."


@pytest.fixture(scope="module", params=[PLAYERS, ADMINS])
def document(servers: None, request: pytest.FixtureRequest) -> dict[str, Any]:
    return load_document(request.param)


def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    items = document["paths"].values()
    return {item[method]["operationId"]: item[method] for item in items for method in METHODS & item.keys()}


def parameters(operation: dict[str, Any]) -> set[str]:
    return {parameter["name"] for parameter in operation.get("parameters", [])}


def expressions(value: Any) -> Iterator[str]:
    """Yield the runtime expressions in a link's values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from expressions(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from expressions(inner)


def at(document: dict[str, Any], schema: dict[str, Any], pointer: list[str]) -> Any:
    """Return the schema of the value that a pointer into an answer selects, which may be null.

    Raises KeyError, and ValueError where the pointer leads into a union, of which only one variant has the member.
    """
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if pointer and "oneOf" in schema:
        (value,) = [variant for variant in schema["oneOf"] if variant != {"type": "null"}]
        return at(document, value, pointer)
    if not pointer:
        return schema
    inner = schema["items"] if pointer[0].isdigit() else schema["properties"][pointer[0]]
    return at(document, inner, pointer[1:])


def test_they_lead_somewhere(document: dict[str, Any]) -> None:
    known, seen = operations(document), 0
    for name, operation in known.items():
        for response in operation["responses"].values():
            for link in response.get("links", {}).values():
                seen += 1
                assert link.get("parameters", {}).keys() <= parameters(known[link["operationId"]]), (name, link)
                for said in expressions([link.get("parameters", {}), link.get("requestBody", {})]):
                    if said.startswith(IN_PATH):
                        assert said.removeprefix(IN_PATH) in parameters(operation), (name, link)
                    else:
                        pointer = said.removeprefix(IN_BODY).split("/")
                        assert at(document, response["content"]["application/json"]["schema"], pointer), (name, link)
    assert seen > 5


def test_anyone_who_follows_them_can_play(servers: None) -> None:
    """Follow the links from a table to its legal moves, from there to a move, and from a move to the next ones."""
    document = load_document()
    assert {"list_moves", "get_game"} <= _next(document, "create_practice")
    assert {"post_moves", "put_plan"} <= _next(document, "list_moves")
    assert {"list_moves"} <= _next(document, "post_moves")


def _next(document: dict[str, Any], name: str) -> set[str]:
    responses = operations(document)[name]["responses"].values()
    return {link["operationId"] for response in responses for link in response.get("links", {}).values()}
