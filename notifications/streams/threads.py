"""The few threads in which streams query the database, each with a permanent connection."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from django.db import close_old_connections, connection

MOST: Final = 4
Result = TypeVar("Result")


class KeptThreads:
    """All threads that one process has for its streams."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(MOST, "stream")

    async def ask(self, work: Callable[[], Result]) -> Result:
        """Run this work in one of the threads, and return its result. Raises its errors."""

        def at_work() -> Result:
            close_old_connections()
            try:
                return work()
            finally:
                close_old_connections()  # a broken connection

        return await asyncio.get_running_loop().run_in_executor(self._pool, at_work)

    def close(self) -> None:
        """End the threads and their connections once they have finished their work."""
        for _ in range(MOST):
            self._pool.submit(connection.close)
        self._pool.shutdown(wait=False)
