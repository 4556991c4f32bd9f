"""Strict types: a JSON value of another type is an error: "4" and true are not numbers, and 4 is not a text.

Django REST framework also reads forms, whose values are all text, so it converts values if it can. It also ignores
unknown members, which are errors here.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.codec import Json
from games.api.unknown import find_unknown

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

Reader = Callable[[object], object]
KINDS: Final = (
    (serializers.BooleanField, bool, _("true or false, and not as text.")),
    (serializers.IntegerField, int, _("A whole number, and not as text.")),
    (serializers.CharField, str, _("A text.")),
    (serializers.ChoiceField, str, _("A text.")),
)
"""Kinds of fields that accept several types, with the one type intended."""


def make_strict(field: Any) -> None:
    """Make this field and all below it accept only their intended type, and only their own members."""
    for kind, expected_type, message in KINDS:
        if issubclass(type(field), kind):
            field.to_internal_value = _require_type(field.to_internal_value, expected_type, message)
            return
    if issubclass(type(field), serializers.Serializer):
        members = frozenset(name for name, inner in field.fields.items() if not inner.read_only)
        field.to_internal_value = _refuse_unknown_members(field.to_internal_value, members)
    below = field.fields.values() if hasattr(field, "fields") else filter(None, [getattr(field, "child", None)])
    for inner in below:
        make_strict(inner)


def _refuse_unknown_members(read: Reader, members: frozenset[str]) -> Reader:
    """Return a reader that reports unknown members together with the other errors."""

    def complete(data: object) -> object:
        mistakes: Json = dict(find_unknown(data, members)) if isinstance(data, Mapping) else {}
        try:
            value = read(data)
        except serializers.ValidationError as error:
            if not mistakes or not isinstance(error.detail, dict):
                raise
            mistakes |= error.detail
        if mistakes:
            raise serializers.ValidationError(mistakes)
        return value

    return complete


def _require_type(read: Reader, expected_type: type, message: "_StrOrPromise") -> Reader:
    def typed(data: object) -> object:
        if expected_type is int and type(data) is float and data.is_integer():
            data = int(data)  # JSON Schema counts 4.0 as a whole number
        if type(data) is not expected_type:
            raise serializers.ValidationError(message, "wrong_type")
        return read(data)

    return typed
