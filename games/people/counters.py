"""Counting in the cache, by windows of time. With Redis away everything counts as the first: nobody is refused."""

import time
from typing import NamedTuple

from django.core.cache import cache


class WindowCounter(NamedTuple):
    """How often something has happened in the window of time that is now; what is counted is told apart by `name`."""

    name: str
    seconds: int = 60

    def count(self, key: str) -> int:
        """Count one more of this key, in one step, and return how many there are."""
        place = self._place(key)
        try:
            return cache.incr(place)
        except ValueError:
            return 1 if cache.add(place, 1, self.seconds) else cache.incr(place)

    def read(self, key: str) -> int:
        """Return how many of this key there are."""
        return int(cache.get(self._place(key), 0))

    def seconds_left(self) -> float:
        """Return in how many seconds the next window begins."""
        return self.ends_at() - self.now()

    def ends_at(self) -> float:
        """Return when the next window begins, as `now` counts."""
        return (self.now() // self.seconds + 1) * self.seconds

    @staticmethod
    def now() -> float:
        """Return the instant by which windows are told apart."""
        return time.time()

    def _place(self, key: str) -> str:
        return f"throttle:{self.name}:{int(self.now()) // self.seconds}:{key}"
