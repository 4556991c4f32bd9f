"""What goes in and out of the API."""

from functools import cache
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from games.api.choices import name_choices
from games.api.strict import make_strict

Facts = serializers.Serializer[dict[str, Any]]


def checked(form: type[BaseSerializer[Any]], request: Request) -> Any:
    """The request's body, as the serializer makes it. Raises ValidationError."""
    # mypy takes no class for hashable.
    return _ready(form).run_validation(request.data)  # type: ignore[arg-type]


def asked(form: type[BaseSerializer[Any]], request: Request) -> dict[str, Any]:
    """The same of the request's query, in which all is text."""
    return dict(_ready_to_read(form).run_validation(request.query_params))  # type: ignore[arg-type]


@cache
def _ready_to_read(form: type[BaseSerializer[Any]]) -> BaseSerializer[Any]:
    ready = form()
    name_choices(ready)
    return ready


@cache
def _ready(form: type[BaseSerializer[Any]]) -> BaseSerializer[Any]:
    """One serializer of a kind for all requests: making its fields takes longer than using them."""
    ready = form()
    make_strict(ready)
    name_choices(ready)
    return ready
