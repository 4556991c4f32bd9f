"""The columns of models that hand-written statements read and save.

A statement saves all columns of a model except those named, so a new column is saved automatically, and a name that no
longer exists is an error at startup.
"""

import json
import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from django.db import connection
from django.db.models import Field, JSONField, Model

if TYPE_CHECKING:
    from django.db.backends.utils import _SQLType

M = TypeVar("M", bound=Model)
LENGTH: Final = re.compile(r"\(\d+\)")


class Columns(Generic[M]):
    """The columns of a model (all, or those named) in a statement, and how to build instances from their values."""

    def __init__(self, model: type[M], table: str, *names: str) -> None:
        fields = [field for field in model._meta.concrete_fields if not names or field.attname in names]
        self._model = model
        self._names = frozenset(field.attname for field in fields)
        self._json = [index for index, field in enumerate(fields) if isinstance(field, JSONField)]
        self.sql = ", ".join(f'{table}."{field.column}"' for field in fields)
        self.count = len(fields)

    def instance(self, values: Sequence[object]) -> M:
        """Return the instance Django would build from these values. JSON arrives as text, as Django configures."""
        plain = list(values)
        for place in self._json:
            plain[place] = json.loads(str(plain[place]))
        return self._model.from_db(connection.alias, self._names, plain)


class Saved(Generic[M]):
    """The columns of a model that a statement saves: all except those in `but`, by attribute.

    `insert` writes one row with the parameters `values`, `insert_many` many rows with the parameters `lists`. A
    parameter is named after model and attribute, such as `entry_number`.
    """

    def __init__(self, model: type[M], *, but: Collection[str] = ()) -> None:
        every = {field.attname: field for field in model._meta.concrete_fields}
        if unknown := set(but) - every.keys():
            raise LookupError(f"{model.__name__} has no {sorted(unknown)}")
        saved = {f"{model._meta.model_name}_{name}": field for name, field in every.items() if name not in but}
        places = {f'"{field.column}"': f"%({name})s::{type_of(field)}" for name, field in saved.items()}
        into = f'INSERT INTO "{model._meta.db_table}" ({", ".join(places)})'
        self.insert = f"{into} VALUES ({', '.join(places.values())})"
        self.insert_many = f"{into} SELECT * FROM unnest({', '.join(f'{place}[]' for place in places.values())})"
        self._fields = [(name, field.attname, field.get_db_prep_save) for name, field in saved.items()]

    def values(self, row: M) -> dict[str, "_SQLType"]:
        """Return the parameters of one row."""
        return {name: prepared(getattr(row, attribute), connection) for name, attribute, prepared in self._fields}

    def lists(self, rows: Sequence[M]) -> dict[str, "_SQLType"]:
        """Return the parameters of many rows."""
        return {
            name: [prepared(getattr(row, attribute), connection) for row in rows]
            for name, attribute, prepared in self._fields
        }


def type_of(field: "Field[object, object]") -> str:
    """Return PostgreSQL's name of the column's type, without a length, since a cast would silently truncate to it."""
    return LENGTH.sub("", field.db_type(connection) or "")
