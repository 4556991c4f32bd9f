"""Durations as people say them."""

from datetime import timedelta
from math import ceil
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.words.lists import all_of

MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
TO_THE_HOUR: Final = 3 * HOUR
"""The wait from which on minutes are left out."""


def length(time: timedelta) -> str:
    """Return days and hours, or hours and minutes."""
    days, hours, minutes = time.days, time.seconds // 3600, time.seconds // 60 % 60
    parts = [
        ngettext("%(n)d day", "%(n)d days", days) % {"n": days} if days else "",
        ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours} if hours else "",
        ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes} if minutes and not days else "",
    ]
    return all_of([part for part in parts if part]) or _("less than a minute")


def days_or_hours(hours: int) -> str:
    """Return whole days, or else hours."""
    days, rest = divmod(hours, 24)
    if days and not rest:
        return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


def again_in(seconds: float) -> str:
    """Return when something refused is worth another try, rounded up."""
    wait = timedelta(seconds=seconds)
    step = HOUR if wait > TO_THE_HOUR else MINUTE
    return _("You can try again in %(time)s.") % {"time": length(max(1, ceil(wait / step)) * step)}
