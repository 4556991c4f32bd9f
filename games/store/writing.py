"""When rows are written: at once, or those of many games together.

Whatever follows from an entry is handed to a `RowWriter`, which writes any number of rows of a kind in few statements.
Inside `together`, as a sweep's batch is, the rows are kept and written at the end, kind by kind; everywhere else they
are written right away, by the same function. What reads such rows back has them written first (`flush`); `load` and
`log_for` do so by themselves.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from typing import Any, Final, Generic, NamedTuple, TypeVar

R = TypeVar("R")


class Stage(IntEnum):
    """In which order kinds of rows are written: what was opened can be changed, what was written can be told."""

    ENTRIES = 1
    CHANGES = 2
    TOLD = 3


class RowWriter(NamedTuple, Generic[R]):
    """Writes rows of a kind, however many games they belong to, in the order in which they were given."""

    stage: Stage
    write: Callable[[list[R]], object]


class Kept:
    """What waits to be written, by its writer, and the games that it is about."""

    def __init__(self) -> None:
        self._rows: dict[RowWriter[Any], list[Any]] = {}
        self.games: set[str] = set()

    def add(self, writer: RowWriter[R], rows: Sequence[R], game: str) -> None:
        """Keep these for the end."""
        self._rows.setdefault(writer, []).extend(rows)
        self.games.add(game)

    def write(self) -> None:
        """Write all that there is, and what that makes necessary."""
        while self._rows:
            writer = min(self._rows, key=lambda row: row.stage)
            writer.write(self._rows.pop(writer))
        self.games.clear()


_kept: Final[ContextVar[Kept | None]] = ContextVar("kept", default=None)


@contextmanager
def together() -> Iterator[None]:
    """All that is written inside is written at the end; nothing of it where the block raises. Needs a transaction."""
    kept = Kept()
    token = _kept.set(kept)
    try:
        yield
        kept.write()
    finally:
        _kept.reset(token)


@contextmanager
def at_once() -> Iterator[None]:
    """Inside `together`, write now what is kept, and at once what is written in the block: it can be rolled back by
    itself.
    """
    flush()
    token = _kept.set(None)
    try:
        yield
    finally:
        _kept.reset(token)


def write(writer: RowWriter[R], rows: Sequence[R], game: str) -> None:
    """Write these rows, which are about this game: now, or with all others at the end of the block."""
    if not rows:
        return
    kept = _kept.get()
    if kept is None:
        writer.write(list(rows))
    else:
        kept.add(writer, rows, game)


def flush() -> None:
    """From here on all that was written so far can be read."""
    kept = _kept.get()
    if kept is not None:
        kept.write()


def flush_of(game: str) -> None:
    """The same, if anything of this game is kept."""
    kept = _kept.get()
    if kept is not None and game in kept.games:
        kept.write()
