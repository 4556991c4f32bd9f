"""Time counted in local days: each counts as one, whether it has 23, 24 or 25 hours, and a part counts as its share.

A day goes from its first midnight to the next day's first midnight, so that days follow one another without a gap, even
where clocks are put forward or back over midnight. A date that a zone skipped has no length and counts as zero.
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
    """Return the instant, in UTC, at which the day begins in the zone."""
    return first_instant(day, MIDNIGHT, zone)


def year(number: int, zone: ZoneInfo) -> Window:
    """Return the window of a calendar year in the zone."""
    return Window(begin_day(date(number, 1, 1), zone), begin_day(date(number + 1, 1, 1), zone))


def count(windows: Iterable[Window], zone: ZoneInfo) -> timedelta:
    """Return the total number of local days, in fractions, that these disjoint windows cover."""
    total = sum((_share(window, day) for window in windows for day in _days(window, zone)), Fraction())
    return round(total * (DAY // MICROSECOND)) * MICROSECOND


def _days(window: Window, zone: ZoneInfo) -> Iterator[Window]:
    """Yield every day that may overlap the window.

    The range is one date longer at either end, because dates jump where clocks are put back.
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
    """Return the fraction of the day that lies in the window."""
    common = length(intersect([window], [day]))
    return Fraction(common // MICROSECOND, (day.end - day.begin) // MICROSECOND)
