"""What drf-spectacular cannot know: problems, scopes and the form of keys."""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse

from games.api.permissions import needed_scope
from games.api.problems import KINDS, MEDIA_TYPE

PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}
METHODS: Final = frozenset({"get", "post", "put", "patch", "delete"})


def problems(*codes: str) -> dict[tuple[int, str], OpenApiResponse]:
    """For `@extend_schema(responses={200: ..., **problems("name_taken")})`: what this operation may refuse with."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(KINDS[code].status, []).append(code)
    return {
        (status, MEDIA_TYPE): OpenApiResponse(response=PROBLEM, description=_described(codes))
        for status, codes in by_status.items()
    }


def _described(codes: list[str]) -> str:
    return "\n".join(f"- `{code}`: {KINDS[code].title}" for code in codes)


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Our tokens, and for each operation the scope that it needs."""

    target_class = "games.api.authentication.BearerTokenAuthentication"
    name = "token"

    def get_security_requirement(self, auto_schema: AutoSchema) -> dict[str, list[str]]:
        scope = needed_scope(auto_schema.view, auto_schema.method)
        return {"token": [scope] if scope else []}

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": str(_("A personal token, or an app's."))}


def add_problems(result: dict[str, Any], **hook: Any) -> dict[str, Any]:
    """A hook after generation: each operation also answers with the problems that any of its kind may have."""
    result["components"]["schemas"] |= {"Problem": problem_schema()}
    for path, item in result["paths"].items():
        for method in METHODS & item.keys():
            _add_usual(item[method]["responses"], _usual(path, item[method]))
    return result


def _add_usual(responses: dict[str, Any], codes: Iterator[str]) -> None:
    """Beside what the view itself says of the same status."""
    for (status, media_type), response in problems(*codes).items():
        said = responses.setdefault(str(status), {"content": {}, "description": ""})
        said["content"][media_type] = {"schema": PROBLEM}
        said["description"] = f"{said['description']}\n{response.description}".strip()


def _usual(path: str, operation: dict[str, Any]) -> Iterator[str]:
    """The codes that need no mention at the view."""
    if "requestBody" in operation:
        yield from ("malformed", "invalid", "unsupported_media_type")
    elif operation.get("parameters"):
        yield "invalid"
    if operation.get("security", []) and {} not in operation["security"]:
        yield from ("not_authenticated", "invalid_token", "insufficient_scope")
    if "{" in path:
        yield "not_found"
    yield from ("too_many_requests", "internal_error")


def problem_schema() -> dict[str, Any]:
    """RFC 9457, with our code; other members are parameters of the occurrence."""
    text = {"type": "string"}
    mistake = {
        "type": "object",
        "properties": {"pointer": text, "parameter": text, "code": text, "detail": text},
        "required": ["code", "detail"],
    }
    return {
        "type": "object",
        "properties": {
            "type": {"type": "string", "format": "uri-reference"},
            "title": text,
            "status": {"type": "integer"},
            "detail": text,
            "code": {"type": "string", "description": "Stable for ever; docs/errors.md lists all."},
            "errors": {"type": "array", "items": mistake},
        },
        "required": ["type", "title", "status", "detail", "code"],
        "additionalProperties": True,
    }
