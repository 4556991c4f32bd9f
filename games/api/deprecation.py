"""Operations that will go: one declaration says so in the schema, and in every answer.

    @deprecated(since=date(2027, 3, 1), ends=date(2028, 3, 1), instead="list_games")
    @extend_schema(operation_id="list_open_games", ...)
    def get(self, request: Request) -> Response: ...

docs/api-changes.md promises how long there is between the two dates.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple, TypeVar

from django.utils.http import http_date
from rest_framework.views import APIView

from engine.codec import Json

F = TypeVar("F")
SHORTEST_NOTICE: Final = timedelta(days=365)
HEADERS: Final = {
    "Deprecation": "Since when the operation is deprecated: “@” and seconds since 1970 (RFC 9745).",
    "Sunset": "From when on it may be gone (RFC 8594).",
}
_declared: Final[dict[object, "Deprecation"]] = {}


class Deprecation(NamedTuple):
    """When an operation is deprecated, from when on it may be gone, and the operation to use instead."""

    since: date
    ends: date
    instead: str

    def headers(self) -> dict[str, str]:
        """Return the headers of every answer of the operation."""
        return {"Deprecation": f"@{_timestamp(self.since)}", "Sunset": http_date(_timestamp(self.ends))}

    def describe(self, operation: Json) -> None:
        """Say it in the operation's description, in place."""
        notice = f"Deprecated since {self.since}; it may be gone from {self.ends} on. Use `{self.instead}`."
        operation["deprecated"] = True
        operation["description"] = f"{operation.get('description', '')}\n\n{notice}".strip()
        for response in operation["responses"].values():
            for name, about in HEADERS.items():
                headers = response.setdefault("headers", {})
                headers[name] = {"schema": {"type": "string"}, "description": about}


def deprecated(*, since: date, ends: date, instead: str) -> Callable[[F], F]:
    """Return a decorator that deprecates a view's method. Raises ValueError if the notice is too short."""
    if ends - since < SHORTEST_NOTICE:
        raise ValueError("a notice that is shorter than promised")

    def declare(handler: F) -> F:
        _declared[handler] = Deprecation(since, ends, instead)
        return handler

    return declare


def deprecation_of(view: APIView, method: str) -> Deprecation | None:
    """Return when this method of the view is deprecated; None if it is not."""
    return _declared.get(getattr(type(view), method.lower(), None))


def announce_end(view: APIView, method: str) -> dict[str, str]:
    """Return the headers by which an answer says that its operation is deprecated, if it is."""
    deprecation = deprecation_of(view, method)
    return deprecation.headers() if deprecation else {}


def _timestamp(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
