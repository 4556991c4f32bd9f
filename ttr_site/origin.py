"""A single origin for all links, that of `PUBLIC_URL`, whichever allowed Host a request used.

Libraries build absolute links by `request.build_absolute_uri`: the `next` of a long list, the metadata and the issuer
of OAuth, the address that a token is bound to. A health check or a second name would otherwise put its own Host into
them.
"""

from collections.abc import Callable
from functools import partial
from urllib.parse import urljoin

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import iri_to_uri


class OneOrigin:
    """Middleware, in front of everything that builds links. Django still checks that the Host is allowed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.build_absolute_uri = partial(absolute, request)  # type: ignore[method-assign]
        return self._get_response(request)


def absolute(request: HttpRequest, location: object = None) -> str:
    """Return the location (None: the request's own) as an absolute address on this site."""
    address = request.get_full_path() if location is None else str(location)
    return iri_to_uri(urljoin(settings.PUBLIC_URL + request.path, address))
