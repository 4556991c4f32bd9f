"""Resealing with the first of SEED_KEYS of everything sealed with an older key: `manage.py reseal`.

Only the encryption changes, never the content: each value is opened before and again after it is written, in one
transaction for each batch, and must be the same. A row that somebody else writes meanwhile is skipped, because the
writer already seals with the first key. So the command can run while the site is up, be killed, and be restarted.

Secret parts are in an append-only log. Their rows are nevertheless rewritten, by the tables' owner only: a part's
content and its salted hash in the chain stay the same.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

import pgtrigger
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db import connection, models, transaction

from games import encryption
from games.models import Entry, EntrySecret, GameSecret
from games.models.sealed import SealedJSONField
from games.table.store.loader import POSITION
from games.table.store.secret_parts import PURPOSE as SECRET_PART
from games.table.store.secret_parts import TOGETHER
from games.table.store.sql import Row

S_contra = TypeVar("S_contra", contravariant=True)

BATCH: Final = 500
"""The number of rows in one transaction."""
FERNET: Final = "gAAAA"
"""The prefix of a Fernet token: its version, and the first bytes of a time in this century."""
GUARDS: Final = {
    Entry._meta.db_table: "games.Entry:append_only",
    EntrySecret._meta.db_table: "games.EntrySecret:append_only",
}


class Changed(Exception):
    """The failure of a resealed value to open to the same content. Nothing has changed."""


class Sealing(Protocol[S_contra]):
    """The way in which the values of a column are sealed. `place`: the columns that identify a value's location."""

    def read(self, place: Row, stored: S_contra) -> object:
        """Return the sealed content. Raises Unopenable."""
        ...

    def reseal_value(self, place: Row, stored: S_contra) -> bytes | str | None:
        """Return the value sealed with the first key; None if it already is, or was never sealed. Raises Unopenable."""
        ...


@dataclass(frozen=True)
class Whole:
    """The sealing by `encryption.seal` for a purpose."""

    purpose: str

    def read(self, place: Row, stored: bytes) -> object:
        return encryption.unseal(self.purpose, " ".join(map(str, place)), bytes(stored))

    def reseal_value(self, place: Row, stored: bytes) -> bytes | None:
        return encryption.resealed(self.purpose, " ".join(map(str, place)), bytes(stored))


class Seed:
    """The sealing by `encryption.seal_seed`."""

    def read(self, place: Row, stored: bytes) -> object:
        return encryption.unseal_seed(stored)

    def reseal_value(self, place: Row, stored: bytes) -> bytes | None:
        return encryption.resealed_seed(bytes(stored))


@dataclass(frozen=True)
class Json:
    """The sealing of a SealedJSONField, as text."""

    field: SealedJSONField

    def read(self, place: Row, stored: str) -> object:
        text = json.loads(stored)
        return encryption.unseal(*self.field.purpose(), base64.b64decode(text)) if isinstance(text, str) else text

    def reseal_value(self, place: Row, stored: str) -> str | None:
        text = json.loads(stored)
        sealed = encryption.resealed(*self.field.purpose(), base64.b64decode(text)) if isinstance(text, str) else None
        return None if sealed is None else json.dumps(base64.b64encode(sealed).decode())


class SecondFactor:
    """The sealing of an authenticator's data, whose Fernet tokens hold the secrets of six-digit and recovery codes."""

    def read(self, place: Row, stored: str) -> object:
        data = json.loads(stored)
        return data | {name: encryption.unseal_seed(token.encode()) for name, token in self._tokens(data).items()}

    def reseal_value(self, place: Row, stored: str) -> str | None:
        data = json.loads(stored)
        resealed = {name: encryption.resealed_seed(token.encode()) for name, token in self._tokens(data).items()}
        new = {name: token.decode() for name, token in resealed.items() if token is not None}
        return json.dumps(data | new) if new else None

    def _tokens(self, data: Mapping[str, object]) -> dict[str, str]:
        return {name: value for name, value in data.items() if isinstance(value, str) and value.startswith(FERNET)}


@dataclass(frozen=True)
class SealedColumn:
    """A column whose values are sealed. `places`: the columns that identify a value's location."""

    model: type[models.Model]
    name: str
    seal: Sealing[bytes] | Sealing[str]
    places: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    @property
    def key(self) -> list[str]:
        """Return the columns of the primary key."""
        return [str(field.column) for field in self.model._meta.pk_fields]

    @property
    def is_json(self) -> bool:
        return isinstance(self.seal, Json | SecondFactor)


@dataclass
class Resealed:
    """The result for a column: values checked, values resealed, values that no key opens."""

    seen: int = 0
    written: int = 0
    closed: int = 0


def columns() -> list[SealedColumn]:
    """Return the sealed columns of games, and every SealedJSONField."""
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
    """Check whether the current PostgreSQL role may reseal a column; the site's role may not rewrite the log."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege(%s, 'UPDATE')", [column.table])
        (may,) = cursor.fetchone() or (False,)
    return bool(may)


def reseal(column: SealedColumn, batch: int = BATCH) -> Resealed:
    """Reseal a whole column with the first key, in a transaction for each batch. Raises Changed."""
    counts = Resealed()
    last: Row = ()
    while rows := _after(column, last, batch):
        last = rows[-1][: len(column.key)]
        counts.seen += len(rows)
        new = {}
        for row in rows:
            try:
                resealed = column.seal.reseal_value(*_standing(column, row))
            except encryption.Unopenable:
                counts.closed += 1
                continue
            if resealed is not None:
                new[row] = resealed
        counts.written += _write(column, new)
    return counts


def _standing(column: SealedColumn, row: Row) -> Row:
    """Split a row into the location of its value and the value."""
    return row[len(column.key) : -1], row[-1]


@transaction.atomic
def _write(column: SealedColumn, new: Mapping[Row, bytes | str]) -> int:
    """Write each value whose row is unchanged since it was read; return how many. Raises Changed."""
    keys = len(column.key)
    guards = GUARDS.get(column.table)
    with pgtrigger.ignore(guards) if guards else nullcontext():
        before = {row[:keys]: row for row, resealed in new.items() if _replace(column, row, resealed)}
    after = {row[:keys]: row for row in _of_keys(column, list(before))}
    for key, row in before.items():
        place, stored = _standing(column, after[key])
        if column.seal.reseal_value(place, stored) is not None or column.seal.read(place, stored) != column.seal.read(
            *_standing(column, row)
        ):
            raise Changed(str(column))
    return len(before)


def _replace(column: SealedColumn, row: Row, resealed: bytes | str) -> bool:
    name, value = _quoted(column.name), "%s::jsonb" if column.is_json else "%s"
    here = f"({_listed(column.key)}) = ({_marks(row[: len(column.key)])})"
    statement = f"UPDATE {_quoted(column.table)} SET {name} = {value} WHERE {here} AND {name} = {value}"
    with connection.cursor() as cursor:
        cursor.execute(statement, [resealed, *row[: len(column.key)], row[-1]])
        return bool(cursor.rowcount == 1)


def _after(column: SealedColumn, last: Row, limit: int) -> list[Row]:
    """Return the next rows: key, location and value."""
    beyond = f"({_listed(column.key)}) > ({_marks(last)})" if last else "true"
    return _select(column, f"{beyond} ORDER BY {_listed(column.key)} LIMIT %s", (*last, limit))


def _of_keys(column: SealedColumn, keys: Sequence[Row]) -> list[Row]:
    if not keys:
        return []
    marks = ", ".join(f"({_marks(key)})" for key in keys)
    return _select(column, f"({_listed(column.key)}) IN ({marks})", tuple(part for key in keys for part in key))


def _select(column: SealedColumn, which: str, parameters: Row) -> list[Row]:
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
