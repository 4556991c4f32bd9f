"""Updates of columns of existing rows, many in one statement.

A row is identified by its subject, such as game and seat, so that a turn can be changed that was opened just now and
whose primary key was not read back.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from django.contrib.postgres.fields import ArrayField
from django.db import connection
from django.db.models import Field, Model

from engine.codec import Json
from games.table.store.columns import type_of
from games.table.store.write_batches import RowWriter, Stage, write

KEYS: Final[dict[str, tuple[str, ...]]] = {
    "bulkitem": ("id",),
    "game": ("id",),
    "gamesecret": ("game_id",),
    "plan": ("game_id", "seat"),
    "proposal": ("id",),
    "seat": ("game_id", "number"),
    "turn": ("game_id", "seat", "prompt_opened"),
}
"""The identifying attributes by model name, because this module does not import the model of plans."""
Key = tuple[object, ...]


class ChangedRow(NamedTuple):
    """New values of some columns of a row."""

    model: type[Model]
    key: Key
    values: Json


def keys(model: type[Model]) -> tuple[str, ...]:
    """Return the attributes that identify a row of the model.

    Raises KeyError for a model that is not updated here.
    """
    return KEYS[str(model._meta.model_name)]


class Update:
    """An UPDATE of columns, by attribute: of `one` row with the parameters `values`, or of `many` with `lists`.

    A parameter is named after model and attribute, such as `game_head`.
    """

    def __init__(self, model: type[Model], columns: Sequence[str]) -> None:
        fields = {field.attname: field for field in model._meta.concrete_fields}
        found_by, table = keys(model), f'"{model._meta.db_table}"'
        self._fields = [(f"{model._meta.model_name}_{name}", name, fields[name]) for name in (*found_by, *columns)]
        names = ", ".join(f'"{field.column}"' for _, _, field in self._fields)
        lists = ", ".join(f"%({name})s::{_element(field)}[]" for name, _, field in self._fields)
        places = ", ".join(f'"{fields[name].column}" = part.{_read(fields[name])}' for name in columns)
        condition = " AND ".join(f'{table}."{fields[key].column}" = part."{fields[key].column}"' for key in found_by)
        self.many = f"UPDATE {table} SET {places} FROM unnest({lists}) AS part ({names}) WHERE {condition}"
        single = {
            name: f'"{field.column}" = %({parameter})s::{type_of(field)}' for parameter, name, field in self._fields
        }
        changed, is_it = (map(single.__getitem__, some) for some in (columns, found_by))
        self.one = f"UPDATE {table} SET {', '.join(changed)} WHERE {' AND '.join(is_it)}"

    def values(self, row: Model) -> Json:
        """Return the parameters from a row's current values."""
        return {
            name: field.get_db_prep_save(getattr(row, attribute), connection) for name, attribute, field in self._fields
        }

    def lists(self, rows: Sequence[Model]) -> dict[str, list[object]]:
        """Return the parameters from rows' current values."""
        return self.lists_of([vars(row) for row in rows])

    def lists_of(self, rows: Sequence[Mapping[str, object]]) -> dict[str, list[object]]:
        """Return the parameters from mappings that have a value for each key and column."""
        return {
            name: [_listed(field, field.get_db_prep_save(row[attribute], connection)) for row in rows]
            for name, attribute, field in self._fields
        }


def _element(field: "Field[object, object]") -> str:
    """Return the type of one value in the lists, as PostgreSQL would unnest an array of arrays completely."""
    return "text" if isinstance(field, ArrayField) else type_of(field)


def _read(field: "Field[object, object]") -> str:
    return f'"{field.column}"::{type_of(field)}' if isinstance(field, ArrayField) else f'"{field.column}"'


def _listed(field: "Field[object, object]", value: object) -> object:
    return _literal(value) if isinstance(field, ArrayField) and isinstance(value, list) else value


def _literal(texts: Sequence[str]) -> str:
    """Return an array of texts as a PostgreSQL literal."""
    escaped = (text.replace("\\", "\\\\").replace('"', '\\"') for text in texts)
    return "{" + ",".join(f'"{text}"' for text in escaped) + "}"


def save(rows: Sequence[Model], *columns: str, game: str) -> None:
    """Write these columns (by attribute) of rows of one game with their current values."""
    changes = [ChangedRow(type(row), _key(row), {name: getattr(row, name) for name in columns}) for row in rows]
    write(CHANGES, changes, game)


def _key(row: Model) -> Key:
    return tuple(getattr(row, name) for name in keys(type(row)))


def _write(changes: Sequence[ChangedRow]) -> None:
    """Write all changes, the last for each column, with one statement for rows with the same changed columns."""
    merged: dict[tuple[type[Model], Key], Json] = {}
    for model, key, values in changes:
        merged.setdefault((model, key), {}).update(values)
    alike: defaultdict[tuple[type[Model], tuple[str, ...]], list[Json]] = defaultdict(list)
    for (model, key), values in merged.items():
        alike[model, tuple(sorted(values))].append(dict(zip(keys(model), key, strict=True)) | values)
    with connection.cursor() as cursor:
        for (model, columns), rows in alike.items():
            update = _update(model, columns)
            cursor.execute(update.many, update.lists_of(rows))


def all_but(model: type[Model], *names: str) -> Update:
    """Return an update of all columns except these and the keys.

    A new column is thus saved automatically.
    """
    every = [field.attname for field in model._meta.concrete_fields]
    if unknown := set(names) - set(every):
        raise LookupError(f"{model.__name__} has no {sorted(unknown)}")
    return Update(model, [name for name in every if name not in (*names, *keys(model))])


@cache
def _update(model: type[Model], columns: tuple[str, ...]) -> Update:
    return Update(model, columns)


CHANGES: Final = RowWriter(Stage.CHANGES, _write)
