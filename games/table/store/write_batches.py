"""Writing rows at once, or for many games together.

The effects of an entry are passed to a `RowWriter`, which writes any number of rows of a kind in few statements. Inside
`together`, as in a sweep's batch, the rows are collected and written at the end, kind by kind; everywhere else they are
written at once, by the same function. Code that reads such rows back must write them first (`flush`); `load` and
`log_for` do so themselves.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from typing import Any, Final, Generic, NamedTuple, TypeVar

R = TypeVar("R")


class Stage(IntEnum):
    """The order in which kinds of rows are written: first entries, then changes, then rows about them."""

    ENTRIES = 1
    CHANGES = 2
    TOLD = 3


class RowWriter(NamedTuple, Generic[R]):
    """A writer of rows of a kind, of any number of games, in the order given."""

    stage: Stage
    write: Callable[[list[R]], object]


class Kept:
    """Rows that wait to be written, by their writer, and the games they belong to."""

    def __init__(self) -> None:
        self._rows: dict[RowWriter[Any], list[object]] = {}
        self.games: set[str] = set()

    def add(self, writer: RowWriter[R], rows: Sequence[R], game: str) -> None:
        """Keep these rows to be written at the end."""
        self._rows.setdefault(writer, []).extend(rows)
        self.games.add(game)

    def write(self) -> None:
        """Write all waiting rows, and those that this adds."""
        while self._rows:
            writer = min(self._rows, key=lambda row: row.stage)
            writer.write(self._rows.pop(writer))
        self.games.clear()


_waiting: Final[ContextVar[Kept | None]] = ContextVar("kept", default=None)


@contextmanager
def together() -> Iterator[None]:
    """Collect the writes of the block and make them at its end, or none if it raises. Needs a transaction."""
    waiting = Kept()
    token = _waiting.set(waiting)
    try:
        yield
        waiting.write()
    finally:
        _waiting.reset(token)


@contextmanager
def at_once() -> Iterator[None]:
    """Inside `together`, write the kept rows now and the block's rows at once, so that it can be rolled back alone."""
    flush()
    token = _waiting.set(None)
    try:
        yield
    finally:
        _waiting.reset(token)


def write(writer: RowWriter[R], rows: Sequence[R], game: str) -> None:
    """Write these rows of this game now, or at the end of the `together` block."""
    if not rows:
        return
    waiting = _waiting.get()
    if waiting is None:
        writer.write(list(rows))
    else:
        waiting.add(writer, rows, game)


def flush() -> None:
    """Write all waiting rows, so that they can be read back."""
    waiting = _waiting.get()
    if waiting is not None:
        waiting.write()


def flush_of(game: str) -> None:
    """Write all waiting rows if any of them belongs to this game."""
    waiting = _waiting.get()
    if waiting is not None and game in waiting.games:
        waiting.write()
