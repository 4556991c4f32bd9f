"""Which database a request reads from: the primary, or a replica that may be a second behind.

What a player has just done must be there in what the player reads next. So a replica answers those who have done
nothing: strangers, and players who look at a game in which they have no seat. `ttr_site.replica` says for each request
what is allowed; hot statements take their cursor here, and Django's own go by the `Router`. Whatever writes goes to the
primary, wherever its row was read.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum, auto
from typing import Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper

REPLICA: Final = "replica"
"""Its name among the DATABASES, where REPLICA_URL is set."""


class ReadFrom(Enum):
    """Where a request may read."""

    PRIMARY = auto()
    REPLICA_FOR_ONLOOKERS = auto()
    REPLICA = auto()


_source: ContextVar[ReadFrom] = ContextVar("source", default=ReadFrom.PRIMARY)


@contextmanager
def reading_from(source: ReadFrom) -> Iterator[None]:
    """Read everything in the block from this source."""
    before = _source.set(source)
    try:
        yield
    finally:
        _source.reset(before)


def is_for_onlookers() -> bool:
    """Check whether a request may read from the replica once its player looks at somebody else's game."""
    return _source.get() is ReadFrom.REPLICA_FOR_ONLOOKERS


def look_on() -> None:
    """Note that the player has no seat in the game: what is left of the request may read from the replica."""
    _source.set(ReadFrom.REPLICA)


def cursor() -> CursorWrapper:
    """Return a cursor for statements that only read."""
    return connections[_alias()].cursor()


def _alias() -> str:
    return REPLICA if _source.get() is ReadFrom.REPLICA else DEFAULT_DB_ALIAS


class Router:
    """For DATABASE_ROUTERS."""

    def db_for_read(self, model: object, **hints: object) -> str:
        """Return where rows are read."""
        return _alias()

    def db_for_write(self, model: object, **hints: object) -> str:
        """Return the primary, always."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, row: object, other: object, **hints: object) -> bool:
        """Both hold the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        """Check whether a database is migrated: a replica follows by itself."""
        return db == DEFAULT_DB_ALIAS
