"""Bodies and queries, checked by their serializers."""

from functools import cache
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from engine.codec import Json
from games.api.choices import name_choices
from games.api.strict import make_strict

Facts = serializers.Serializer[Json]


def checked(form: type[BaseSerializer[Any]], request: Request) -> Any:
    """Return the request's body, as the serializer makes it. Raise ValidationError."""
    # mypy does not take a class for hashable.
    return _make_form(form).run_validation(request.data)  # type: ignore[arg-type]


def asked(form: type[BaseSerializer[Any]], request: Request) -> Json:
    """Return the request's query, in which all is text, as the serializer makes it. Raise ValidationError."""
    return dict(_make_query_form(form).run_validation(request.query_params))  # type: ignore[arg-type]


@cache
def _make_query_form(form: type[BaseSerializer[Any]]) -> BaseSerializer[Any]:
    ready = form()
    name_choices(ready)
    return ready


@cache
def _make_form(form: type[BaseSerializer[Any]]) -> BaseSerializer[Any]:
    """Return one serializer of a kind for all requests: making its fields takes longer than using them."""
    ready = form()
    make_strict(ready)
    name_choices(ready)
    return ready
