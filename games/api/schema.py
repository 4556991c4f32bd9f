"""The description of an operation beyond its serializers: problems, scopes, conditional requests."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry
from drf_spectacular.utils import OpenApiResponse

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.deprecation import deprecation_of
from games.api.idempotency import HEADER, IS_REPLAYED, KEY, REPLAYED, takes_key
from games.api.permissions import AnyoneReads, needed_scope
from games.api.problems import MEDIA_TYPE
from games.presentation.words.problems import KINDS
from games.scopes import FOR_APPS, SCOPES

PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}
NEWEST: Final = {
    "name": "If-None-Match",
    "in": "header",
    "schema": {"type": "string"},
    "description": "The “ETag” of the answer you have. If nothing has changed since, you get 304 and no body.",
}
TAG: Final = {"schema": {"type": "string"}, "description": "Stands for this very answer; send it as “If-None-Match”."}


def problems(*codes: str) -> dict[tuple[int, str], OpenApiResponse]:
    """Return an operation's possible refusals: `@extend_schema(responses={200: ..., **problems("name_taken")})`."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(KINDS[code].status, []).append(code)
    return {
        (status, MEDIA_TYPE): OpenApiResponse(response=PROBLEM, description=_describe_codes(codes))
        for status, codes in by_status.items()
    }


def _describe_codes(codes: list[str]) -> str:
    return "\n".join(f"- `{code}`: {KINDS[code].title}" for code in codes)


class Operation(AutoSchema):
    """The description of an operation, including what its view does for every request of its kind."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> Json | None:
        operation: Json | None = super().get_operation(path, path_regex, path_prefix, method, registry)
        if operation is not None and self.method == "GET" and isinstance(self.view, Conditional):
            _make_conditional(operation)
        if operation is not None and takes_key(self):
            _make_repeatable(operation)
        deprecation = deprecation_of(self.view, self.method)
        if operation is not None and deprecation is not None:
            deprecation.describe(operation)
        return operation

    def get_auth(self) -> list[dict[str, object]]:
        """Return the operation's credentials; none are needed to read what is public."""
        ways: list[dict[str, object]] = super().get_auth()
        return [*ways, {}] if self.method == "GET" and AnyoneReads in self.view.permission_classes else ways


def _make_conditional(operation: Json) -> None:
    """Declare that a response has a tag, and that a request with the newest tag gets no body (RFC 9110, 13.1.2)."""
    operation.setdefault("parameters", []).append(NEWEST)
    operation["responses"]["200"].setdefault("headers", {})["ETag"] = TAG
    operation["responses"]["304"] = {"description": "Nothing has changed.", "headers": {"ETag": TAG}}


def _make_repeatable(operation: Json) -> None:
    """Declare the header by which a request can be repeated, and what a repeat is answered."""
    parameters = operation.setdefault("parameters", [])
    if not any(parameter["name"] == HEADER for parameter in parameters):
        parameters.append({"in": "header", "name": HEADER, "schema": KEY.type, "description": KEY.description})
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            response.setdefault("headers", {})[REPLAYED] = dict(IS_REPLAYED)


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Our tokens, with the scope that each operation needs, and whether an app can have it."""

    target_class = "games.api.authentication.BearerTokenAuthentication"
    name = ["token", "oauth2"]

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[str]]]:
        scope = needed_scope(auto_schema.view, auto_schema.method)
        needed = [scope] if scope else []
        return [{"token": needed}, {"oauth2": needed}] if not scope or scope in FOR_APPS else [{"token": needed}]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, object]]:
        scopes = "\n".join(f"- `{name}`: {about}" for name, about in SCOPES.items())
        personal = str(_("A personal token, made with `create_token`, or an app's. Its scopes say what it may do:"))
        apps = str(_("For other people's apps: authorization code with PKCE (S256)."))
        flow = {
            "authorizationUrl": "/oauth/authorize/",
            "tokenUrl": "/oauth/token/",
            "refreshUrl": "/oauth/token/",
            "scopes": {name: str(SCOPES[name]) for name in FOR_APPS},
        }
        return [
            {"type": "http", "scheme": "bearer", "description": f"{personal}\n\n{scopes}"},
            {"type": "oauth2", "flows": {"authorizationCode": flow}, "description": apps},
        ]
