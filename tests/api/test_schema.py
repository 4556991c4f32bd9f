"""The API matches its schema, for any request that the schema allows."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings

from games.scopes import SCOPES
from tests.api.described import ADMINS, PLAYERS, load_document
from tests.api.people import player, secret_of
from ttr_site.wsgi import application

METHODS = {"get", "post", "put", "patch", "delete"}
A_FEW = 3


@pytest.fixture(scope="module", params=[PLAYERS, ADMINS])
def document(servers: None, request: pytest.FixtureRequest) -> dict[str, Any]:
    return load_document(request.param)


def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"{method} {path}": item[method] for path, item in document["paths"].items() for method in METHODS & item.keys()
    }


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["application/json", "application/yaml"])
def test_it_is_the_same_whatever_the_address_asks_for(kind: str) -> None:
    """A line break in `version` once caused a server error, because the version became part of the file name."""
    accept = {"Accept": kind}
    plain = Client().get("/api/v1/schema", headers=accept)
    for query in ("version=1%0A2", "version=2", "lang=xx"):
        asked = Client().get(f"/api/v1/schema?{query}", headers=accept)
        assert (asked.status_code, asked.content) == (200, plain.content)
        assert {**asked.headers, "X-Request-ID": plain["X-Request-ID"]} == {**plain.headers}
    assert plain["Content-Type"].startswith(kind)


def test_it_is_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")


def test_no_member_is_read_only(document: dict[str, Any]) -> None:
    """Generators make a second type of each schema with one, in which other members have no type."""
    assert "readOnly" not in json.dumps(document)


def test_every_operation_is_described(document: dict[str, Any]) -> None:
    for name, operation in operations(document).items():
        assert operation.keys() >= {"operationId", "summary", "description", "tags"}, name
        assert {"406", "429", "500"} <= operation["responses"].keys(), name
        if "requestBody" in operation:
            assert {"400", "415"} <= operation["responses"].keys(), name
        for needed in operation.get("security", []):
            assert set(needed.get("token", [])) <= set(SCOPES), name
            assert not needed or {"401", "403"} <= operation["responses"].keys(), name


def test_every_refusal_is_a_problem(document: dict[str, Any]) -> None:
    for name, operation in operations(document).items():
        for status, response in operation["responses"].items():
            if status[0] in "45":
                assert list(response["content"]) == ["application/problem+json"], (name, status)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "examples",
    [
        pytest.param(8, marks=pytest.mark.nightly),
        pytest.param(100, marks=[pytest.mark.soak, pytest.mark.timeout(3600)]),
    ],
)
def test_whatever_is_sent_the_answer_is_as_described(examples: int) -> None:
    """Send well-formed and malformed requests to every operation, generated from the schema.

    Operations with only a path, or nothing, to generate get fewer requests.
    """
    # Imported here because every process of a test run reads this file.
    import schemathesis
    from schemathesis.core.failures import FailureGroup

    headers = {"Authorization": f"Bearer {secret_of(player('Ada'))}"}
    failures = {}
    for result in schemathesis.openapi.from_wsgi("/api/v1/schema", application).get_all_operations():
        operation: Any = result.ok()
        try:
            _send_anything(operation, headers, examples if _takes_much(operation) else min(examples, A_FEW))
        except FailureGroup as found:
            failures[operation.label] = [str(failure) for failure in found.exceptions]
    assert not failures


def _takes_much(operation: Any) -> bool:
    """Check whether the operation has a body or a query to generate."""
    return bool(operation.body or operation.query)


def _send_anything(operation: Any, headers: dict[str, str], examples: int) -> None:
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    @given(case=operation.as_strategy())
    @settings(max_examples=examples, database=None, suppress_health_check=list(HealthCheck))
    def send(case: Any) -> None:
        case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])

    send()
