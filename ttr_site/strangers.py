"""Limits for strangers, by network, applied before anything else is done (`games.people.network_limits`).

1. A request that shows nothing (no token, no browser's session, no cookie for a seat) is counted at once.
2. One that shows a session or a cookie is counted after the view, which determines whether it is valid. Once the
   network is beyond the limit, this is determined before the view.
3. Wrong tokens are counted where they are looked up (`games.api.authentication`). Once a network has shown too many,
   they are looked up, and refused, here.

4. If the proxy has a process of lower priority for strangers (deploy/strangers), requests with
   invalid credentials are handed over to it: wrong tokens at once, made-up cookies before the view. It counts them.

So requests with valid credentials are never refused, however many strangers share the network: a legal move is always
accepted.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.api.authentication import bearer_secret, find
from games.api.errors import API_PREFIX
from games.people.network_limits import PAGES, PROBES, WRONG_TOKENS, NetworkLimit
from games.people.networks import address_of, network_of
from games.web.seat_link.browsers import COOKIE, is_signed
from ttr_site.failures import too_many_requests

UNCOUNTED: Final = ("/mail-hooks/", "/api/v1/unsubscribe/", "/healthz", "/readyz", "/metrics")
"""Addresses used by mail providers, with many requests from few addresses, and by the machine itself."""
MONITORS: Final = ("/health", "/heartbeat")


class LimitStrangers:
    """Middleware that refuses strangers whose network asks too much (429); it runs after static files and CORS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _may_be_handed_over(request) and _shows_wrong_token(request):
            return _hand_over()
        if limit := _limit_before(request):
            return _refuse(request, limit)
        answer = self._get_response(request)
        if _is_in_doubt(request) and not _was_somebodys(request, answer):
            PAGES.allows(network_of(request))
        return answer

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        """Determine before the view whether a browser's credentials are valid."""
        if _may_be_handed_over(request) and _is_in_doubt(request) and not _is_somebodys(request):
            return _hand_over()
        if not PAGES.is_spent(network_of(request)) or not _is_in_doubt(request) or _is_somebodys(request):
            return None
        return _refuse(request, PAGES)


def _may_be_handed_over(request: HttpRequest) -> bool:
    """Check whether the proxy has another process for strangers: deploy/nginx.conf."""
    return "X-Hands-Over" in request.headers


def _hand_over() -> HttpResponse:
    """Tell the proxy to send the request to the process for strangers instead; nothing has been done yet."""
    return HttpResponse(headers={"X-Accel-Redirect": "@strangers"})


def _shows_wrong_token(request: HttpRequest) -> bool:
    secret = _secret(request)
    return secret is not None and find(secret, request) is None


def _limit_before(request: HttpRequest) -> NetworkLimit | None:
    """Return the limit that a request exceeds, as far as that is known before anything is looked up."""
    if _is_uncounted(request):
        return None
    network = network_of(request)
    if request.path_info in MONITORS:
        # Compare the whole address: the worker itself calls this, and its machine's network may contain other people's.
        return None if PROBES.allows(f"{request.path_info}:{address_of(request)}") else PROBES
    if (secret := _secret(request)) is not None:
        is_wrong = WRONG_TOKENS.is_spent(network) and find(secret, request) is None
        return WRONG_TOKENS if is_wrong and not WRONG_TOKENS.allows(network) else None
    return None if _shows_cookie(request) or PAGES.allows(network) else PAGES


def _is_uncounted(request: HttpRequest) -> bool:
    return request.path_info.startswith(UNCOUNTED)


def _secret(request: HttpRequest) -> str | None:
    """Return the token that a request for the API shows; elsewhere tokens are not accepted."""
    return bearer_secret(request) if request.path_info.startswith(API_PREFIX) else None


def _shows_cookie(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES or COOKIE in request.COOKIES


def _is_in_doubt(request: HttpRequest) -> bool:
    """Check whether a browser has shown something that may be valid."""
    return _shows_cookie(request) and _secret(request) is None and not _is_uncounted(request)


def _is_somebodys(request: HttpRequest) -> bool:
    """Check whether the browser has a valid link to a seat or session, without making responses vary by cookie."""
    if is_signed(request.COOKIES.get(COOKIE, "")):
        return True
    accessed = request.session.accessed
    is_signed_in = request.user.is_authenticated
    request.session.accessed = accessed
    return is_signed_in


def _was_somebodys(request: HttpRequest, answer: HttpResponse) -> bool:
    """Check the same without a query: a response made without using the session is for anyone, or unchanged."""
    session = getattr(request, "session", None)
    if session is None or not session.accessed:
        return answer.status_code == HTTPStatus.NOT_MODIFIED
    return _is_somebodys(request)


def _refuse(request: HttpRequest, limit: NetworkLimit) -> HttpResponse:
    return too_many_requests(request, limit.refuse())
