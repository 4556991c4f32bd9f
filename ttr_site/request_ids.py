"""An id for each request, in the answer, in a problem's body, and in every line of the log about it."""

from collections.abc import Callable
from typing import Final
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars

HEADER: Final = "X-Request-ID"


class RequestIds:
    """Middleware that names each request, before anything can refuse it.

    The id is ours, whatever the request says: it stands in the log, where nobody else should be able to write.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = uuid4().hex
        request.META["HTTP_X_REQUEST_ID"] = request_id  # where django-structlog looks for it
        with bound_contextvars(request_id=request_id):
            answer = self._get_response(request)
        answer[HEADER] = request_id
        return answer
