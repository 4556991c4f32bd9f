"""What linters of OpenAPI want, checked without them: everything is described, declared and located."""

import re
from typing import Any

import pytest

from games.api import descriptions
from games.api.locations import locate_created
from games.presentation import words
from games.presentation.words.problems import KINDS
from tests.api.described import ADMINS, PLAYERS, load_document, whole_document
from tests.api.people import API, client_of, player, stranger

METHODS = {"get", "post", "put", "patch", "delete"}
SAMPLES = {"entry": "1", "seat": "0", "number": "1", "ruling_id": "1", "token_id": "1", "bulk_id": "1"}
ELSEWHERE = {"create_guest", "create_practice", "sign_up_by_invitation"}
"""Operations that say by themselves where what they made is."""

OF_ANY_TYPE = {
    "after": "whatever is compared",
    "before": "whatever is compared",
    "cards": "their kinds, or their number",
    "clock": "in requests by its name, too",
}
"""Members whose sentence is true of values of several types, with the reason."""


@pytest.fixture(scope="module", params=[PLAYERS, ADMINS])
def document(servers: None, request: pytest.FixtureRequest) -> dict[str, Any]:
    return load_document(request.param)


def operations(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(path, item[method]) for path, item in document["paths"].items() for method in METHODS & item.keys()]


def members(schema: Any) -> list[tuple[str, dict[str, Any]]]:
    """Return all members of a schema and of those within it."""
    if isinstance(schema, list):
        return [found for part in schema for found in members(part)]
    if not isinstance(schema, dict):
        return []
    own = list(schema.get("properties", {}).items()) if isinstance(schema.get("properties"), dict) else []
    return [*own, *(found for inner in schema.values() for found in members(inner))]


def test_every_member_and_every_parameter_is_described(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        for member, inner in members(schema):
            assert inner.get("description"), f"{name}.{member}"
    for _, operation in operations(document):
        for parameter in operation.get("parameters", []):
            assert parameter.get("description"), (operation["operationId"], parameter["name"])


def test_no_sentence_is_left_of_what_is_gone(servers: None) -> None:
    document = whole_document()
    schemas = document["components"]["schemas"]
    there = {(name, member) for name, schema in schemas.items() for member, _ in members(schema)}
    assert set(descriptions.MEMBERS) <= {member for _, member in there}
    assert {tuple(name.split(".")) for name in descriptions.OF_SCHEMA} <= there
    parameters = {each["name"] for _, operation in operations(document) for each in operation.get("parameters", [])}
    assert set(descriptions.PARAMETERS) <= parameters


def test_a_sentence_by_a_members_name_alone_stands_for_values_of_one_type(servers: None) -> None:
    """Two serializers with members of one name and different types do not mean the same by them."""
    schemas = whole_document()["components"]["schemas"]
    types: dict[str, set[frozenset[str]]] = {}
    for schema in schemas.values():
        for member, inner in members(schema):
            if inner["description"] == descriptions.MEMBERS.get(member):
                types.setdefault(member, set()).add(frozenset(types_of(schemas, inner) - {"null"}))
    assert len(types) > 100
    assert {member for member, found in types.items() if len(found) > 1} == OF_ANY_TYPE.keys()


def types_of(schemas: dict[str, Any], schema: dict[str, Any]) -> set[str]:
    """Return the JSON types that values of this schema may have."""
    if "$ref" in schema:
        return types_of(schemas, schemas[schema["$ref"].rpartition("/")[2]])
    variants = [variant for name in ("anyOf", "oneOf") for variant in schema.get(name, ())]
    if variants:
        return {found for variant in variants for found in types_of(schemas, variant)}
    kind = schema.get("type", "string" if "const" in schema else "")
    return {kind} if isinstance(kind, str) else set(kind)


def test_every_tag_and_every_security_is_declared(document: dict[str, Any]) -> None:
    tags = [tag["name"] for tag in document["tags"]]
    assert tags == sorted({tag for _, operation in operations(document) for tag in operation["tags"]})
    assert all(tag["description"] for tag in document["tags"])
    schemes = document["components"]["securitySchemes"].keys()
    for _, operation in operations(document):
        assert schemes >= {name for needed in operation["security"] for name in needed}
    assert document["info"].keys() >= {"license", "contact"}


def test_whatever_is_made_has_an_address_to_read(document: dict[str, Any]) -> None:
    for path, operation in operations(document):
        if "201" in operation["responses"]:
            assert "Location" in operation["responses"]["201"]["headers"], operation["operationId"]
            sample = re.sub(r"\{(\w+)\}", lambda name: SAMPLES.get(name[1], "0" * 12), path)
            assert locate_created(sample, "0" * 12) or operation["operationId"] in ELSEWHERE, path


def test_no_default_breaks_its_own_rule(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        for member, inner in members(schema):
            assert len(str(inner.get("default", "x" * 99))) >= inner.get("minLength", 0), f"{name}.{member}"


def test_a_problems_code_is_one_of_those_that_there_are_or_a_new_one(document: dict[str, Any]) -> None:
    """Clients generated from this take a code that they do not know as text."""
    known_codes, any_other = document["components"]["schemas"]["ProblemCode"]["anyOf"]
    assert set(known_codes["enum"]) == KINDS.keys() | words.REFUSALS.keys()
    assert any_other == {"type": "string"}


@pytest.mark.django_db
def test_an_answer_says_where_to_read_what_was_made() -> None:
    client = client_of(player("Ada"))
    game = client.post(f"{API}/games", {"ruleset": "usa@1", "seats": 2, "clock": "daily"})
    assert client.get(game["Location"]).json()["id"] == game.json()["id"]
    line = client.post(f"{game['Location']}/talk", {"text": "Hello"})
    assert line["Location"] == f"{game['Location']}/talk"
    token = client.post(f"{API}/tokens", {"label": "bot", "scopes": ["games:read"]})
    assert token["Location"] == f"{API}/tokens"
    guest = stranger().post(f"{API}/accounts/guest", {})
    assert (guest.status_code, guest["Location"]) == (201, f"{API}/me")
