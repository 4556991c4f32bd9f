"""What a form loses whose reader was signed out since its page was loaded: the sign-in page says so."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRedirect

COOKIE: Final = "unsent"
SENT: Final = "1"
LASTS: Final = timedelta(minutes=1)
FOR_ANYONE: Final = ("/accounts/", "/language")
"""Where the forms are that nobody needs to be signed in for."""


class TellUnsent:
    """Middleware that marks a redirect to the sign-in page as the answer to a form that was not carried out.

    A script that asks for a part of a page gets the whole sign-in page: nothing around it is the signed-in player's.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self._get_response(request)
        if request.path_info.startswith(FOR_ANYONE) or not _leads_to_sign_in(answer):
            return answer
        if "HX-Request" in request.headers:
            answer = HttpResponseClientRedirect(answer["Location"])
            add_never_cache_headers(answer)
        if request.method == "POST":
            answer.set_cookie(
                COOKIE, SENT, max_age=LASTS, httponly=True, samesite="Lax", secure=bool(settings.SESSION_COOKIE_SECURE)
            )
        return answer


def _leads_to_sign_in(answer: HttpResponse) -> bool:
    return answer.get("Location", "").partition("?")[0] in (reverse("account_login"), reverse("admin:login"))


def is_told(request: HttpRequest) -> bool:
    """Check whether this browser has just sent a form that was not carried out because nobody was signed in."""
    return request.COOKIES.get(COOKIE) == SENT
