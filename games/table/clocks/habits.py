"""A player's quiet hours, days off and vacations, as stretches of time in which their clock is stopped.

Habits are given in local time: quiet hours from 22:00 to 07:00, Saturdays off. Two rules turn them into instants on the
two nights when clocks change, both in the player's favor:
- a local time skipped when the clocks are put forward means the moment of the change;
- if a local time occurs twice when they are put back, quiet hours begin at the first and end at the second.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from heapq import merge
from typing import Final, NamedTuple

from engine.codec import Json
from games import zones
from games.errors import Unprocessable
from games.instants import hh_mm, read_hh_mm

DAY: Final = timedelta(days=1)
MOST_QUIET: Final = timedelta(hours=12)
MOST_DAYS_OFF: Final = 3
WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MIDNIGHT: Final = time()
LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


class Window(NamedTuple):
    """A stretch of time in UTC, including `begin` and excluding `end`."""

    begin: datetime
    end: datetime


class Stop(NamedTuple):
    """A stretch in which a clock stands still, and whether it counts against the game's allowance."""

    begin: datetime
    end: datetime
    counted: bool


class Quiet(NamedTuple):
    """Daily quiet hours in local time; they span midnight if the end is before the beginning."""

    begin: time
    end: time


@dataclass(frozen=True, slots=True)
class PlayerHabits:
    """A player's habits: `zone` an IANA name, `days_off` weekdays (0 is Monday), `vacations` ordered and disjoint."""

    zone: str = "UTC"
    quiet: Quiet | None = None
    days_off: frozenset[int] = frozenset()
    vacations: tuple[Window, ...] = ()

    def stops(self, after: datetime) -> Iterator[Stop]:
        """Yield all stops that end after this instant, ordered and disjoint; endlessly if there are habits."""
        vacations = [window for window in self.vacations if window.end > after]
        return (stop for stop in _around(self._usual(after), vacations) if stop.end > after)

    def quiet_until(self, instant: datetime) -> datetime | None:
        """Return the end of the quiet hours that contain this instant; None if there are none."""
        for window in self._quiet(instant) if self.quiet else ():
            if window.begin > instant:
                return None
            if instant < window.end:
                return window.end
        return None

    def _usual(self, after: datetime) -> Iterator[Window]:
        """Yield the quiet hours and days off, in order."""
        streams = [self._quiet(after)] if self.quiet else []
        if self.days_off:
            streams.append(self._off(after))
        return _joined(merge(*streams))

    def _quiet(self, after: datetime) -> Iterator[Window]:
        if self.quiet is None:
            return
        zone, over_midnight = zones.zone(self.zone), self.quiet.end < self.quiet.begin
        for day in _days(after, zone):
            last = day + DAY if over_midnight else day
            yield Window(first_instant(day, self.quiet.begin, zone), _last(last, self.quiet.end, zone))

    def _off(self, after: datetime) -> Iterator[Window]:
        zone = zones.zone(self.zone)
        for day in _days(after, zone):
            if day.weekday() in self.days_off:
                yield Window(first_instant(day, MIDNIGHT, zone), first_instant(day + DAY, MIDNIGHT, zone))


def _days(after: datetime, zone: tzinfo) -> Iterator[date]:
    """Yield local dates, starting with one that is over by this instant."""
    day = after.astimezone(zone).date() - 2 * DAY
    while True:
        yield day
        day += DAY


def first_instant(day: date, at: time, zone: tzinfo) -> datetime:
    """Return the first instant at which the local time is `at` on this day."""
    return _instant(day, at.replace(fold=0), zone)


def _last(day: date, at: time, zone: tzinfo) -> datetime:
    """Return the last instant with this local time, which is the second one if clocks are put back over it."""
    return _instant(day, at.replace(fold=1), zone)


def _instant(day: date, at: time, zone: tzinfo) -> datetime:
    wall = datetime.combine(day, at, zone)
    instant = wall.astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None) == wall.replace(tzinfo=None):
        return instant
    return _jump(wall.replace(fold=1).astimezone(UTC), wall.replace(fold=0).astimezone(UTC), zone)


def _jump(before: datetime, after: datetime, zone: tzinfo) -> datetime:
    """Return the moment between these two at which the zone's clocks are put forward."""
    offset = after.astimezone(zone).utcoffset()
    seconds = int((after - before).total_seconds())
    low, high = 0, seconds
    while high - low > 1:
        middle = (low + high) // 2
        changed = (before + timedelta(seconds=middle)).astimezone(zone).utcoffset() == offset
        low, high = (low, middle) if changed else (middle, high)
    return before + timedelta(seconds=high)


def _joined(windows: Iterable[Window]) -> Iterator[Window]:
    """Yield windows with touching or overlapping ones merged and empty ones left out."""
    begin = end = LONG_AGO
    for window in windows:
        if window.begin > end:
            if end > begin:
                yield Window(begin, end)
            begin = window.begin
        end = max(end, window.end)
    if end > begin:
        yield Window(begin, end)


def _around(usual: Iterable[Window], vacations: list[Window]) -> Iterator[Stop]:
    """Yield both kinds in order as stops; time covered by a vacation belongs only to the vacation."""
    reached = LONG_AGO
    waiting = iter(vacations)
    vacation = next(waiting, None)
    for window in usual:
        while vacation is not None and vacation.begin < window.end:
            if (first := max(window.begin, reached)) < vacation.begin:
                yield Stop(first, vacation.begin, counted=True)
            yield Stop(*vacation, counted=False)
            reached, vacation = vacation.end, next(waiting, None)
        if (first := max(window.begin, reached)) < window.end:
            yield Stop(first, window.end, counted=True)
            reached = window.end
    if vacation is not None:
        yield Stop(*vacation, counted=False)
    yield from (Stop(*each, counted=False) for each in waiting)


ANY_TIME: Final = PlayerHabits()
"""The habits of a player whose clock never stands still."""


def checked(habits: PlayerHabits) -> PlayerHabits:
    """Return the habits after a check. Raises Unprocessable if they leave too little time to play."""
    if habits.quiet is not None and not timedelta() < _length(habits.quiet) <= MOST_QUIET:
        raise Unprocessable("quiet_hours_out_of_range", hours=MOST_QUIET // timedelta(hours=1))
    if len(habits.days_off) > MOST_DAYS_OFF:
        raise Unprocessable("too_many_days_off", most=MOST_DAYS_OFF)
    return habits


def _length(quiet: Quiet) -> timedelta:
    begin, end = (timedelta(hours=at.hour, minutes=at.minute) for at in quiet)
    return (end - begin) % DAY


def written_quiet(begin: time, end: time) -> dict[str, str]:
    """Return quiet hours, ready for JSON."""
    return {"begin": hh_mm(begin), "end": hh_mm(end)}


def write(habits: PlayerHabits) -> Json:
    """Return quiet hours and days off, ready for JSON; the zone and the vacations are stored elsewhere."""
    days = [WEEKDAYS[day] for day in sorted(habits.days_off)]
    return {"quiet_hours": habits.quiet and written_quiet(*habits.quiet), "days_off": days}


def quiet_of(data: Json) -> Quiet | None:
    """Return the quiet hours of habits that `write` wrote."""
    return read({"quiet_hours": data.get("quiet_hours")}).quiet


def read(data: Json, zone: str = "UTC", vacations: Iterable[Window] = ()) -> PlayerHabits:
    """Return the habits that `write` or a client wrote. Raises Unprocessable if they are invalid or excessive."""
    try:
        quiet = data.get("quiet_hours")
        hours = quiet and Quiet(read_hh_mm(quiet["begin"]), read_hh_mm(quiet["end"]))
        days = frozenset(WEEKDAYS.index(day) for day in data.get("days_off") or ())
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Unprocessable("malformed_habits", weekdays=list(WEEKDAYS)) from None
    return checked(PlayerHabits(zone, hours or None, days, tuple(_joined(sorted(vacations)))))
