"""Threads in which servers without threads of their own use the database."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

from django.db import connection

MOST: Final = 4
"""The number of threads; each has one connection to the database at a time."""
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Threads:
    """A small pool of threads for database queries."""

    pool: ThreadPoolExecutor = field(default_factory=partial(ThreadPoolExecutor, MOST))

    async def ask(self, work: Callable[[], Result]) -> Result:
        """Run this work in one of the threads, and return its result. Raises its errors."""

        def at_work() -> Result:
            try:
                return work()
            finally:
                connection.close()  # occasional queries do not justify a permanent connection

        return await asyncio.get_running_loop().run_in_executor(self.pool, at_work)
