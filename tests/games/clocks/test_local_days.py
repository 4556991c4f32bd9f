"""Days counted as in a player's local calendar: in all zones, around every change of the clocks."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import zones
from games.table.clocks import local_days
from games.table.clocks.habits import DAY, Window
from games.table.clocks.windows import length
from tests.sweeps import at_length

HOUR = timedelta(hours=1)
ODD = (
    "Africa/Cairo",
    "America/Santiago",
    "America/St_Johns",
    "America/Havana",
    "Asia/Gaza",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "Pacific/Apia",
    "Pacific/Auckland",
    "Pacific/Kwajalein",
)
"""Zones whose clock changes cross midnight, are half an hour, cross the date line, or are usual."""
FIRST, LAST = datetime(1976, 1, 1, tzinfo=UTC), datetime(2126, 1, 1, tzinfo=UTC)
"""Half a century of recorded changes in tzdata, and a century of its rules."""


def changes(zone: ZoneInfo) -> Iterator[date]:
    """Yield the local dates around which the offset changes."""
    days = (FIRST + number * DAY for number in range((LAST - FIRST).days))
    for one, next_ in pairwise(days):
        if one.astimezone(zone).utcoffset() != next_.astimezone(zone).utcoffset():
            yield one.astimezone(zone).date()


def days(zone: ZoneInfo, first: date, last: date) -> timedelta:
    return local_days.count([Window(local_days.begin_day(first, zone), local_days.begin_day(last + DAY, zone))], zone)


def exist(zone: ZoneInfo, first: date, last: date) -> int:
    """Return how many dates from the first to the last exist in the zone, judged by their noon."""
    dates = (first + number * DAY for number in range((last - first).days + 1))
    noons = (datetime(one.year, one.month, one.day, 12, tzinfo=zone) for one in dates)
    return sum(noon.astimezone(UTC).astimezone(zone).date() == noon.date() for noon in noons)


@pytest.mark.long
@pytest.mark.parametrize("name", at_length(sorted(zones.NAMES), at_once=ODD))
def test_around_every_change_of_the_clocks_each_day_counts_one(name: str) -> None:
    zone = zones.zone(name)
    for change in changes(zone):
        first, last = change - 2 * DAY, change + 3 * DAY
        begins = [local_days.begin_day(first + number * DAY, zone) for number in range(7)]
        assert begins == sorted(begins)
        assert days(zone, first, last) == exist(zone, first, last) * DAY
        for number in range(5):
            day = first + number * DAY
            assert days(zone, day, day) == exist(zone, day, day) * DAY
            # A date that the zone skips begins with the next one.
            assert local_days.begin_day(day, zone).astimezone(zone).date() in (day, day + DAY)
        cut = begins[0] + (begins[-1] - begins[0]) / 3
        parts = [Window(begins[0], cut), Window(cut, begins[-1])]
        together = sum((local_days.count([part], zone) for part in parts), timedelta())
        assert abs(together - days(zone, first, last)) <= timedelta(microseconds=1)


@given(st.timedeltas(timedelta(), LAST - FIRST), st.timedeltas(timedelta(), 60 * DAY))
def test_in_utc_they_are_days_of_24_hours(after: timedelta, lasts: timedelta) -> None:
    window = Window(FIRST + after, FIRST + after + lasts)
    assert local_days.count([window], zones.zone("UTC")) == length([window]) == lasts


def test_a_part_of_a_day_counts_as_its_share() -> None:
    berlin = zones.zone("Europe/Berlin")
    begin = local_days.begin_day(date(2027, 3, 28), berlin)
    assert local_days.begin_day(date(2027, 3, 29), berlin) - begin == 23 * HOUR
    assert local_days.count([Window(begin, begin + 11.5 * HOUR)], berlin) == DAY / 2


def test_a_date_that_a_zone_skipped_counts_nothing() -> None:
    apia = zones.zone("Pacific/Apia")
    assert days(apia, date(2011, 12, 30), date(2011, 12, 30)) == timedelta()
    assert days(apia, date(2011, 12, 29), date(2011, 12, 31)) == 2 * DAY


def test_a_year_begins_at_home() -> None:
    assert local_days.year(2027, zones.zone("Pacific/Auckland")).begin == datetime(2026, 12, 31, 11, tzinfo=UTC)
    assert local_days.year(2027, zones.zone("America/Los_Angeles")).begin == datetime(2027, 1, 1, 8, tzinfo=UTC)
