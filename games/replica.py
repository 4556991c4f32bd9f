"""The choice of the database that a request reads from: the primary, or a replica that may be a second behind.

Players must see what they have just done in whatever they read next. So a replica only answers readers who have done
nothing: strangers, and players who look at a game in which they have no seat. `ttr_site.replica` decides for each
request what is allowed; frequent statements take their cursor here, and Django's own use the `Router`. All writes go to
the primary, wherever the row was read.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum, auto
from typing import Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper

REPLICA: Final = "replica"
"""The name of the replica in DATABASES, if REPLICA_URL is set."""


class ReadFrom(Enum):
    """The database from which a request may read."""

    PRIMARY = auto()
    REPLICA_FOR_ONLOOKERS = auto()
    REPLICA = auto()


_source: ContextVar[ReadFrom] = ContextVar("source", default=ReadFrom.PRIMARY)


@contextmanager
def reading_from(source: ReadFrom) -> Iterator[None]:
    """Make everything in the block read from this source."""
    before = _source.set(source)
    try:
        yield
    finally:
        _source.reset(before)


def is_for_onlookers() -> bool:
    """Check whether a request may read from the replica if its player has no seat in the game."""
    return _source.get() is ReadFrom.REPLICA_FOR_ONLOOKERS


def look_on() -> None:
    """Record that the player has no seat in the game, so that the rest of the request may read from the replica."""
    _source.set(ReadFrom.REPLICA)


def cursor() -> CursorWrapper:
    """Return a cursor for statements that only read."""
    return connections[_alias()].cursor()


def _alias() -> str:
    return REPLICA if _source.get() is ReadFrom.REPLICA else DEFAULT_DB_ALIAS


class Router:
    """The router for DATABASE_ROUTERS."""

    def db_for_read(self, model: object, **hints: object) -> str:
        """Return the database from which rows are read."""
        return _alias()

    def db_for_write(self, model: object, **hints: object) -> str:
        """Return the primary."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, row: object, other: object, **hints: object) -> bool:
        """Allow all relations, since both databases hold the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        """Allow migrations only on the primary, which a replica follows."""
        return db == DEFAULT_DB_ALIAS
