"""What fails outside the API's own views: `handler400` and its kin.

Programs get a problem, admins at the desk a page of the desk, and everybody else a page of the site.
"""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.views import defaults

from games.admin import refusing
from games.api.errors import outside


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, and 413 for programs that send too much."""
    code = "too_large" if isinstance(exception, RequestDataTooBig) else "malformed"
    return outside(request, code) or defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    if refusing.at_the_desk(request):
        return refusing.refused(request, exception)
    return outside(request, "forbidden") or defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return outside(request, "not_found") or defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """500."""
    return outside(request, "internal_error") or defaults.server_error(request)
