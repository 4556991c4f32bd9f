"""The methods that requests can have: those that some view of the site answers."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from games.api.errors import outside
from games.api.problems import Problem

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""What deploy/nginx.conf lets through, too."""


class KnownMethods:
    """Middleware that refuses every other method with 405, before anything counts or logs the request.

    RFC 9110 (9.1) would have 501 for a method that nobody knows, but that counts as a fault of the server.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in METHODS:
            return self._get_response(request)
        problem = Problem("method_not_allowed", headers={"Allow": ", ".join(METHODS)})
        return outside(request, problem) or HttpResponseNotAllowed(METHODS)
