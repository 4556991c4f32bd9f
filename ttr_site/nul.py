"""Refusal of NUL characters in addresses and forms: PostgreSQL's text cannot contain them, so they can match nothing.

The API checks its own parameters. Elsewhere keys and filters pass from addresses to the database unchanged, in links in
emails and in the admin site; and so do the fields of pages' forms.
"""

from collections.abc import Callable
from urllib.parse import unquote_plus

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

from games.api.errors import API_PREFIX
from ttr_site.failures import bad_request

NUL = "\0"
FORM = "application/x-www-form-urlencoded"
FORMS = (FORM, "multipart/form-data")
HOOKS = "/mail-hooks/"
"""The address where providers post emails, which may contain anything."""


class NoNul:
    """Middleware that answers an address or form containing NUL as a bad request (400) instead of logging an error."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(API_PREFIX) and has_nul(request):
            return bad_request(request, BadRequest())
        return self._get_response(request)


def has_nul(request: HttpRequest) -> bool:
    """Check whether the path, the query or a form contains NUL."""
    if NUL in request.path_info or NUL in unquote_plus(request.META.get("QUERY_STRING", "")):
        return True
    if request.content_type not in FORMS or request.path_info.startswith(HOOKS):
        return False
    return any(NUL in text for name, values in request.POST.lists() for text in (name, *values))
