"""Anyone who sends a value that is none of the choices is told them all."""

from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers


def name_choices(field: Any) -> None:
    """Let this field and all below it say what can be chosen, where something else was."""
    if isinstance(field, serializers.ChoiceField):
        there_are = ", ".join(str(choice) for choice in field.choices if choice != "")
        field.error_messages["invalid_choice"] = format_lazy(
            _("“{{input}}” is not one of these: {choices}."), choices=there_are
        )
    below = field.fields.values() if hasattr(field, "fields") else filter(None, [getattr(field, "child", None)])
    for inner in below:
        name_choices(inner)
