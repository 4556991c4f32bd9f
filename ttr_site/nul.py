"""Refuse NUL in addresses and forms: PostgreSQL stores none in text, so such a request could find nothing.

Outside the API, which answers for its own parameters, keys and filters go from addresses to the database as they are:
those of links in emails, and the admin's; and so do the fields of pages' forms.
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
"""Where providers post emails, which may hold anything."""


class NoNul:
    """Middleware: a page's address or form with a NUL in it is a bad request (400), not an error in the log."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(API_PREFIX) and has_nul(request):
            return bad_request(request, BadRequest())
        return self._get_response(request)


def has_nul(request: HttpRequest) -> bool:
    """Check whether there is a NUL in the path, in the query or in a form."""
    if NUL in request.path_info or NUL in unquote_plus(request.META.get("QUERY_STRING", "")):
        return True
    if request.content_type not in FORMS or request.path_info.startswith(HOOKS):
        return False
    return any(NUL in text for name, values in request.POST.lists() for text in (name, *values))
