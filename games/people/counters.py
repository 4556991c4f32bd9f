"""Counters in the cache, by windows of time. If Redis is down, each count is the first, so that nobody is refused."""

import time
from typing import NamedTuple

from django.core.cache import cache


class WindowCounter(NamedTuple):
    """A counter of events in the current window of time. `name` distinguishes counters."""

    name: str
    seconds: int = 60

    def count(self, key: str) -> int:
        """Count one more event of this key, atomically, and return their number."""
        place = self._place(key)
        try:
            return cache.incr(place)
        except ValueError:
            return 1 if cache.add(place, 1, self.seconds) else cache.incr(place)

    def read(self, key: str) -> int:
        """Return the number of events of this key."""
        return int(cache.get(self._place(key), 0))

    def seconds_left(self) -> float:
        """Return the seconds until the next window begins."""
        return self.ends_at() - self.now()

    def ends_at(self) -> float:
        """Return when the next window begins, on the clock of `now`."""
        return (self.now() // self.seconds + 1) * self.seconds

    @staticmethod
    def now() -> float:
        """Return the current instant on the clock that divides time into windows."""
        return time.time()

    def _place(self, key: str) -> str:
        return f"throttle:{self.name}:{int(self.now()) // self.seconds}:{key}"
