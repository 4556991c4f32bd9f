"""How much work Python does: the lines that it executes, which are the same on every machine and on every day."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_steps(work: Callable[[], object]) -> int:
    """Return how many lines are executed, of our code and of libraries in Python, until this work is done."""
    count = 0

    def on_line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return on_line

    before = sys.gettrace()
    sys.settrace(on_line)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
