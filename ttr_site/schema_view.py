"""The API's schema over HTTP."""

from threading import Lock
from typing import Any

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

_one_at_a_time = Lock()


class SchemaView(SpectacularAPIView):
    """The generator fills its registry when it is first asked; two who ask at once would find it half filled."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        with _one_at_a_time:
            answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
            return answer
