"""Sets of instants: windows in order, apart, none of them empty."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from games.table.clocks.habits import LONG_AGO, Window


def join(windows: Iterable[Window]) -> list[Window]:
    """Return all instants that any of the windows has."""
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
    """Return the instants that both have."""
    return join(Window(max(begin, other.begin), min(end, other.end)) for begin, end in windows for other in others)


def subtract(windows: Iterable[Window], others: Sequence[Window]) -> list[Window]:
    """Return the instants of the first that the others do not have."""
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
    """Return how long the windows, which are apart, are together."""
    return sum((end - begin for begin, end in windows), timedelta())
