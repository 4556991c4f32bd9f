"""Validation of bodies and queries by their serializers."""

from functools import cache
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from engine.codec import Json
from games.api.choices import name_choices
from games.api.strict import make_strict

Facts = serializers.Serializer[Json]
AnyField = serializers.Field[Any, Any, Any, Any]
"""A field of any input and output types."""


def checked(form: type[Facts], request: Request) -> Any:
    """Return the request's body, as validated by the serializer. Raises ValidationError."""
    return _make_form(form).run_validation(request.data)


def asked(form: type[Facts], request: Request) -> Json:
    """Return the request's query, whose values are all text, as validated by the serializer. Raises ValidationError."""
    return dict(_make_query_form(form).run_validation(request.query_params))


@cache
def _make_query_form(form: type[Facts]) -> Facts:
    ready = form()
    name_choices(ready)
    return ready


@cache
def _make_form(form: type[Facts]) -> Facts:
    """Return one serializer of a kind, shared by all requests: creating its fields takes longer than using them."""
    ready = form()
    make_strict(ready)
    name_choices(ready)
    return ready
