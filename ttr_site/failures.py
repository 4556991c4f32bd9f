"""Responses to failures outside the API's own views: `handler400` and the others.

Programs get a problem document, admins a page of the admin site, and everybody else a page of the site.
"""

import sys
from functools import cache
from math import ceil
from typing import Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.translation import get_language
from django.views import defaults

from games.admin import refusal_page
from games.api.errors import TRY_AGAIN_AFTER, outside, unavailable
from games.api.problems import Problem
from games.lost_connections import is_lost_connection
from games.table.rulings import unreadable
from games.web import unreadable_game
from games.web.language import activate_for_account

NOT_NOW: Final = "503.html"
TOO_MANY: Final = "web/too_many.html"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond with 400, or 413 to programs that send too much."""
    code = "too_large" if isinstance(exception, RequestDataTooBig) else "malformed"
    return outside(request, Problem(code)) or defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond with 403, for admin addresses on a page of the admin site."""
    if refusal_page.at_the_desk(request):
        return refusal_page.refused(request, exception)
    return outside(request, Problem("forbidden")) or defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond with 404, in the reader's language even at an address that no view has."""
    activate_for_account(request)
    return outside(request, Problem("not_found")) or defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond with 500; with 503 while PostgreSQL is unreachable, or 409 about a game whose log cannot be read."""
    if is_lost_connection(sys.exception()):
        return outside(request, unavailable()) or _not_now()
    if unreadable_game.is_about_unreadable_game(request):
        return outside(request, Problem(unreadable.CODE)) or unreadable_game.show(request)
    return outside(request, Problem("internal_error")) or defaults.server_error(request)


def too_many_requests(request: HttpRequest, wait: float) -> HttpResponse:
    """Respond with 429, and the seconds after which a stranger may try again."""
    after = str(ceil(wait))
    problem = Problem("too_many_requests", headers={"Retry-After": after})
    return outside(request, problem) or _page(TOO_MANY, 429, after)


def _not_now() -> HttpResponse:
    return _page(NOT_NOW, 503, str(TRY_AGAIN_AFTER))


def _page(template: str, status: int, after: str) -> HttpResponse:
    text = _text(template, get_language())
    return HttpResponse(text, status=status, headers={"Retry-After": after, "Cache-Control": "no-store"})


@cache
def _text(template: str, language: str) -> str:
    """Render a template once for each language, since the page may be requested again and again."""
    return loader.get_template(template).render()
