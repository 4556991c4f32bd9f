"""Time counted in local days: each counts one, whether it has 23, 24 or 25 hours; a part of it counts as its share.

A day goes from its first midnight to the next day's first midnight, so that days follow each other without a gap, also
where clocks are put forward or back over midnight. A date that a zone skipped has no length, and counts nothing.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Final
from zoneinfo import ZoneInfo

from games.table.clocks.habits import DAY, MIDNIGHT, Window, first_instant
from games.table.clocks.windows import intersect, length

MICROSECOND: Final = timedelta(microseconds=1)


def begin_day(day: date, zone: ZoneInfo) -> datetime:
    """Return the instant, in UTC, at which the day begins there."""
    return first_instant(day, MIDNIGHT, zone)


def year(number: int, zone: ZoneInfo) -> Window:
    """Return the year as it is there."""
    return Window(begin_day(date(number, 1, 1), zone), begin_day(date(number + 1, 1, 1), zone))


def count(windows: Iterable[Window], zone: ZoneInfo) -> timedelta:
    """Return how many local days the windows, which are apart, have together: their parts of each, added up."""
    total = sum((_share(window, day) for window in windows for day in _days(window, zone)), Fraction())
    return round(total * (DAY // MICROSECOND)) * MICROSECOND


def _days(window: Window, zone: ZoneInfo) -> Iterator[Window]:
    """Yield every day that may have something of the window.

    Dates go back and forth by one where clocks are put back.
    """
    day, last = window.begin.astimezone(zone).date() - DAY, window.end.astimezone(zone).date() + DAY
    begin = begin_day(day, zone)
    while day <= last:
        day += DAY
        end = begin_day(day, zone)
        if begin < end:
            yield Window(begin, end)
        begin = end


def _share(window: Window, day: Window) -> Fraction:
    """Return what part of the day lies in the window."""
    common = length(intersect([window], [day]))
    return Fraction(common // MICROSECOND, (day.end - day.begin) // MICROSECOND)
