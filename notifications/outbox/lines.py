"""Connections to the mail server used in parallel, by threads that keep their database connections during a run.

Opening a database connection takes as long as several emails, and a batch is only some dozens of them.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self, TypeVar

from django.db import connection

T = TypeVar("T")


class Lines:
    """At most `most` connections: one belongs to the calling thread, and others open when first needed."""

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

    def run_on(self, count: int, work: Callable[[], T]) -> list[T]:
        """Run the work on `count` connections at once, at least on one.

        Return its results; raise its error, if it raised one.
        """
        besides = max(count, 1) - 1
        while len(self._others) < besides:
            self._others.append(ThreadPoolExecutor(1))
        futures = [other.submit(work) for other in self._others[:besides]]
        return [work(), *(future.result() for future in futures)]
