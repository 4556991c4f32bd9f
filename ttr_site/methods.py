"""The HTTP methods of the site: those that some view handles."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from games.api.errors import outside
from games.api.problems import Problem

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""The methods that deploy/nginx.conf lets through as well."""


class KnownMethods:
    """Middleware that refuses every other method with 405, before anything counts or logs the request.

    RFC 9110 (9.1) asks for 501 for unknown methods, but that counts as a server error.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in METHODS:
            return self._get_response(request)
        problem = Problem("method_not_allowed", headers={"Allow": ", ".join(METHODS)})
        return outside(request, problem) or HttpResponseNotAllowed(METHODS)
