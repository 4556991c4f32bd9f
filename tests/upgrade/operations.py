"""Django's operations in migrations: which are refused, and what to do instead."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.postgres import operations as postgres
from django.db.migrations import Migration, operations
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import CharField, Field, Value
from django.db.models.functions import Now
from pgtrigger import migrations as triggers

from tests.upgrade.statements import BATCHES, INDEXES, LATER, Known, altered, refused, texts
from tests.upgrade.tables import LARGE

STATE_ONLY: Final = "in SeparateDatabaseAndState the operation itself is for the state alone"
NEW_COLUMN: Final = (
    "add a nullable field beside it, let the release write both, fill the rest by a command, and remove the old one in"
    " a later release"
)
HELD: Final = (
    "{table} stays locked by what came before, for as long as Django prepares this, which takes seconds on a busy"
    " machine: say both in one statement (RunSQL), or make them two migrations"
)
MOMENTARY: Final = (
    operations.CreateModel,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
    operations.RenameIndex,
    operations.RemoveConstraint,
    postgres.AddConstraintNotValid,
    postgres.AddIndexConcurrently,
    postgres.RemoveIndexConcurrently,
    triggers.AddTrigger,
    triggers.RemoveTrigger,
)
"""Operations that keep nobody waiting for longer than a moment, whatever the table."""
LOCKING: Final = (
    operations.AddField,
    operations.AlterField,
    operations.RemoveField,
    operations.AddConstraint,
    operations.RemoveConstraint,
    postgres.AddConstraintNotValid,
    triggers.AddTrigger,
    triggers.RemoveTrigger,
)
"""Operations that lock a table until the transaction ends."""


@dataclass(frozen=True)
class Step:
    """An operation that reaches the database."""

    migration: Migration
    operation: Any
    before: ProjectState
    known: Known
    """The tables and columns that the previous release uses."""

    def table(self) -> str:
        model = getattr(self.operation, "model_name", None) or self.operation.name
        return table_of(self.before, self.migration.app_label, model.lower())

    def field(self, name: str) -> Field[Any, Any]:
        model = self.before.models[self.migration.app_label, self.operation.model_name.lower()]
        found: Field[Any, Any] = model.fields[name]
        return found


def known_in(state: ProjectState) -> Known:
    """Return every table with its columns."""
    return {
        table_of(state, app, name): {column_of(field, called) for called, field in model.fields.items()}
        for (app, name), model in state.models.items()
    }


def table_of(state: ProjectState, app: str, model: str) -> str:
    found = state.models.get((app, model))
    return str((found.options.get("db_table") if found else None) or f"{app}_{model}")


def column_of(field: Field[Any, Any], name: str) -> str:
    return field.db_column or (f"{name}_id" if field.remote_field and not field.many_to_many else name)


def all_refused(migration: Migration, state: ProjectState, known: Known) -> Iterator[str]:
    """Yield the problems of this migration. The state is the one before it, and afterwards the one after it."""
    held = ""
    for operation in migration.operations:
        if isinstance(operation, operations.SeparateDatabaseAndState):
            yield from _in_the_state_alone(migration, operation, state)
        for step in _steps(migration, operation, state.clone(), known):
            said = f"{migration}: {step.operation.describe()}"
            yield from (f"{said}: {why}" for why in _refused(step))
            if held:
                yield f"{said}: {HELD.format(table=held)}"
            held = held or (_locked(step) if migration.atomic else "")
        operation.state_forwards(migration.app_label, state)


def _steps(migration: Migration, operation: Operation, state: ProjectState, known: Known) -> Iterator[Step]:
    if not isinstance(operation, operations.SeparateDatabaseAndState):
        yield Step(migration, operation, state, known)
        return
    for inner in operation.database_operations:
        yield from _steps(migration, inner, state.clone(), known)
        inner.state_forwards(migration.app_label, state)


def _in_the_state_alone(
    migration: Migration, operation: operations.SeparateDatabaseAndState, state: ProjectState
) -> Iterator[str]:
    """Yield a problem if a column that the new release forgets has no default in the database."""
    for inner in operation.state_operations:
        if isinstance(inner, operations.RemoveField):
            field = state.models[migration.app_label, inner.model_name.lower()].fields[inner.name]
            if not field.null and not field.has_db_default() and not field.many_to_many:
                yield f"{migration}: {inner.describe()}: new rows lack it: make it nullable, or give it a db_default"


def _locked(step: Step) -> str:
    """Return a large table that is locked, or locked for writing, from here until the transaction ends; "" if there
    is none."""
    if isinstance(step.operation, operations.RunSQL):
        return next((table for table in altered(step.operation.sql) if table in LARGE), "")
    if not isinstance(step.operation, LOCKING) or step.table() not in LARGE:
        return ""
    unchanged = isinstance(step.operation, operations.AlterField) and not _reaches_the_database(step)
    return "" if unchanged else step.table()


def _reaches_the_database(step: Step) -> bool:
    old, new = step.field(step.operation.name), step.operation.field
    return old.null != new.null or _told_the_database(old, new) != _told_the_database(new, new)


def _refused(step: Step) -> Iterator[str]:
    if isinstance(step.operation, MOMENTARY):
        return
    rule = RULES.get(type(step.operation))
    if rule is None:
        yield "nobody has found out which locks it takes: add it to tests/upgrade/operations.py"
    else:
        yield from rule(step)


def _added_field(step: Step) -> Iterator[str]:
    field = step.operation.field
    if field.many_to_many:
        return
    large = step.table() in LARGE
    if not field.null and not field.has_db_default():
        yield "the release before adds rows without it: make it nullable, or give it a constant db_default"
    if large and (field.generated or not _is_constant(field)):
        yield f"writes the whole table anew; {NEW_COLUMN}"
    if large and (field.db_index or field.unique):
        yield f"makes an index while nobody can write: say db_index=False, and {INDEXES}"


def _is_constant(field: Any) -> bool:
    """Check whether PostgreSQL computes the default once, for all existing rows."""
    return not field.has_db_default() or isinstance(field._db_default_expression, Value | Now)


def _altered_field(step: Step) -> Iterator[str]:
    if step.table() not in LARGE:
        return
    old, new = step.field(step.operation.name), step.operation.field
    if _indexed(old) and not _indexed(new):
        yield f"drops an index, and waits until nobody uses the table: in the database, {INDEXES}; {STATE_ONLY}"
    elif _told_the_database(old, new) != _told_the_database(new, new):
        yield f"may write the whole table anew, or read all of it, while nobody else can; {NEW_COLUMN}"


def _indexed(field: Any) -> bool:
    return bool(field.db_index or field.unique)


def _told_the_database(field: Field[Any, Any], new: Field[Any, Any]) -> tuple[Any, ...]:
    """Return a field's attributes that affect the database, without those that only loosen it compared with the new
    field."""
    _, _, arguments, options = field.deconstruct()
    kept = {
        name: value for name, value in options.items() if name not in (*field.non_db_attrs, "db_default", "default")
    }
    if new.null:
        kept.pop("null", None)
    if isinstance(field, CharField) and field.max_length and field.max_length <= (new.max_length or 0):
        kept.pop("max_length", None)
    return field.get_internal_type(), arguments, kept


def _added_constraint(step: Step) -> Iterator[str]:
    if step.table() in LARGE:
        yield (
            "reads the whole table while nobody can write. A check: AddConstraintNotValid, and ValidateConstraint in"
            f" the next migration. Anything unique: {INDEXES}, with unique=True; {STATE_ONLY}"
        )


def _validated(step: Step) -> Iterator[str]:
    together = any(isinstance(other, postgres.AddConstraintNotValid) for other in step.migration.operations)
    if together and step.migration.atomic:
        yield "the lock that AddConstraintNotValid took lasts until the end: put it into a migration of its own"


def _index(step: Step) -> Iterator[str]:
    if step.table() in LARGE:
        yield f"nobody can write until it is done: in the database, {INDEXES}; {STATE_ONLY}"


def _removed_field(step: Step) -> Iterator[str]:
    column = column_of(step.field(step.operation.name), step.operation.name)
    if column in step.known.get(step.table(), ()):
        yield LATER


def _deleted_model(step: Step) -> Iterator[str]:
    if step.table() in step.known:
        yield LATER


def _renamed(step: Step) -> Iterator[str]:
    yield (
        "the release before knows it by its old name: rename it in the state alone (SeparateDatabaseAndState), and keep"
        " its name in the database with db_column or db_table"
    )


def _python(step: Step) -> Iterator[str]:
    named = {name.lower() for name in _strings(step.operation.code)}
    models = {f"{app}_{model}": model for app, model in step.before.models}
    if large := [table for table, model in models.items() if table in LARGE and model in named]:
        yield f"goes over {', '.join(large)} in one transaction; {BATCHES}"


def _strings(code: Callable[..., Any]) -> Iterator[str]:
    """Yield all strings in this function and in those of its module that it calls."""
    pending, seen = [code], set[Callable[..., Any]]()
    while pending:
        function = inspect.unwrap(pending.pop())
        if function in seen or not inspect.isfunction(function):
            continue
        seen.add(function)
        yield from (piece for constant in function.__code__.co_consts for piece in str(constant).split("."))
        called = [function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__]
        pending += [one for one in called if getattr(one, "__module__", None) == function.__module__]


def _sql(step: Step) -> Iterator[str]:
    for text in texts(step.operation.sql):
        yield from refused(text, step.known)


RULES: Final[dict[type[Operation], Callable[[Step], Iterator[str]]]] = {
    operations.AddField: _added_field,
    operations.AlterField: _altered_field,
    operations.RemoveField: _removed_field,
    operations.DeleteModel: _deleted_model,
    operations.RenameField: _renamed,
    operations.RenameModel: _renamed,
    operations.AlterModelTable: _renamed,
    operations.AddConstraint: _added_constraint,
    postgres.ValidateConstraint: _validated,
    operations.AddIndex: _index,
    operations.RemoveIndex: _index,
    operations.AlterUniqueTogether: _index,
    operations.RunPython: _python,
    operations.RunSQL: _sql,
}
"""Checks by exact class: an operation that is neither here nor momentary is refused."""
