"""Instants as people read them, in their own time zone."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.formats import write_date
from games.presentation.words.lengths import length
from games.table.clocks.terms import DEFAULT, FORFEIT, STAND_IN, Terms
from games.zones import abbreviation, zone

FORMAT = "D j F Y, H:i"
SHORT = "D j M, H:i"
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
KEPT: Final = 256
"""The number of formatted dates cached."""
NEARLY = timedelta(minutes=1)
"""People consider a day less some seconds to be a day."""
COARSE: Final = ((3 * DAY, DAY), (3 * HOUR, HOUR))
"""From each amount of time left, the unit to which it is rounded down."""


def spell(instant: datetime, time_zone: str) -> str:
    """Write the instant in the zone (IANA). The offset distinguishes the two 02:30 of an autumn night."""
    if time_zone == "UTC":
        return f"{_format_in_zone(instant.astimezone(UTC), FORMAT)} UTC"
    here = instant.astimezone(zone(time_zone))
    return _("%(local)s (%(zone)s, UTC%(offset)s)") % {
        "local": _format_in_zone(here, FORMAT),
        "zone": time_zone,
        "offset": _format_offset(here),
    }


def short(instant: datetime, time_zone: str) -> str:
    """Write the instant in the reader's zone (IANA), without the year: "Tue 3 Mar, 12:00 CET"."""
    here = instant.astimezone(zone(time_zone))
    return f"{_format_in_zone(here, SHORT)} {abbreviation(here)}"


def left(until: datetime, now: datetime) -> str:
    """Return how much time is left: in days, in hours, or more finely when there is less."""
    time = max(until - now, timedelta()) + NEARLY
    whole = next((step for least, step in COARSE if time >= least), MINUTE)
    return _("%(time)s left") % {"time": length(time // whole * whole)}


def _format_in_zone(here: datetime, form: str) -> str:
    """Format an instant by its zone's clocks and calendars, which are all that the form needs."""
    return _format_date(here.replace(tzinfo=None), form, get_language())


@lru_cache(maxsize=KEPT)
def _format_date(local: datetime, form: str, _language: str | None) -> str:
    """Format a local time, cached because an email mentions an instant several times, and so do other emails."""
    return write_date(local, form)


def _format_offset(instant: datetime) -> str:
    digits = instant.strftime("%z")
    return f"{digits[:3]}:{digits[3:5]}"


def when_over(terms: Terms) -> str:
    """Say what happens when all time is over, in a sentence for the player who must answer."""
    return str(_WHEN_OVER[terms.when_over])


def agreed(terms: Terms) -> Iterator[str]:
    """Yield the terms of a clock besides its time per move, a line each."""
    if terms.bank:
        bank = {"start": length(terms.bank.start), "more": length(terms.bank.per_move), "cap": length(terms.bank.cap)}
        yield _("Time bank: %(start)s, plus %(more)s with each move, %(cap)s at most") % bank
    if terms.grace:
        yield _("Grace period: %(time)s") % {"time": length(terms.grace)}
    if terms.when_over != DEFAULT:
        yield when_over(terms)


_WHEN_OVER: Final = {
    DEFAULT: gettext_lazy("If a player’s time runs out, a default move is played for them."),
    STAND_IN: gettext_lazy(
        "If a player’s time runs out, a stand-in plays for them; after three times in a row, it keeps the seat."
    ),
    FORFEIT: gettext_lazy("A player whose time runs out loses the game."),
}
