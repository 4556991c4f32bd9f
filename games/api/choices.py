"""Refusals of an invalid choice, which list all valid ones."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers


def name_choices(field: object) -> None:
    """Make this field and all below it list their choices when they refuse a value."""
    if isinstance(field, serializers.ChoiceField):
        all_choices = ", ".join(str(choice) for choice in field.choices if choice != "")
        field.error_messages["invalid_choice"] = format_lazy(
            _("“{{input}}” is not one of these: {choices}."), choices=all_choices
        )
    below = field.fields.values() if hasattr(field, "fields") else filter(None, [getattr(field, "child", None)])
    for inner in below:
        name_choices(inner)
