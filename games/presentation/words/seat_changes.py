"""Words for a seat that gets another player. Everybody knows the seat by its color.

A stand-in is not named: another player may have the seat by now.
"""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.logged_events import LoggedEvent
from engine.parts.turns import SeatReturned
from games.kinds import RulingKind
from games.logged_entries import PublicEntry, acting_seat
from games.presentation.words.colors import seat_color
from games.presentation.words.sentences import Names, SeatDeed, Sentence, finish

GIVEN: Final = Sentence(
    you=gettext_lazy("An admin gave you the %(color)s seat"),
    name=gettext_lazy("An admin gave the %(color)s seat to %(name)s"),
)
BACK_AT_SEAT: Final = Sentence(
    you=gettext_lazy("You are back at the %(color)s seat"),
    name=gettext_lazy("%(name)s is back at the %(color)s seat"),
)
TAKEN_OVER: Final = Sentence(
    you=gettext_lazy("You have taken over the %(color)s seat"),
    name=gettext_lazy("%(name)s has taken over the %(color)s seat"),
)
TAKEN_OVER_RATED: Final = Sentence(
    you=gettext_lazy("You have taken over the %(color)s seat, and are rated for it"),
    name=gettext_lazy("%(name)s has taken over the %(color)s seat, and is rated for it"),
)
TAKEN_OVER_FROM: Final = Sentence(
    you=gettext_lazy("You have taken over the %(color)s seat from %(before)s"),
    name=gettext_lazy("%(name)s has taken over the %(color)s seat from %(before)s"),
)
STAND_IN: Final = gettext_lazy("A stand-in has taken over the %(color)s seat")
STAND_IN_FOR: Final = gettext_lazy("A stand-in has taken over the %(color)s seat, for %(before)s")
STAND_IN_BY_ADMIN: Final = gettext_lazy("An admin let a stand-in take over the %(color)s seat")
STAND_IN_BY_THE_TABLE: Final = gettext_lazy("By agreement of the table, a stand-in has taken over the %(color)s seat")
TAKEN_OVER_BY_THE_TABLE: Final = Sentence(
    you=gettext_lazy("By agreement of the table, you have taken over the %(color)s seat"),
    name=gettext_lazy("By agreement of the table, %(name)s has taken over the %(color)s seat"),
)


def taken_over(entry: PublicEntry, names: Names, before: str = "", reader: int | None = None) -> str:
    """Tell the holder of a seat (None: anyone) who took over a seat, and whose it was (`before`), if a person's."""
    seat, facts = acting_seat(entry), {"color": seat_color(acting_seat(entry)), "before": before}
    if entry.get("stand_in"):
        return finish(str(STAND_IN_FOR if before else STAND_IN) % facts)
    return finish(SeatDeed(seat, _choose_sentence(entry, before), facts).speak(reader, names).clause)


def _choose_sentence(entry: PublicEntry, before: str) -> Sentence:
    if entry.get("came_back"):
        return BACK_AT_SEAT
    if entry.get("rated"):
        return TAKEN_OVER_RATED
    return TAKEN_OVER_FROM if before else TAKEN_OVER


def taken_over_by_the_table(entry: PublicEntry, names: Names, reader: int | None) -> str:
    """Return the clause about a seat that the table gave to another player."""
    return _tell_giving(entry, STAND_IN_BY_THE_TABLE, TAKEN_OVER_BY_THE_TABLE, names, reader)


def is_told_with_seat(entry: PublicEntry, event: LoggedEvent) -> bool:
    """Check whether an event says that a seat plays again which its entry gives to another player."""
    return event["type"] == SeatReturned.tag and entry.get("ruling") == RulingKind.REPLACED


def replaced(entry: PublicEntry, names: Names, reader: int | None) -> str:
    """Return the clause about a seat that an admin gave to another player."""
    return _tell_giving(entry, STAND_IN_BY_ADMIN, GIVEN, names, reader)


def _tell_giving(entry: PublicEntry, stand_in: Promise, player: Sentence, names: Names, reader: int | None) -> str:
    facts = {"color": seat_color(acting_seat(entry))}
    if entry.get("stand_in"):
        return str(stand_in) % facts
    return SeatDeed(acting_seat(entry), player, facts).speak(reader, names).clause
