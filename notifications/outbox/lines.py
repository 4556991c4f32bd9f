"""Lines to send emails over at once: threads that keep their connections to the database for a whole run.

A connection to the database costs as much as several emails, and a batch is only some dozens of them.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self, TypeVar

from django.db import connection

T = TypeVar("T")


class Lines:
    """At most so many: one goes from the thread that is there, over its connection; others open when first needed."""

    def __init__(self, most: int = 1) -> None:
        self.most = most
        self._others: list[ThreadPoolExecutor] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for other in self._others:
            other.submit(connection.close)
            other.shutdown()

    def over(self, count: int, work: Callable[[], T]) -> list[T]:
        """Does the work over so many lines at once, at least one. Returns what it returned on each; raises what it
        raised on one.
        """
        besides = max(count, 1) - 1
        while len(self._others) < besides:
            self._others.append(ThreadPoolExecutor(1))
        started = [other.submit(work) for other in self._others[:besides]]
        return [work(), *(one.result() for one in started)]
