"""How long tests wait for other processes. Patience costs nothing if the result comes early.

The machine may have ten times as much work as processors, and may stop for a while.
"""

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 240
"""Seconds after which a missing result is considered a failure."""
AT_ONCE: Final = 3.0
"""Seconds in which even a busy machine finishes work that takes a quiet one less than one."""


def eventually(what: Callable[[], bool]) -> bool:
    """Wait for a result of other processes, within `PATIENCE`; return whether it came."""
    end = time.monotonic() + PATIENCE
    while not (answer := what()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer
