"""Errors as described by RFC 9457: `application/problem+json`, wherever they were raised.

A problem has `type` (a link to its kind), `title`, `status`, `detail`, the stable `code`, and parameters of its own.
Errors in a request are listed in `errors`: each with a `pointer` into the body (RFC 6901, as a fragment) or the name of
a query `parameter`, a `code`, and a `detail` for people.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from math import ceil
from typing import Final
from urllib.parse import quote

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, JsonResponse
from django.utils import timezone
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response
from rest_framework.settings import api_settings

from engine.codec import Json
from engine.errors import EngineError, MalformedMove
from games.api.instants import instant
from games.api.problems import MEDIA_TYPE, Problem
from games.errors import QuotaSpent, Refused
from games.lost_connections import is_lost_connection
from games.presentation.words.problems import KINDS
from games.refusals import explain
from games.table.plans import Mistake, Unreadable

API_PREFIX: Final = "/api/"
TRY_AGAIN_AFTER: Final = 5
"""Seconds after which PostgreSQL may be available again."""

CODES: Final[dict[type[BaseException], str]] = {
    exceptions.ParseError: "malformed",
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.AuthenticationFailed: "invalid_token",
    exceptions.PermissionDenied: "forbidden",
    PermissionDenied: "forbidden",
    exceptions.NotFound: "not_found",
    Http404: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    RequestDataTooBig: "too_large",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "too_many_requests",
    SuspiciousOperation: "malformed",
}
"""Exceptions of Django and Django REST framework, subclasses first."""


def handler(exc: Exception, context: Json) -> Response | None:
    """Return the response to an exception, as REST_FRAMEWORK["EXCEPTION_HANDLER"].

    Return None for an unforeseen one: Django logs it, and `server_error` responds.
    """
    # Django REST framework's views load this module.
    from rest_framework.views import set_rollback

    problem = as_problem(exc, context["request"].method)
    if problem is None:
        return None

    set_rollback()
    return Response(problem.body(), problem.status_code, headers=problem.headers, content_type=MEDIA_TYPE)


def as_problem(exc: Exception, method: str | None) -> Problem | None:
    """Return the problem for an exception that clients should be told of; None for any other."""
    if isinstance(exc, Problem):
        return exc
    if isinstance(exc, Refused):
        return _service_problem(exc)
    if isinstance(exc, EngineError):
        return _engine_problem(exc)
    if isinstance(exc, Unreadable):
        return Problem("malformed_plan", errors=[_describe_line(mistake) for mistake in exc.mistakes])
    if isinstance(exc, exceptions.ValidationError):
        where = "parameter" if method in SAFE_METHODS else "pointer"
        return Problem("invalid", errors=list(_flatten_mistakes(exc.detail, where, "")))
    if is_lost_connection(exc):
        return unavailable()
    code = next((code for kind, code in CODES.items() if isinstance(exc, kind)), None)
    return Problem(code, headers=_extra_headers(exc)) if code else None


def _service_problem(exc: Refused) -> Problem:
    """Return the problem for a service's refusal.

    A quota that is used up for hours is no rate to keep to, so that no client should wait and send again: it says when
    it ends, without a “Retry-After”.
    """
    if exc.wait is None or not isinstance(exc, QuotaSpent):
        return Problem(exc.code, exc.detail, headers=_extra_headers(exc))
    return Problem(exc.code, exc.detail, ends_at=instant(timezone.now() + timedelta(seconds=ceil(exc.wait))))


def unavailable() -> Problem:
    """Return the problem for a time when PostgreSQL is unavailable."""
    return Problem("unavailable", headers={"Retry-After": str(TRY_AGAIN_AFTER)})


def _engine_problem(exc: EngineError) -> Problem:
    """Return the problem for an engine's refusal: the rules have a code of their own for each reason."""
    problem = Problem("malformed_move" if isinstance(exc, MalformedMove) else "illegal_move", exc.detail)
    problem.code, problem.detail = exc.code, exceptions.ErrorDetail(explain(exc), exc.code)
    return problem


def of_later_move(code: str, parameters: Mapping[str, object] | None) -> dict[str, object]:
    """Describe a move that was refused after others had been played; only by its code if nothing more was stored."""
    if parameters is None:
        return {"code": code}
    problem = Problem(code, parameters) if code in KINDS else _engine_problem(EngineError(code, **parameters))
    return {**parameters, "code": code, "detail": str(problem.detail)}


def _describe_line(mistake: Mistake) -> dict[str, object]:
    """Describe the error in a line of a plan; lines count from 1."""
    line, error = mistake
    where = {"pointer": f"#/orders/{line - 1}", "line": line}
    return {**error.detail, **where, "code": error.code, "detail": explain(error)}


def _extra_headers(exc: Exception) -> dict[str, str]:
    """Return the headers that the exception requires."""
    headers = {}
    if challenge := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(ceil(wait))
    return headers


def _flatten_mistakes(detail: object, where: str, path: str) -> Iterator[dict[str, str]]:
    """Yield each single error of a validation error, however deeply nested."""
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            inner_path = path if key == api_settings.NON_FIELD_ERRORS_KEY else f"{path}/{_escape_key(str(key))}"
            yield from _flatten_mistakes(inner, where, inner_path)
    elif isinstance(detail, Sequence) and not isinstance(detail, str):
        for index, inner in enumerate(detail):
            yield from _flatten_mistakes(inner, where, path if isinstance(inner, str) else f"{path}/{index}")
    else:
        place = path.removeprefix("/") if where == "parameter" else f"#{path}"
        yield {where: place, "code": getattr(detail, "code", None) or "invalid", "detail": str(detail)}


def _escape_key(key: str) -> str:
    """Return one step of a JSON pointer in a fragment (RFC 6901, 3 and 6)."""
    return quote(key.replace("~", "~0").replace("/", "~1"), safe="~")


def outside(request: HttpRequest, problem: Problem) -> JsonResponse | None:
    """Return a problem for a request to the API that no view handles; None for any other request."""
    if not request.path.startswith(API_PREFIX):
        return None
    return JsonResponse(problem.body(), status=problem.status_code, headers=problem.headers, content_type=MEDIA_TYPE)
