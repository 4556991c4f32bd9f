"""How the admin's pages put instants, seats and questions into words."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.instants import in_utc
from games.models import Seat

PAUSES: Final = {"ruling": gettext_lazy("by a ruling"), "dispute": gettext_lazy("while a dispute is open")}


def instant(at: datetime | None) -> str:
    """Return an instant to the minute, in UTC; "" for never."""
    return "" if at is None else in_utc(at)


def when(at: datetime | None, now: datetime) -> str:
    """Return an instant, and how far it is from now."""
    return "" if at is None else _("%(instant)s, %(distance)s") % {"instant": instant(at), "distance": far(at, now)}


def far(at: datetime, now: datetime) -> str:
    """Say how long ago an instant was, or how far ahead it is."""
    if at > now:
        return _("in %(time)s") % {"time": timeuntil(at, now)}
    return _("%(time)s ago") % {"time": timesince(at, now)}


def lasting(at: datetime, now: datetime) -> str:
    """Say how long it has been going on."""
    return _("for %(time)s") % {"time": timesince(at, now)}


def pause(reason: str) -> str:
    """Say why a game is paused; return the code itself where it has no words."""
    return str(PAUSES.get(reason, reason))


def name(seat: Seat) -> str:
    """Return the name of the holder of a seat; a tombstone has a name too."""
    return _seat_in_sentence(seat.number) if seat.player is None else seat.player.display_name


def names(seats: Iterable[Seat]) -> Callable[[int], str]:
    """Return a function from a seat's number to the name of who sits there."""
    names_by_number = {seat.number: name(seat) for seat in seats}
    return lambda number: names_by_number.get(number) or _seat_in_sentence(number)


def _seat_in_sentence(number: int) -> str:
    return _("seat %(number)d") % {"number": number + 1}


def seat(number: int) -> str:
    """Return a seat by its number, as people count; at the beginning of a line."""
    return _("Seat %(number)d") % {"number": number + 1}


def stand_in() -> str:
    """Return what to call a stand-in that does not exist yet."""
    return _("a stand-in")


def deadline_of(holder: str) -> str:
    """Return the title of a line about a deadline."""
    return _("Deadline of %(name)s") % {"name": holder}


def points_of(holder: str) -> str:
    """Return the title of a line about points."""
    return _("Points of %(name)s") % {"name": holder}


def the_game() -> str:
    """Return the title of a line about the game's status."""
    return _("The game")


def paused() -> str:
    """Return the title of a line about why a game is paused."""
    return _("Paused")
