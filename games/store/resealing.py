"""What is sealed with an older of SEED_KEYS is sealed anew with the first: `manage.py reseal`.

Only the encryption changes, never what is encrypted: each value is opened before, and again after it was written, in
one transaction for each batch, and must be the same. A row that somebody else writes meanwhile is left alone, for they
seal with the first key themselves. So the command may run beside the site, be killed, and be started again.

Secret parts are in a log that only grows. Their rows are rewritten all the same, by the tables' owner alone: what a
part tells, and its salted hash in the chain, stay what they were.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Final, Protocol

import pgtrigger
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db import connection, models, transaction

from games import sealing
from games.models import Entry, EntrySecret, GameSecret
from games.models.sealed import SealedJSONField
from games.store.loading import POSITION
from games.store.secret_parts import PURPOSE as SECRET_PART
from games.store.secret_parts import TOGETHER

BATCH: Final = 500
"""Rows in one transaction."""
FERNET: Final = "gAAAA"
"""What a Fernet token begins with: its version, and the first bytes of a time in this century."""
GUARDS: Final = {
    Entry._meta.db_table: "games.Entry:append_only",
    EntrySecret._meta.db_table: "games.EntrySecret:append_only",
}

Row = tuple[Any, ...]


class Changed(Exception):
    """What was written does not say what was there before. Nothing has changed."""


class Sealing(Protocol):
    """How the values of a column are sealed. `place`: the columns that say where a value stands."""

    def read(self, place: Row, kept: Any) -> object:
        """What is sealed. Raises Unopenable."""
        ...

    def again(self, place: Row, kept: Any) -> Any | None:
        """The same sealed with the first key; None if it is already, or was never. Raises Unopenable."""
        ...


@dataclass(frozen=True)
class Whole:
    """What `sealing.seal` makes for a purpose."""

    purpose: str

    def read(self, place: Row, kept: Any) -> object:
        return sealing.unseal(self.purpose, " ".join(map(str, place)), bytes(kept))

    def again(self, place: Row, kept: Any) -> bytes | None:
        return sealing.resealed(self.purpose, " ".join(map(str, place)), bytes(kept))


class Seed:
    """What `sealing.seal_seed` makes."""

    def read(self, place: Row, kept: Any) -> object:
        return sealing.unseal_seed(kept)

    def again(self, place: Row, kept: Any) -> bytes | None:
        return sealing.resealed_seed(bytes(kept))


@dataclass(frozen=True)
class Json:
    """What a SealedJSONField keeps, as text."""

    field: SealedJSONField

    def read(self, place: Row, kept: Any) -> object:
        text = json.loads(kept)
        return sealing.unseal(*self.field.purpose(), base64.b64decode(text)) if isinstance(text, str) else text

    def again(self, place: Row, kept: Any) -> str | None:
        text = json.loads(kept)
        made = sealing.resealed(*self.field.purpose(), base64.b64decode(text)) if isinstance(text, str) else None
        return None if made is None else json.dumps(base64.b64encode(made).decode())


class SecondFactor:
    """An authenticator's data, in which Fernet tokens make an app's six digits, and recovery codes."""

    def read(self, place: Row, kept: Any) -> object:
        data = json.loads(kept)
        return data | {name: sealing.unseal_seed(token.encode()) for name, token in self._tokens(data).items()}

    def again(self, place: Row, kept: Any) -> str | None:
        data = json.loads(kept)
        made = {name: sealing.resealed_seed(token.encode()) for name, token in self._tokens(data).items()}
        new = {name: token.decode() for name, token in made.items() if token is not None}
        return json.dumps(data | new) if new else None

    def _tokens(self, data: dict[str, Any]) -> dict[str, str]:
        return {name: value for name, value in data.items() if isinstance(value, str) and value.startswith(FERNET)}


@dataclass(frozen=True)
class SealedColumn:
    """A column whose values are sealed. `places`: the columns of which a value's place is made."""

    model: type[models.Model]
    name: str
    seal: Sealing
    places: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    @property
    def key(self) -> list[str]:
        """The columns of the primary key."""
        return [str(field.column) for field in self.model._meta.pk_fields]

    @property
    def is_json(self) -> bool:
        return isinstance(self.seal, Json | SecondFactor)


@dataclass
class Resealed:
    """What became of a column: values looked at, values written anew, values that no key opens."""

    seen: int = 0
    written: int = 0
    closed: int = 0


def columns() -> list[SealedColumn]:
    """Those of games, and every SealedJSONField there is."""
    fields = [
        field for model in apps.get_models() for field in model._meta.fields if isinstance(field, SealedJSONField)
    ]
    return [
        SealedColumn(GameSecret, "seed", Seed()),
        SealedColumn(GameSecret, "key", Seed()),
        SealedColumn(GameSecret, "position", Whole(POSITION), ("game_id",)),
        SealedColumn(EntrySecret, "body", Whole(SECRET_PART), ("game_id", "number", "holder")),
        SealedColumn(Entry, "parts", Whole(TOGETHER), ("game_id", "number")),
        SealedColumn(Authenticator, "data", SecondFactor()),
        *(SealedColumn(field.model, field.attname, Json(field)) for field in fields),
    ]


def may_reseal(column: SealedColumn) -> bool:
    """Whether this role of PostgreSQL may: the site's own may not rewrite the log."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege(%s, 'UPDATE')", [column.table])
        (may,) = cursor.fetchone() or (False,)
    return bool(may)


def reseal(column: SealedColumn, batch: int = BATCH) -> Resealed:
    """Seals all of a column with the first key, a transaction for each batch. Raises Changed."""
    found, last = Resealed(), ()
    while rows := _after(column, last, batch):
        last = rows[-1][: len(column.key)]
        found.seen += len(rows)
        new = {}
        for row in rows:
            try:
                made = column.seal.again(*_standing(column, row))
            except sealing.Unopenable:
                found.closed += 1
                continue
            if made is not None:
                new[row] = made
        found.written += _write(column, new)
    return found


def _standing(column: SealedColumn, row: Row) -> tuple[Row, Any]:
    """Where the value of a row stands, and the value."""
    return row[len(column.key) : -1], row[-1]


@transaction.atomic
def _write(column: SealedColumn, new: Mapping[Row, Any]) -> int:
    """Each where it still keeps what was read; how many. Raises Changed."""
    keys = len(column.key)
    guards = GUARDS.get(column.table)
    with pgtrigger.ignore(guards) if guards else nullcontext():
        before = {row[:keys]: row for row, made in new.items() if _replace(column, row, made)}
    after = {row[:keys]: row for row in _of_keys(column, list(before))}
    for key, row in before.items():
        place, kept = _standing(column, after[key])
        if column.seal.again(place, kept) is not None or column.seal.read(place, kept) != column.seal.read(
            *_standing(column, row)
        ):
            raise Changed(str(column))
    return len(before)


def _replace(column: SealedColumn, row: Row, made: Any) -> bool:
    name, value = _quoted(column.name), "%s::jsonb" if column.is_json else "%s"
    here = f"({_listed(column.key)}) = ({_marks(row[: len(column.key)])})"
    statement = f"UPDATE {_quoted(column.table)} SET {name} = {value} WHERE {here} AND {name} = {value}"
    with connection.cursor() as cursor:
        cursor.execute(statement, [made, *row[: len(column.key)], row[-1]])
        return bool(cursor.rowcount == 1)


def _after(column: SealedColumn, last: Row, limit: int) -> list[Row]:
    """The next rows: their key, their place, their value."""
    beyond = f"({_listed(column.key)}) > ({_marks(last)})" if last else "true"
    return _select(column, f"{beyond} ORDER BY {_listed(column.key)} LIMIT %s", [*last, limit])


def _of_keys(column: SealedColumn, keys: Sequence[Row]) -> list[Row]:
    if not keys:
        return []
    wanted = ", ".join(f"({_marks(key)})" for key in keys)
    return _select(column, f"({_listed(column.key)}) IN ({wanted})", [part for key in keys for part in key])


def _select(column: SealedColumn, which: str, parameters: Sequence[Any]) -> list[Row]:
    value = _quoted(column.name) + ("::text" if column.is_json else "")
    selected = ", ".join([_listed([*column.key, *column.places]), value])
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {selected} FROM {_quoted(column.table)} WHERE {_quoted(column.name)} IS NOT NULL AND {which}",
            parameters,
        )
        return list(cursor.fetchall())


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(_quoted, names))


def _marks(values: Row) -> str:
    return ", ".join(["%s"] * len(values))


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))
