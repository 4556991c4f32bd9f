"""Words for what somebody proposes to the table, a sentence each; `games.presentation.words.proposals` has the rest."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy

from engine.codec import Json
from games.presentation.words.lengths import days_or_hours
from games.presentation.words.sentences import BetweenTwo, Encounter, Facts, Names, SeatDeed, Sentence

Order = Json


@dataclass(frozen=True, slots=True)
class Proposed:
    """The sentences about a proposal to the table: while it is open, and afterwards."""

    open: Sentence
    over: Sentence


@dataclass(frozen=True, slots=True)
class ProposedForSeat:
    """The sentences about a proposal that concerns one other seat: while it is open, and afterwards."""

    open: BetweenTwo
    over: BetweenTwo


UNDO: Final = Proposed(
    open=Sentence(
        you=gettext_lazy("You propose to undo an earlier decision of the table"),
        name=gettext_lazy("%(name)s proposes to undo an earlier decision of the table"),
    ),
    over=Sentence(
        you=gettext_lazy("You had proposed to undo an earlier decision of the table"),
        name=gettext_lazy("%(name)s had proposed to undo an earlier decision of the table"),
    ),
)
TAKE_BACK: Final = Proposed(
    open=Sentence(
        you=gettext_lazy("You propose to take back the latest moves"),
        name=gettext_lazy("%(name)s proposes to take back the latest moves"),
    ),
    over=Sentence(
        you=gettext_lazy("You had proposed to take back the latest moves"),
        name=gettext_lazy("%(name)s had proposed to take back the latest moves"),
    ),
)
PAUSE: Final = Proposed(
    open=Sentence(
        you=gettext_lazy("You propose to pause the game until one of you wants to go on, for 60 days at most"),
        name=gettext_lazy("%(name)s proposes to pause the game until one of you wants to go on, for 60 days at most"),
    ),
    over=Sentence(
        you=gettext_lazy("You had proposed to pause the game until one of you wants to go on, for 60 days at most"),
        name=gettext_lazy(
            "%(name)s had proposed to pause the game until one of you wants to go on, for 60 days at most"
        ),
    ),
)
END_WITHOUT_RESULT: Final = Proposed(
    open=Sentence(
        you=gettext_lazy("You propose to end the game now, without a result"),
        name=gettext_lazy("%(name)s proposes to end the game now, without a result"),
    ),
    over=Sentence(
        you=gettext_lazy("You had proposed to end the game now, without a result"),
        name=gettext_lazy("%(name)s had proposed to end the game now, without a result"),
    ),
)
END_BY_POINTS: Final = Proposed(
    open=Sentence(
        you=gettext_lazy("You propose to end the game now, by the points so far, without tickets and bonuses"),
        name=gettext_lazy("%(name)s proposes to end the game now, by the points so far, without tickets and bonuses"),
    ),
    over=Sentence(
        you=gettext_lazy("You had proposed to end the game now, by the points so far, without tickets and bonuses"),
        name=gettext_lazy(
            "%(name)s had proposed to end the game now, by the points so far, without tickets and bonuses"
        ),
    ),
)
OPEN_TALK: Final = Proposed(
    open=Sentence(
        you=gettext_lazy("You propose to let spectators read the talk and join in"),
        name=gettext_lazy("%(name)s proposes to let spectators read the talk and join in"),
    ),
    over=Sentence(
        you=gettext_lazy("You had proposed to let spectators read the talk and join in"),
        name=gettext_lazy("%(name)s had proposed to let spectators read the talk and join in"),
    ),
)
CLOSE_TALK: Final = Proposed(
    open=Sentence(
        you=gettext_lazy("You propose to close the talk to spectators"),
        name=gettext_lazy("%(name)s proposes to close the talk to spectators"),
    ),
    over=Sentence(
        you=gettext_lazy("You had proposed to close the talk to spectators"),
        name=gettext_lazy("%(name)s had proposed to close the talk to spectators"),
    ),
)
TIME_FOR_ALL: Final = Proposed(
    open=Sentence(
        you=gettext_lazy("You propose to give everyone who is asked now %(time)s more"),
        name=gettext_lazy("%(name)s proposes to give everyone who is asked now %(time)s more"),
    ),
    over=Sentence(
        you=gettext_lazy("You had proposed to give everyone who is asked now %(time)s more"),
        name=gettext_lazy("%(name)s had proposed to give everyone who is asked now %(time)s more"),
    ),
)
TIME_FOR_ONESELF: Final = Proposed(
    open=Sentence(
        you=gettext_lazy("You ask for %(time)s more"),
        name=gettext_lazy("%(name)s asks for %(time)s more"),
    ),
    over=Sentence(
        you=gettext_lazy("You had asked for %(time)s more"),
        name=gettext_lazy("%(name)s had asked for %(time)s more"),
    ),
)
TIME_FOR_SEAT: Final = ProposedForSeat(
    open=BetweenTwo(
        you=gettext_lazy("You propose to give %(other)s %(time)s more"),
        to_you=gettext_lazy("%(name)s proposes to give you %(time)s more"),
        name=gettext_lazy("%(name)s proposes to give %(other)s %(time)s more"),
    ),
    over=BetweenTwo(
        you=gettext_lazy("You had proposed to give %(other)s %(time)s more"),
        to_you=gettext_lazy("%(name)s had proposed to give you %(time)s more"),
        name=gettext_lazy("%(name)s had proposed to give %(other)s %(time)s more"),
    ),
)
STAND_IN_FOR_SEAT: Final = ProposedForSeat(
    open=BetweenTwo(
        you=gettext_lazy("You propose to let a stand-in play for %(other)s"),
        to_you=gettext_lazy("%(name)s proposes to let a stand-in play for you"),
        name=gettext_lazy("%(name)s proposes to let a stand-in play for %(other)s"),
    ),
    over=BetweenTwo(
        you=gettext_lazy("You had proposed to let a stand-in play for %(other)s"),
        to_you=gettext_lazy("%(name)s had proposed to let a stand-in play for you"),
        name=gettext_lazy("%(name)s had proposed to let a stand-in play for %(other)s"),
    ),
)
AGREED_FOR_SEAT: Final = Sentence(
    you=gettext_lazy("The table has agreed to give you %(time)s more"),
    name=gettext_lazy("The table has agreed to give %(name)s %(time)s more"),
)
AGREED_FOR_ALL: Final = gettext_lazy("The table has agreed to give everyone who was asked then %(time)s more.")


def proposed(seat: int, order: Order, undoes: int | None, names: Names, reader: int | None) -> str:
    """Return the sentence that says what the seat proposes, as the holder of a seat reads it (None: anyone)."""
    return _read_order(seat, order, undoes).open.speak(reader, names).text


def had_proposed(seat: int, order: Order, undoes: int | None, names: Names, reader: int | None) -> str:
    """Return the sentence that says what the seat had proposed, of which nothing came."""
    return _read_order(seat, order, undoes).over.speak(reader, names).text


def agreed(order: Order, names: Names, reader: int | None) -> str:
    """Return the sentence that says to whom the table has agreed to give more time."""
    seat, facts = _seat_of(order), {"time": days_or_hours(order["hours"])}
    if seat is None:
        return str(AGREED_FOR_ALL % facts)
    return SeatDeed(seat, AGREED_FOR_SEAT, facts).speak(reader, names).text


@dataclass(frozen=True, slots=True)
class _ProposalDeeds:
    """A proposal in sentences about its seats: while it is open, and afterwards."""

    open: SeatDeed | Encounter
    over: SeatDeed | Encounter


def _read_order(seat: int, order: Order, undoes: int | None) -> _ProposalDeeds:
    if undoes is not None:
        return _of_table(seat, UNDO)
    if order["kind"] == "extended":
        return _extended(seat, order)
    if order["kind"] == "replaced":
        return _of_seat(seat, order["seat"], STAND_IN_FOR_SEAT, {})
    if order["kind"] == "ended":
        return _of_table(seat, END_WITHOUT_RESULT if order["how"] == "void" else END_BY_POINTS)
    if order["kind"] == "talk_opened":
        return _of_table(seat, OPEN_TALK if order["is_open"] else CLOSE_TALK)
    return _of_table(seat, _ALWAYS_THE_SAME[order["kind"]])


_ALWAYS_THE_SAME: Final[Mapping[str, Proposed]] = {"taken_back": TAKE_BACK, "paused": PAUSE}


def _extended(seat: int, order: Order) -> _ProposalDeeds:
    other, facts = _seat_of(order), {"time": days_or_hours(order["hours"])}
    if other is None or other == seat:
        return _of_table(seat, TIME_FOR_ALL if other is None else TIME_FOR_ONESELF, facts)
    return _of_seat(seat, other, TIME_FOR_SEAT, facts)


def _seat_of(order: Order) -> int | None:
    """Return the seat whose question gets more time; None if all that are open do."""
    seat = (order["prompt"] or "").partition(".")[2]
    return int(seat) if seat else None


def _of_table(seat: int, proposed: Proposed, facts: Facts | None = None) -> _ProposalDeeds:
    return _ProposalDeeds(SeatDeed(seat, proposed.open, facts or {}), SeatDeed(seat, proposed.over, facts or {}))


def _of_seat(seat: int, other: int, proposed: ProposedForSeat, facts: Facts) -> _ProposalDeeds:
    return _ProposalDeeds(Encounter(seat, other, proposed.open, facts), Encounter(seat, other, proposed.over, facts))
