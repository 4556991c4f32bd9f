"""The words of the admin's pages for instants, seats and questions."""

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
    """Return an instant to the minute, in UTC; "" for None."""
    return "" if at is None else in_utc(at)


def when(at: datetime | None, now: datetime) -> str:
    """Return an instant, and its distance from now; "" for None."""
    return "" if at is None else _("%(instant)s, %(distance)s") % {"instant": instant(at), "distance": far(at, now)}


def far(at: datetime, now: datetime) -> str:
    """Return how long ago an instant was, or how far ahead it is."""
    if at > now:
        return _("in %(time)s") % {"time": timeuntil(at, now)}
    return _("%(time)s ago") % {"time": timesince(at, now)}


def lasting(at: datetime, now: datetime) -> str:
    """Return how long something has lasted since this instant."""
    return _("for %(time)s") % {"time": timesince(at, now)}


def pause(reason: str) -> str:
    """Return why a game is paused; the code itself if there are no words for it."""
    return str(PAUSES.get(reason, reason))


def name(seat: Seat) -> str:
    """Return the name of a seat's holder, also of an erased one, or "seat 1" for an empty seat."""
    return _seat_in_sentence(seat.number) if seat.player is None else seat.player.display_name


def names(seats: Iterable[Seat]) -> Callable[[int], str]:
    """Return a function from a seat's number to the name of its holder."""
    names_by_number = {seat.number: name(seat) for seat in seats}
    return lambda number: names_by_number.get(number) or _seat_in_sentence(number)


def _seat_in_sentence(number: int) -> str:
    return _("seat %(number)d") % {"number": number + 1}


def seat(number: int) -> str:
    """Return "Seat 1" for the seat numbered 0, for the beginning of a line."""
    return _("Seat %(number)d") % {"number": number + 1}


def stand_in() -> str:
    """Return the name for a stand-in that does not exist yet."""
    return _("a stand-in")


def deadline_of(holder: str) -> str:
    """Return the title of a line about a deadline."""
    return _("Deadline of %(name)s") % {"name": holder}


def points_of(holder: str) -> str:
    """Return the title of a line about points."""
    return _("Points of %(name)s") % {"name": holder}


def the_game() -> str:
    """Return the title of the line with the game's status."""
    return _("The game")


def paused() -> str:
    """Return the title of the line that says why a game is paused."""
    return _("Paused")
