"""How the admin's pages put instants, seats and questions into words."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext as _

from games.models import Seat


def instant(at: datetime | None) -> str:
    """To the minute, in UTC; "" for never."""
    return "" if at is None else f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def when(at: datetime | None, now: datetime) -> str:
    """An instant, and how far it is from now."""
    return "" if at is None else _("%(instant)s, %(distance)s") % {"instant": instant(at), "distance": far(at, now)}


def far(at: datetime, now: datetime) -> str:
    """How long ago or ahead."""
    if at > now:
        return _("in %(time)s") % {"time": timeuntil(at, now)}
    return _("%(time)s ago") % {"time": timesince(at, now)}


def lasting(at: datetime, now: datetime) -> str:
    """How long it has been going on."""
    return _("for %(time)s") % {"time": timesince(at, now)}


def name(seat: Seat) -> str:
    """What the holder of a seat is called; a tombstone has a name too."""
    return _("seat %(number)d") % {"number": seat.number} if seat.player is None else seat.player.name


def names(seats: Iterable[Seat]) -> Callable[[int], str]:
    """The name of who sits at a seat, by its number."""
    known = {seat.number: name(seat) for seat in seats}
    return lambda number: known.get(number) or _("seat %(number)d") % {"number": number}
