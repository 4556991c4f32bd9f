"""Remaining times and due times, as shown on pages."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.formats import write_date
from games.zones import abbreviation, zone

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)
MINUTE: Final = timedelta(minutes=1)
SOON: Final = 6
"""Within this many days the weekday suffices."""


@dataclass(frozen=True)
class Left:
    """The time left until an instant: two counts with their units, the larger unit first. `over`: nothing is left."""

    parts: tuple[tuple[int, str], ...]
    over: bool

    def __str__(self) -> str:
        return " ".join(f"{count} {unit}" for count, unit in self.parts)


def left(until: datetime, now: datetime) -> Left:
    """Return the time left in days and hours, or in hours and minutes, so that a page need not tick."""
    time = max(until - now, timedelta())
    days, hours, minutes = time // DAY, time % DAY // HOUR, time % HOUR // MINUTE
    parts = ((days, _("d")), (hours, _("h"))) if days else ((hours, _("h")), (minutes, _("min")))
    return Left(parts, until <= now)


def date_and_time(instant: datetime, time_zone: str) -> str:
    """Return the instant in a zone (IANA), with its year and the zone's abbreviation: "9 March 2026, 13:00 CET"."""
    here = instant.astimezone(zone(time_zone))
    return f"{write_date(here, 'j F Y, H:i')} {abbreviation(here)}"


def day_and_time(instant: datetime, time_zone: str, now: datetime) -> str:
    """Return the instant in a zone (IANA), as “today 23:40”, “tomorrow 09:10”, “Mon 06:10”, or “3 Dec 06:10”."""
    local = zone(time_zone)
    here, today = instant.astimezone(local), now.astimezone(local).date()
    away = (here.date() - today).days
    time = write_date(here, "H:i")
    if away == 0:
        return _("today %(time)s") % {"time": time}
    if away == 1:
        return _("tomorrow %(time)s") % {"time": time}
    if 1 < away <= SOON:
        return write_date(here, "D H:i")
    return write_date(here, "j M H:i")
