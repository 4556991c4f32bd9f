"""Laying out time over the calendar, around stops, and measuring the running time between two instants."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from games.table.clocks.habits import Stop

NONE = timedelta()


class Laid(NamedTuple):
    """The end of a stretch of laid-out time, and the stops that it goes around."""

    end: datetime
    stops: tuple[Stop, ...] = ()


def lay_out(begin: datetime, time: timedelta, stops: Iterable[Stop], allowed: timedelta) -> Laid:
    """Walk forward from `begin` until `time` has run, standing still in each stop.

    Counted stops stop the clock for no more than `allowed` in total; after that it runs through them. Time never ends
    within a stop, so that nobody's turn is over at night, except where the clock runs through.
    """
    at, remaining, stops_taken = begin, time, []
    for stop in stops:
        first = max(stop.begin, at)
        if stop.end <= at:
            continue
        if first - at > remaining:
            break
        last = min(stop.end, first + allowed) if stop.counted else stop.end
        if last <= first:
            continue
        remaining -= first - at
        allowed -= last - first if stop.counted else NONE
        stops_taken.append(Stop(first, last, stop.counted))
        at = last
    return Laid(at + remaining, tuple(stops_taken))


def running(begin: datetime, end: datetime, stops: Sequence[Stop]) -> timedelta:
    """Return for how long the clock runs between two instants; zero if the second is not later."""
    return max(end - begin, NONE) - _covered(begin, end, stops)


def stopped(begin: datetime, end: datetime, stops: Sequence[Stop]) -> timedelta:
    """Return for how long counted stops stop the clock between two instants."""
    return _covered(begin, end, [stop for stop in stops if stop.counted])


def _covered(begin: datetime, end: datetime, stops: Sequence[Stop]) -> timedelta:
    return sum((max(min(stop.end, end) - max(stop.begin, begin), NONE) for stop in stops), NONE)
