"""Statements for indexes of a running site: nobody waits for them but for a moment, and each can be run again.

Each is a statement of its own, outside of a transaction. An index that was not finished is made anew. What is done
concurrently keeps nobody waiting, so it may itself wait as long as it must, unlike the rest (`deploy.migration`).
"""

from django.db.migrations import RunSQL

FOR_EVER = "SET lock_timeout = 0"
AS_BEFORE = "RESET lock_timeout"
_DROP = "DROP INDEX CONCURRENTLY IF EXISTS {}"


def renamed(old: str, new: str) -> RunSQL:
    """Also the constraint that stands on the index, if one does."""
    return RunSQL(f"ALTER INDEX IF EXISTS {old} RENAME TO {new}", f"ALTER INDEX IF EXISTS {new} RENAME TO {old}")


def made(name: str, on: str, *, unique: bool = False) -> RunSQL:
    """`on`: table and columns, and for which rows."""
    return RunSQL(_make(name, on, "UNIQUE INDEX" if unique else "INDEX"), _drop(name))


def dropped(name: str, on: str) -> RunSQL:
    return RunSQL(_drop(name), _make(name, on, "INDEX"))


def _make(name: str, on: str, kind: str) -> list[str]:
    return [FOR_EVER, _DROP.format(name), f"CREATE {kind} CONCURRENTLY {name} ON {on}", AS_BEFORE]


def _drop(name: str) -> list[str]:
    return [FOR_EVER, _DROP.format(name), AS_BEFORE]
