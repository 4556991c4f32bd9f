"""Completion of the generated schema by everything that holds for all operations of a kind."""

from collections.abc import Iterator
from typing import Final

from engine.codec import Json
from games.api import clocks, descriptions, examples, unions
from games.api.admin import order_schemas
from games.api.idempotency import HEADER
from games.api.links import LINKS
from games.api.schema import PROBLEM, problems
from games.presentation import words
from games.presentation.words.problems import KINDS

METHODS: Final = frozenset({"get", "post", "put", "patch", "delete"})
WAIT: Final = {"schema": {"type": "integer"}, "description": "How many seconds to wait before you ask again."}
CHALLENGE: Final = {"schema": {"type": "string"}, "description": "What is wrong with the token (RFC 6750)."}
HEADERS: Final = {"401": {"WWW-Authenticate": CHALLENGE}, "429": {"Retry-After": WAIT}, "503": {"Retry-After": WAIT}}
"""Headers of refusals, by status."""
NO_NUL: Final = r"^[^\x00]*$"
NOT_BLANK: Final = r"^[^\x00]*[^\s\x00\x1c-\x1f\x85][^\x00]*$"
"""With the whitespace that Python strips, some of which JavaScript does not count as such."""
LOCATED: Final = {"201": "Where what was made can be read.", "202": "Where to see how far it is."}
"""What “Location” means, by status."""
FOLLOWED: Final = {"create_bulk_ruling"}
"""Operations whose 202 has one: what they do can be watched."""
OF_OTHERS: Final = "/api/v1/unsubscribe/"
"""Where mail programs post; anything they send beyond the address is ignored."""
EITHER: Final = {"InviteRequest": {"players": "InviteByNameRequest", "addresses": "InviteByAddressRequest"}}
"""Bodies that must have one of these members, not empty: each alternative has a schema of its own."""


def complete(result: Json, **hook: object) -> Json:
    """Complete the generated schema: what holds for every operation of a kind, the engine's types, links, examples."""
    schemas = result["components"]["schemas"]
    schemas |= (
        unions.components()
        | clocks.NAMES
        | order_schemas.components()
        | {"Problem": problem_schema(), "ProblemCode": code_schema(), "Mistake": mistake_schema()}
    )
    for name, schema in schemas.items():
        if name.endswith("Request"):
            _limit_texts(schema)
            _close_schema(schema)
        _forget_read_only(schema)
    for name in EITHER.keys() & schemas.keys():
        _divide_schema(schemas, name, EITHER[name])
    items = result["paths"].values()
    names = {item[method]["operationId"] for item in items for method in METHODS & item.keys()}
    for path, methods in result["paths"].items():
        for method in METHODS & methods.keys():
            operation = methods[method]
            _add_usual(operation["responses"], _usual_codes(path, operation))
            _add_headers(operation)
            _name_rulesets(operation)
            _add_links(operation, names)
            _require_body(operation, schemas)
            operation.setdefault("security", [])  # an empty list says that it is for anybody
            descriptions.describe_parameters(operation)
            examples.add(operation)
    _refer_plainly(result)
    descriptions.describe(schemas)
    return result


def _forget_read_only(schema: Json) -> None:
    """Mark no member as read-only: requests have schemas of their own, and some generators make others besides."""
    for member in schema.get("properties", {}).values():
        member.pop("readOnly", None)


def _divide_schema(schemas: Json, name: str, variants: dict[str, str]) -> None:
    """Turn a schema into a union, since client generators ignore conditions on members."""
    schema = schemas[name]
    for member, variant in variants.items():
        members = {**schema["properties"], member: {**schema["properties"][member], "minItems": 1}}
        schemas[variant] = {**schema, "properties": members, "required": [member]}
    schemas[name] = {"anyOf": [unions.ref(variant) for variant in variants.values()]}


def _refer_plainly(schema: object) -> None:
    """Unwrap references from "allOf", where some generators overlook a union; OpenAPI 3.1 needs no wrapping."""
    if isinstance(schema, dict):
        if len(schema.get("allOf", ())) == 1 and schema["allOf"][0].keys() == {"$ref"}:
            schema |= schema.pop("allOf")[0]
        for inner in schema.values():
            _refer_plainly(inner)
    elif isinstance(schema, list):
        for inner in schema:
            _refer_plainly(inner)


def _add_usual(responses: Json, codes: Iterator[str]) -> None:
    """Add these problems to those that the view itself declares for the same status."""
    for (status, media_type), response in problems(*codes).items():
        documented = responses.setdefault(str(status), {"content": {}, "description": ""})
        documented["content"][media_type] = {"schema": PROBLEM}
        documented["description"] = f"{documented['description']}\n{response.description}".strip()


def _usual_codes(path: str, operation: Json) -> Iterator[str]:
    """Yield the codes that views need not declare."""
    if "requestBody" in operation:
        yield from ("malformed", "unsupported_media_type")
    if not path.startswith(OF_OTHERS):
        yield "invalid"  # at least for an unknown parameter
    if any(operation.get("security", [])):
        yield from ("not_authenticated", "invalid_token", "insufficient_scope")
    if "{" in path:
        yield "not_found"
    if any(parameter["name"] == HEADER for parameter in operation.get("parameters", ())):
        yield "idempotency_key_reused"
    yield from ("not_acceptable", "too_many_requests", "internal_error", "unavailable")


def _add_headers(operation: Json) -> None:
    responses = operation["responses"]
    for status in HEADERS.keys() & responses.keys():
        responses[status]["headers"] = dict(HEADERS[status])
    for status in LOCATED.keys() & responses.keys():
        if status == "201" or operation["operationId"] in FOLLOWED:
            location = {"schema": {"type": "string", "format": "uri-reference"}, "description": LOCATED[status]}
            responses[status].setdefault("headers", {})["Location"] = location


def _name_rulesets(operation: Json) -> None:
    for parameter in operation.get("parameters", []):
        if parameter["name"] == "ruleset_id":
            parameter["schema"] = unions.ref("RulesetId")


def _require_body(operation: Json, schemas: Json) -> None:
    """Require a body that is one of several; drf-spectacular does so for single ones only."""
    body = operation.get("requestBody")
    if body is not None:
        name = body["content"]["application/json"]["schema"].get("$ref", "").rpartition("/")[2]
        if schemas.get(name, {}).keys() & {"oneOf", "anyOf"}:
            body["required"] = True


def _limit_texts(schema: object) -> None:
    """Forbid NUL in texts, which PostgreSQL does not store, and blank texts where they must not be empty."""
    if isinstance(schema, dict):
        if _is_text(schema) and not schema.keys() & {"enum", "pattern", "format", "const"}:
            schema["pattern"] = NOT_BLANK if schema.get("minLength") else NO_NUL
            if schema.get("minLength") and schema.get("default") == "":
                del schema["default"]  # it means that there is none, and sending it is refused
        for inner in schema.values():
            _limit_texts(inner)


def _close_schema(schema: Json) -> None:
    """Forbid members that a body's form does not know (`games.api.strict`)."""
    if "properties" in schema:
        schema.setdefault("additionalProperties", False)


def _is_text(schema: Json) -> bool:
    return schema.get("type") in ("string", ["string", "null"])


def _add_links(operation: Json, names: set[str]) -> None:
    """Add the links to other operations of the same document."""
    for status, links in LINKS.get(operation["operationId"], {}).items():
        operation["responses"][status]["links"] = {
            name: link for name, link in links.items() if link["operationId"] in names
        }


def mistake_schema() -> Json:
    """Return the schema of a mistake in a request."""
    return {
        "type": "object",
        "description": "What is wrong, and where.",
        "properties": {
            "pointer": {"type": "string", "description": "Where in the body, as a JSON pointer (RFC 6901)."},
            "parameter": {"type": "string", "description": "Or which parameter of the query."},
            "line": {"type": "integer", "description": "Or which line of a plan, from 1."},
            "code": {"type": "string", "description": "Stable forever."},
            "detail": {"type": "string", "description": "A sentence for people."},
        },
        "required": ["code", "detail"],
        "additionalProperties": True,
    }


def code_schema() -> Json:
    """Return the schema of a problem's code: those that there are, and any other that may come."""
    codes = [*KINDS, *(code for code in words.REFUSALS if code not in KINDS)]
    about = "What went wrong. A code stays the same for ever, and new ones may come; docs/errors.md explains all."
    return {"description": about, "anyOf": [{"type": "string", "enum": codes}, {"type": "string"}]}


def problem_schema() -> Json:
    """Return the schema of a problem (RFC 9457), with our code; other members are parameters of the occurrence."""
    return {
        "type": "object",
        "description": "Why a request was refused (RFC 9457). Further members are the parameters of “detail”.",
        "properties": {
            "type": {"type": "string", "format": "uri-reference", "description": "A link to this kind of problem."},
            "title": {"type": "string", "description": "The kind of problem, in words."},
            "status": {"type": "integer"},
            "detail": {"type": "string", "description": "What happened this time, for people."},
            "code": {"$ref": "#/components/schemas/ProblemCode"},
            "request_id": {"type": "string", "description": "Names this request in our log, as “X-Request-ID” does."},
            "ends_at": {
                "type": "string",
                "format": "date-time",
                "description": "When a quota that is used up has room again.",
            },
            "errors": {"type": "array", "items": {"$ref": "#/components/schemas/Mistake"}},
        },
        "required": ["type", "title", "status", "detail", "code", "request_id"],
        "additionalProperties": True,
    }
