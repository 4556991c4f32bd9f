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
    """To the minute, in UTC; "" for never."""
    return "" if at is None else in_utc(at)


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


def pause(reason: str) -> str:
    """Why a game is paused; the code itself where it has no words."""
    return str(PAUSES.get(reason, reason))


def name(seat: Seat) -> str:
    """What the holder of a seat is called; a tombstone has a name too."""
    return _seat(seat.number) if seat.player is None else seat.player.display_name


def names(seats: Iterable[Seat]) -> Callable[[int], str]:
    """The name of who sits at a seat, by its number."""
    known = {seat.number: name(seat) for seat in seats}
    return lambda number: known.get(number) or _seat(number)


def _seat(number: int) -> str:
    return _("seat %(number)d") % {"number": number + 1}


def seat(number: int) -> str:
    """A seat by its number, as people count; at the beginning of a line."""
    return _("Seat %(number)d") % {"number": number + 1}


def stand_in() -> str:
    """What takes over if nobody else does."""
    return _("a stand-in")


def deadline_of(holder: str) -> str:
    """The title of a line about a deadline."""
    return _("Deadline of %(name)s") % {"name": holder}


def points_of(holder: str) -> str:
    """The title of a line about points."""
    return _("Points of %(name)s") % {"name": holder}


def the_game() -> str:
    """The title of a line about the game's status."""
    return _("The game")


def paused() -> str:
    """The title of a line about why a game is paused."""
    return _("Paused")
