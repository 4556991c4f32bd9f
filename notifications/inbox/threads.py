"""Threads by which servers without one of their own speak to the database."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

from django.db import connection

MOST: Final = 4
"""Each has one connection to the database at a time."""
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Threads:
    """A few threads that speak to the database."""

    pool: ThreadPoolExecutor = field(default_factory=partial(ThreadPoolExecutor, MOST))

    async def ask(self, work: Callable[[], Result]) -> Result:
        """Do this work in one of the threads, and return what it returns. Raises what it raises."""

        def at_work() -> Result:
            try:
                return work()
            finally:
                connection.close()  # a question now and then is not worth one that is kept

        return await asyncio.get_running_loop().run_in_executor(self.pool, at_work)
