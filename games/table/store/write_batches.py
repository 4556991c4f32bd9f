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
    """Rows that wait to be written, by their writer, and the games that they are about."""

    def __init__(self) -> None:
        self._rows: dict[RowWriter[Any], list[object]] = {}
        self.games: set[str] = set()

    def add(self, writer: RowWriter[R], rows: Sequence[R], game: str) -> None:
        """Keep these rows for the end."""
        self._rows.setdefault(writer, []).extend(rows)
        self.games.add(game)

    def write(self) -> None:
        """Write all rows that wait, and those that become necessary by it."""
        while self._rows:
            writer = min(self._rows, key=lambda row: row.stage)
            writer.write(self._rows.pop(writer))
        self.games.clear()


_waiting: Final[ContextVar[Kept | None]] = ContextVar("kept", default=None)


@contextmanager
def together() -> Iterator[None]:
    """Write at the end all that is written inside; nothing of it where the block raises. Needs a transaction."""
    waiting = Kept()
    token = _waiting.set(waiting)
    try:
        yield
        waiting.write()
    finally:
        _waiting.reset(token)


@contextmanager
def at_once() -> Iterator[None]:
    """Inside `together`, write now what is kept, and at once what is written in the block: it can be rolled back by
    itself.
    """
    flush()
    token = _waiting.set(None)
    try:
        yield
    finally:
        _waiting.reset(token)


def write(writer: RowWriter[R], rows: Sequence[R], game: str) -> None:
    """Write these rows, which are about this game: now, or with all others at the end of the block."""
    if not rows:
        return
    waiting = _waiting.get()
    if waiting is None:
        writer.write(list(rows))
    else:
        waiting.add(writer, rows, game)


def flush() -> None:
    """Write all rows that wait, so that they can be read from here on."""
    waiting = _waiting.get()
    if waiting is not None:
        waiting.write()


def flush_of(game: str) -> None:
    """Write all rows that wait, if any of them is about this game."""
    waiting = _waiting.get()
    if waiting is not None and game in waiting.games:
        waiting.write()
