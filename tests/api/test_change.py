"""The API's promises about change: answers leave room for what comes later, and what goes is announced."""

from datetime import date
from http import HTTPStatus
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from games.api.deprecation import deprecated
from games.api.open_schemas import CLOSED
from games.api.view import ApiView

NEW = "comes_with_the_next_board"


@pytest.fixture(scope="module")
def schemas(servers: None) -> dict[str, Any]:
    document = Client().get("/api/v1/schema", headers={"Accept": "application/json"}).json()
    found: dict[str, Any] = document["components"]["schemas"]
    return found


def allows(schemas: dict[str, Any], name: str, value: object) -> bool:
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
    return jsonschema_rs.Draft202012Validator(schema).is_valid(value)


def closed_lists(schemas: dict[str, Any], part: Any) -> list[Any]:
    """Return each reference to a list of values, and each list, that stands where no other text may stand."""
    if isinstance(part, list):
        return [found for inner in part for found in closed_lists(schemas, inner)]
    if not isinstance(part, dict):
        return []
    if {"type": "string"} in part.get("anyOf", ()):
        return []
    target = str(part.get("$ref")).rpartition("/")[2]
    if "enum" in part or "enum" in schemas.get(target, {}):
        return [] if target in CLOSED else [part]
    return closed_lists(schemas, [inner for name, inner in part.items() if name not in ("not", "discriminator")])


def test_every_union_of_answers_has_a_variant_for_what_it_does_not_know(schemas: dict[str, Any]) -> None:
    unions = {name for name, schema in schemas.items() if "discriminator" in schema}
    sent_only = {"Move", "Order", "BulkOrder"}
    assert {name for name in unions if f"Unknown{name}" in schemas} == unions - sent_only
    assert allows(schemas, "Event", {"type": NEW, "seat": 1, "tunnel": ["red", {"deep": True}]})
    assert allows(schemas, "Prompt", {"type": NEW, "id": "4.1", "seat": 1})
    assert allows(schemas, "OfferedMove", {"type": NEW})
    assert allows(
        schemas, "WebhookMessage", {"type": NEW, "timestamp": "2027-01-01T00:00:00Z", "data": {"webhook": "x"}}
    )
    assert allows(schemas, "AccountStreamEvent", {"id": "1", "type": NEW, "data": {}})
    assert not allows(schemas, "Event", {"type": "card_drawn"}), "an event that is known has its members"
    assert not allows(schemas, "Move", {"type": NEW}), "what is sent is as strict as it is checked"


def test_a_value_that_comes_later_is_allowed_in_answers(schemas: dict[str, Any]) -> None:
    names = [name for name in schemas if name.endswith(("Event", "Prompt", "Message", "Page"))]
    answers = [name for name in names if "enum" not in schemas[name]]
    for name in ("Game", "GameDetail", "Entry", "Position", "TableSeat", "You", "Turn", "Seat", "Player", *answers):
        assert not closed_lists(schemas, schemas[name]), name
    assert closed_lists(schemas, schemas["ClaimRouteMove"]), "which is sent, too"
    assert allows(schemas, "Player", {"id": "000000000000", "name": "Ada", "kind": NEW})


class OldView(ApiView):
    """An operation that will go."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()

    @deprecated(since=date(2027, 3, 1), ends=date(2028, 3, 1), instead="list_games")
    @extend_schema(operation_id="list_old_games", responses={200: None})
    def get(self, request: Request) -> Response:
        """Return old games."""
        return Response()

    @extend_schema(operation_id="make_old_game", request=None, responses={200: None})
    def post(self, request: Request) -> Response:
        return Response()


def test_what_is_deprecated_says_so_in_the_schema_and_in_every_answer() -> None:
    view, requests = OldView.as_view(), APIRequestFactory()
    for query, status in (("", HTTPStatus.OK), ("?nonsense=1", HTTPStatus.BAD_REQUEST)):
        answer = view(requests.get(f"/old{query}"))
        assert answer.status_code == status
        assert answer["Deprecation"] == "@1803859200"
        assert answer["Sunset"] == "Wed, 01 Mar 2028 00:00:00 GMT"
    assert not view(requests.post("/old")).has_header("Deprecation")
    with patched_settings({"POSTPROCESSING_HOOKS": []}):
        generator = SchemaGenerator(patterns=[path("old", view)])  # type: ignore[no-untyped-call]
        paths = generator.get_schema(public=True)["paths"]  # type: ignore[no-untyped-call]
    old = paths["/old"]["get"]
    assert old["deprecated"] is True
    assert old["description"].endswith(
        "Deprecated since 2027-03-01; it may be gone from 2028-03-01 on. Use `list_games`."
    )
    assert old["responses"]["200"]["headers"].keys() >= {"Deprecation", "Sunset"}
    assert "deprecated" not in paths["/old"]["post"]


def test_nothing_goes_sooner_than_promised() -> None:
    with pytest.raises(ValueError, match="shorter"):
        deprecated(since=date(2027, 3, 1), ends=date(2028, 2, 28), instead="list_games")
