"""Times as the page shows them: how much is left, and when it is over, in the reader's zone. Never seconds."""

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Final

from django.utils.translation import gettext as _

from games import zones
from games.formats import write_date

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
WEEK: Final = timedelta(days=6)


@dataclass(frozen=True)
class Amount:
    """A part of a duration: 4 "h"."""

    number: str
    unit: str


@dataclass(frozen=True)
class TimeLeft:
    """A remaining time. `amounts` are printed large, `due` small; `at` is the instant, machine-readable.

    `spare`: how much of it is the time bank, where there is room to say it.
    """

    amounts: tuple[Amount, ...]
    due: str
    at: datetime
    spare: str = ""


def left(until: datetime, now: datetime, zone: tzinfo, sentence: str = "", **placeholders: str) -> TimeLeft:
    """Return the time left until an instant, and the instant itself.

    `sentence` says what is then, in place of "due %(time)s"; the time ends with the zone's abbreviation.
    """
    here = f"{day_and_time(until, now, zone)} {zones.abbreviation(until.astimezone(zone))}"
    due = (sentence or _("due %(time)s")) % {**placeholders, "time": here}
    return TimeLeft(amounts(max(until - now, timedelta())), due, until)


def amounts(span: timedelta) -> tuple[Amount, ...]:
    """Split a duration into parts to print: days, days and hours, or hours and minutes."""
    minutes = int(span.total_seconds()) // 60
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if span >= 10 * DAY:
        return (Amount(str(days), _("d")),)
    if span >= DAY:
        return Amount(str(days), _("d")), Amount(str(hours), _("h"))
    return Amount(str(hours), _("h")), Amount(f"{rest:02d}", _("min"))


def day_and_time(at: datetime, now: datetime, zone: tzinfo) -> str:
    """Return a day and time such as "today 23:40", "tomorrow 09:10", "Mon 19:00", "3 Jan 08:00"."""
    then, today = at.astimezone(zone), now.astimezone(zone)
    hour = write_date(then, "H:i")
    days = (then.date() - today.date()).days
    if days == 0:
        return _("today %(time)s") % {"time": hour}
    if days == 1:
        return _("tomorrow %(time)s") % {"time": hour}
    if 0 < days < 7:
        return write_date(then, "D H:i")
    return write_date(then, "j M H:i")


def when(at: datetime, now: datetime, zone: tzinfo) -> str:
    """Return briefly when something happened: "13:31" today, "Fri" this week, "3 Nov" before that."""
    then, today = at.astimezone(zone), now.astimezone(zone)
    days = (today.date() - then.date()).days
    if days <= 0:
        return write_date(then, "H:i")
    return write_date(then, "D" if days < 7 else "j M")
