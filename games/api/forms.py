"""What goes in and out of the API."""

from functools import cache
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from games.api.strict import make_strict

Facts = serializers.Serializer[dict[str, Any]]


def checked(form: type[BaseSerializer[Any]], request: Request) -> Any:
    """The request's body, as the serializer makes it. Raises ValidationError."""
    # mypy takes no class for hashable.
    return _ready(form).run_validation(request.data)  # type: ignore[arg-type]


@cache
def _ready(form: type[BaseSerializer[Any]]) -> BaseSerializer[Any]:
    """One serializer of a kind for all requests: making its fields takes longer than using them."""
    ready = form()
    make_strict(ready)
    return ready
