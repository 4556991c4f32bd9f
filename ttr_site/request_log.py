"""The log's line for each request: it names the address requested, without the secrets in it.

Addresses can contain secrets: the token of a signed link, a code, the `state` of OAuth. So a line names the route, with
the ids of games, people and the like filled in, and never the address itself or its query.
"""

import re
from typing import Final

import structlog
from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware

IDS: Final = frozenset(
    {"bulk_id", "dispute_id", "entry", "game_id", "object_id", "player_id", "ruleset_id", "ruling_id", "seat"}
)
"""The parameters of routes that are not secret."""
PROBES: Final = frozenset({"healthz", "readyz", "heartbeat", "metrics"})
"""Routes that are called all the time, and logged only when something is wrong."""
_PART: Final = re.compile(r"<(?:\w+:)?(\w+)>")


def shown(request: HttpRequest) -> str:
    """Return the request's path with only ids filled in, so that it may be logged; "-" if no route has matched."""
    route_match = request.resolver_match
    if route_match is None:
        return "-"
    values = route_match.kwargs
    return "/" + _PART.sub(
        lambda part: str(values[part[1]]) if part[1] in IDS and part[1] in values else part[0], route_match.route
    )


class RequestLog(RequestMiddleware):
    """django-structlog's middleware, whose lines name routes and leave successful probes out."""

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        """Bind the client's address, trusting as many proxies as TRUSTED_PROXY_COUNT says.

        The library trusts anything a visitor claims, and takes ten times as long.
        """
        from games.people.networks import address_of  # imported here, since the settings read this file first

        structlog.contextvars.bind_contextvars(ip=address_of(request))

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {shown(request)}"

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        route_match = request.resolver_match
        if route_match and route_match.route in PROBES and response.status_code < 400:
            structlog.contextvars.clear_contextvars()
        else:
            super().handle_response(request, response)
