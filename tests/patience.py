"""How long tests wait for what other processes are about to bring about. Patience costs nothing where it comes.

The machine may have ten times as much to do as processors to do it with, and may stand still for a while.
"""

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 240
"""Seconds until whatever has not come is said never to come."""
AT_ONCE: Final = 3.0
"""Seconds in which even a busy machine does what a quiet one does in less than one."""


def eventually(what: Callable[[], bool]) -> bool:
    """Wait for something that processes are about to bring about, but not for ever."""
    end = time.monotonic() + PATIENCE
    while not (answer := what()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer
