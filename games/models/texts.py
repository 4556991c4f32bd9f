"""Columns for people's texts, without hidden characters or changes of the direction of adjacent text.

Pages, emails and logs show such texts next to our own. They are cleaned when set, saved and read, so that older texts
are clean too.
"""

from collections.abc import Sequence

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from games import names


class _Set(DeferredAttribute):
    """An attribute whose value is cleaned when it is set."""

    field: "ParagraphsField | OneLineField"

    def __set__(self, instance: models.Model, value: object) -> None:
        instance.__dict__[self.field.attname] = self.field.clean_text(value)


class ParagraphsField(models.TextField):  # type: ignore[type-arg]
    """A field for text of several lines. To the database and migrations it is an ordinary text field."""

    descriptor_class = _Set

    def clean_text(self, value: object) -> object:
        """Clean a text; leave an expression, or nothing, as it is."""
        return names.paragraphs(value) if isinstance(value, str) else value

    def get_prep_value(self, value: object) -> object:
        return self.clean_text(super().get_prep_value(value))

    def from_db_value(self, value: object, *_: object) -> object:
        return self.clean_text(value)

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.TextField", arguments, options


class OneLineField(models.CharField):  # type: ignore[type-arg]
    """A field for text of one line; to the database and migrations it is an ordinary text field."""

    descriptor_class = _Set

    def clean_text(self, value: object) -> object:
        """Clean a text; leave an expression, or nothing, as it is."""
        return names.one_line(value) if isinstance(value, str) else value

    def get_prep_value(self, value: object) -> object:
        return self.clean_text(super().get_prep_value(value))

    def from_db_value(self, value: object, *_: object) -> object:
        return self.clean_text(value)

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options
