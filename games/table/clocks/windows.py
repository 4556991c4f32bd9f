"""Sets of instants, as ordered, disjoint and nonempty windows."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from games.table.clocks.habits import LONG_AGO, Window


def join(windows: Iterable[Window]) -> list[Window]:
    """Return the union of the windows."""
    joined = [Window(LONG_AGO, LONG_AGO)]
    for begin, end in sorted(windows):
        if end <= begin:
            continue
        last = joined[-1]
        if begin > last.end:
            joined.append(Window(begin, end))
        else:
            joined[-1] = Window(last.begin, max(last.end, end))
    return joined[1:]


def intersect(windows: Iterable[Window], others: Sequence[Window]) -> list[Window]:
    """Return the intersection of both."""
    return join(Window(max(begin, other.begin), min(end, other.end)) for begin, end in windows for other in others)


def subtract(windows: Iterable[Window], others: Sequence[Window]) -> list[Window]:
    """Return the difference: the windows without the others."""
    remaining = join(windows)
    for other in others:
        remaining = [
            part
            for begin, end in remaining
            for part in (Window(begin, min(end, other.begin)), Window(max(begin, other.end), end))
            if part.begin < part.end
        ]
    return remaining


def length(windows: Iterable[Window]) -> timedelta:
    """Return the total length of these disjoint windows."""
    return sum((end - begin for begin, end in windows), timedelta())
